// Early taps: replays what the inline script (listener.ts) recorded before hydration.
// Guarantees: each tap once, in order, after restoring typed and selected values; taps that cannot be replayed are
// reported by name; afterwards the page handles events itself.
import { toast } from '#state/page/flash.ts';
import { tabStorage } from '#state/page/web-storage.ts';
import type { Early, EarlyTap } from './early.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Lets React render the change of a tap. */
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

/** Saves typed and selected values before hydration. */
export function captureTypedValues(): void {
  noted = new Map(changed().map((field) => [field, field.value]));
}

/** React takes the current value as known, so the value has to change for an event. */
function enter(field: Field, value: string): void {
  if (isMark(field)) {
    // Only the selected radio button of a group needs an event.
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
  // Newer input overrides the saved values.
  for (const field of changed()) noted.set(field, field.value);
  for (const [field, value] of noted) if (field.isConnected) enter(field, value);
}

/** The control, or the one with the same name after a re-render. */
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

/** Taps of an earlier page of this tab that were never replayed. */
function leftBefore({ taps }: Early): string[] {
  const names = (tabStorage.get(tapsKey) ?? '').split('\n').slice(0, -1);
  const mine = taps.map(({ name }) => name);
  // A tap that was repeated on this page is not missed.
  return names.slice(0, names.length - mine.length).filter((name) => !mine.includes(name));
}

/** Written by the script in the document (listener.ts). */
const tapsKey = 'taps';
const forget = () => tabStorage.set(tapsKey, null);

/** Called after hydration, when effects have run. */
export async function replayEarlyTaps(): Promise<void> {
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
