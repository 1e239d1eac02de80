// Answers what the script in the document (listener.ts) heard before the page lived. Guarantees: each tap once, in its order,
// after what was typed and chosen; what cannot be answered any more is named; from then on the page hears for itself.
import { toast } from '#state/page/flash.ts';
import { tabStorage } from '#state/page/web-storage.ts';
import type { Early, EarlyTap } from './early.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** As long as React needs to draw what a tap has changed. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

const isMark = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const given = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(0, given);
  }
  return isMark(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

const changed = () => [...document.querySelectorAll<Field>('#root :is(input,textarea,select)')].filter(isChanged);

let noted = new Map<Field, string>();

/** Before React takes the page over: what was typed and chosen so far. */
export function noteTyped(): void {
  noted = new Map(changed().map((field) => [field, field.value]));
}

/** React takes the value it finds for known: it hears of one that differs from what was there a moment before. */
function enter(field: Field, value: string): void {
  if (isMark(field)) {
    // Of a group, the one that is chosen says it for all.
    if (field.type === 'radio' && !field.checked) return;
    field.checked = !field.checked;
    field.click();
    return;
  }
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  field.value = `${value} `;
  set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

function enterTyped(): void {
  // What was typed since counts more than what was noted.
  for (const field of changed()) noted.set(field, field.value);
  for (const [field, value] of noted) if (field.isConnected) enter(field, value);
}

/** Where React has drawn it anew, the one of the same name. */
function standing({ control, name }: EarlyTap): HTMLElement | undefined {
  if (control.isConnected) return control;
  const alike = document.querySelectorAll<HTMLElement>(control.tagName);
  return [...alike].find((one) => (one.getAttribute('aria-label') || one.textContent) === name);
}

function answer(early: Early, tap: EarlyTap): boolean {
  const control = standing(tap) as (HTMLButtonElement & HTMLFormElement) | undefined;
  tap.control.removeAttribute('data-heard');
  tap.control.removeAttribute('aria-busy');
  if (!control || control.disabled) return false;
  early.on = false;
  if (control.requestSubmit) control.requestSubmit();
  else if (control.form && control.type === 'submit') control.form.requestSubmit(control);
  else control.click();
  early.on = true;
  return true;
}

/** What an earlier page of this tab had heard, and was left before it could answer. */
function leftBefore({ taps }: Early): string[] {
  const names = (tabStorage.get(tapsKey) ?? '').split('\n').slice(0, -1);
  const mine = taps.map(({ name }) => name);
  // Tapped again on this page: it is wished now.
  return names.slice(0, names.length - mine.length).filter((name) => !mine.includes(name));
}

/** Written by the script in the document (listener.ts). */
const tapsKey = 'taps';
const forget = () => tabStorage.set(tapsKey, null);

/** The page lives: its effects have run. */
export async function answerEarlyTaps(): Promise<void> {
  const { early } = globalThis;
  if (!early?.on) return;
  const missed = leftBefore(early);
  enterTyped();
  await pause();
  for (let tap = early.taps.shift(); tap; tap = early.taps.shift()) {
    if (!answer(early, tap)) missed.push(tap.name);
    await pause();
  }
  early.on = false;
  forget();
  delete document.documentElement.dataset.early;
  document.getElementById('unheard')?.setAttribute('hidden', '');
  const names = [...new Set(missed)].map((name) => `«\u00a0${name}\u00a0»`).join(', ');
  if (names) toast(`N’a pas pu être pris en compte\u00a0: ${names}.`, 'error');
}
