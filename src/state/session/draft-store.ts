// What was typed into forms and not sent yet. Guarantees: a reload, an update, a crash or a login on the way costs no line; a
// user's drafts are kept by tab and on the device under their name, and leave with them; a visitor's live as long as the tab,
// and follow them into their account; passwords and card numbers are never kept.
import { UNTYPED } from '#db/drafts.ts';
import type { Owner } from '#db/rows.ts';
import { type DraftChange, type DraftValues, engine } from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';
import { tabStorage } from '../page/web-storage.ts';
import { sessionAtom } from './session.ts';

type Who = `u:${string}` | 'visitor';

const prefix = 'etal.draft:';
/** While someone types, the device is written to this often at most, milliseconds. */
const writeEveryMs = 400;
const secret = /pass(word|e)|card|cvc|cvv|iban/i;

/** What the device had kept, and this tab has not written since. */
const held = new Map<string, string>();
/** Keys to be written to the device, or deleted there. */
const unsaved = new Map<string, DraftChange>();
let timer: ReturnType<typeof setTimeout> | undefined;

function whoNow(): Who {
  const { user } = pageStore.get(sessionAtom);
  return user ? `u:${user.user_id}` : 'visitor';
}

const nameOf = (who: Who, key: string) => `${prefix}${who} ${key}`;

function textOf(name: string): string | undefined {
  return tabStorage.get(name) ?? held.get(name);
}

function read(name: string): DraftValues | null {
  try {
    const values: unknown = JSON.parse(textOf(name) ?? gone);
    return typeof values === 'object' && values !== null ? (values as DraftValues) : null;
  } catch {
    return null;
  }
}

function write(name: string, text: string | null): void {
  held.delete(name);
  tabStorage.set(name, text);
}

function harmless(values: DraftValues): DraftValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.test(name)));
}

/** What was typed into this form before, by whoever is here now. */
export function readDraft(key: string): DraftValues | null {
  const who = whoNow();
  return read(nameOf(who, key)) ?? (who === 'visitor' ? null : read(nameOf('visitor', key)));
}

/** The key of what a form needs and nobody typed: stored and forgotten like a draft, and counted as none. */
export const untyped = (name: string) => `${UNTYPED}${name}`;

export function keepDraft(key: string, values: DraftValues): void {
  const who = whoNow();
  const kept = harmless(values);
  write(nameOf(who, key), JSON.stringify(kept));
  if (who !== 'visitor') saveLater(who, key, kept);
}

/** In the place of a draft that the device has not forgotten yet: a page reloaded meanwhile does not take it up again. */
const gone = 'null';

/** Sent, or given up. */
export function forgetDraft(key: string): void {
  const who = whoNow();
  const name = nameOf(who, key);
  const isOnDevice = who !== 'visitor' && read(name) !== null;
  write(nameOf('visitor', key), null);
  write(name, isOnDevice ? gone : null);
  if (!isOnDevice) return;
  unsaved.set(name, { owner: who, key, values: null });
  void saveDrafts().catch(console.error);
}

/** What it was typed into is called otherwise now. */
export function moveDraft(from: string, to: string): void {
  const values = readDraft(from);
  if (!values) return;
  keepDraft(to, values);
  forgetDraft(from);
}

function saveLater(owner: Owner, key: string, values: DraftValues): void {
  unsaved.set(nameOf(owner as Who, key), { owner, key, values });
  timer ??= setTimeout(() => void saveDrafts().catch(console.error), writeEveryMs);
}

let saving: Promise<void> = Promise.resolve();

/** Writes to the device what is typed so far; resolves once all that was asked before is written, too. */
export function saveDrafts(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (unsaved.size > 0) {
    const changes = [...unsaved.values()];
    unsaved.clear();
    saving = saving.catch(() => {}).then(() => writeDrafts(changes));
  }
  return saving;
}

async function writeDrafts(changes: readonly DraftChange[]): Promise<void> {
  const { keepDrafts } = await engine();
  await keepDrafts(changes);
  for (const { owner, key, values } of changes) {
    const name = nameOf(owner as Who, key);
    if (values === null && textOf(name) === gone) write(name, null);
  }
}

/** What the device had kept of this user, once they are known here; what this tab holds is newer. */
export function adoptDrafts(owner: Owner, drafts: ReadonlyMap<string, unknown>): void {
  for (const [key, values] of drafts) {
    const name = nameOf(owner as Who, key);
    if (textOf(name) === undefined) held.set(name, JSON.stringify(values));
    // What the device was still to forget when the page was left.
    else if (textOf(name) === gone) unsaved.set(name, { owner, key, values: null });
  }
}

/** Whoever this was has left: nothing of what they typed stays in this tab. */
export function forgetTyped(who: Owner | 'visitor'): void {
  const own = nameOf(who as Who, '');
  for (const [name] of unsaved) if (name.startsWith(own)) unsaved.delete(name);
  for (const name of [...held.keys(), ...tabStorage.names()]) if (name.startsWith(own)) write(name, null);
}
