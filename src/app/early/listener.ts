// Early listener: an inline script, allowed by its hash in the Content-Security-Policy. From the first paint on it
// records taps and submits that the page cannot handle yet.
// Guarantees: a recorded control is marked at once; taps stay in order until they are replayed (see taps.ts) or
// reported; a second tap on a marked control is ignored, except for each step of a counter; links, and forms with an
// address of their own, work without it unless a tap is pending.
// At most 1 kB minified: leave everything else to the page or to CSS.
import type { Early, EarlyTap } from './early.ts';

/** A message in the document, as a global by its id. */
declare const unheard: HTMLElement;

type Control = Omit<HTMLButtonElement, 'type'> & Pick<HTMLAnchorElement, 'type' | 'href' | 'target'>;

const { dataset } = document.documentElement;
const taps: EarlyTap[] = [];
/** Time limit for the page to load, milliseconds. */
const timeoutMs = 45_000;
let lost = false;

const early: Early = {
  taps,
  on: true,
  fail() {
    lost = true;
    show();
    if (taps.length) unheard.hidden = false;
    for (const { control } of taps.splice(0)) {
      delete control.dataset.heard;
      control.ariaBusy = null;
    }
    keep('');
  },
};

/** Stores the name for the next page of this tab; '' clears. */
function keep(name: string) {
  try {
    sessionStorage.taps = name && (sessionStorage.taps || '') + name;
  } catch {
    // No storage: only this page handles the tap.
  }
}

/** Pictures outside the first view load after the scripts, or when the user scrolls. */
function show() {
  delete dataset.early;
}

function hear(event: Event) {
  const { type, submitter, ctrlKey, metaKey, shiftKey, altKey } = event as SubmitEvent & MouseEvent;
  const target = event.target as Control;
  const isClick = type === 'click';
  const control = (submitter || (isClick ? target.closest('button,a[href]') : target)) as Control | null;
  if (type === 'error') return target.type === 'module' && early.fail();
  if (!early.on || !control || ctrlKey || metaKey || shiftKey || altKey) return;
  // A submit button is recorded by its submit event, after validation.
  if (isClick && control.form && control.type === 'submit') return;
  if (control.target || (!taps.length && (control.href || (!isClick && target.hasAttribute('action'))))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (lost) unheard.hidden = false;
  else if (!control.matches('[data-heard]:not(fieldset *)')) {
    control.dataset.heard = control.ariaBusy = 'true';
    const name = control.ariaLabel || control.textContent;
    if (taps.push({ control, name }) < 2) setTimeout(early.fail, timeoutMs);
    keep(`${name}\n`);
  }
}

globalThis.early = early;
dataset.early = '';
addEventListener('scroll', show);
for (const kind of ['click', 'submit', 'error']) addEventListener(kind, hear, true);
