// Stands inline in every page, under its hash in the Content-Security-Policy: from the first paint on it hears the taps and
// submits that the page cannot answer yet. Guarantees: what it took is marked at once and kept in order until the page lives
// (see taps.ts) or is said not to be done; a second tap on what is marked is impatience, but each step of a
// counter counts; links, and forms with an address of their own, go their way without it, unless something waits before them.
// At most 1 kB once it is small: nothing here that can be done once the page lives, or by a style.
import type { Early, EarlyTap } from './early.ts';

/** What the document has ready for the case: browsers give it by its id. */
declare const unheard: HTMLElement;

type Control = Omit<HTMLButtonElement, 'type'> & Pick<HTMLAnchorElement, 'type' | 'href' | 'target'>;

const { dataset } = document.documentElement;
const taps: EarlyTap[] = [];
/** So long a tap waits for the page to live, milliseconds. */
const patience = 45_000;
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

/** For the next page of this tab, should this one be left before it lives; '' forgets. */
function keep(name: string) {
  try {
    sessionStorage.taps = name && (sessionStorage.taps || '') + name;
  } catch {
    // The browser keeps nothing: such a tap is heard by this page only.
  }
}

/** Pictures outside the first view come after what makes the page live, or once someone goes there. */
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
  // A button of a form is heard as its submit, once its fields are valid.
  if (isClick && control.form && control.type === 'submit') return;
  if (control.target || (!taps.length && (control.href || (!isClick && target.hasAttribute('action'))))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (lost) unheard.hidden = false;
  else if (!control.matches('[data-heard]:not(fieldset *)')) {
    control.dataset.heard = control.ariaBusy = 'true';
    const name = control.ariaLabel || control.textContent;
    if (taps.push({ control, name }) < 2) setTimeout(early.fail, patience);
    keep(`${name}\n`);
  }
}

globalThis.early = early;
dataset.early = '';
addEventListener('scroll', show);
for (const kind of ['click', 'submit', 'error']) addEventListener(kind, hear, true);
