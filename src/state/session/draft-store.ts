// Draft store: unsent form input.
// Guarantees: survives reload, update, crash and login; a user's drafts are stored per tab and on the device, and
// deleted at logout; a visitor's last as long as the tab and move to the account at login; passwords and card numbers
// are never stored.
import { UNTYPED } from '#db/drafts.ts';
import type { Owner } from '#db/rows.ts';
import { type DraftChange, type DraftValues, getEngine } from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';
import { tabStorage } from '../page/web-storage.ts';
import { sessionAtom } from './session.ts';

type Who = `u:${string}` | 'visitor';

const prefix = 'etal.draft:';
/** While someone types, the device is written to this often at most, milliseconds. */
const writeEveryMs = 400;
const secret = /pass(word|e)|card|cvc|cvv|iban/i;

/** Drafts from the device that this tab has not changed. */
const fromDevice = new Map<string, string>();
/** Pending changes for the device. */
const unsaved = new Map<string, DraftChange>();
let timer: ReturnType<typeof setTimeout> | undefined;

function whoNow(): Who {
  const { user } = pageStore.get(sessionAtom);
  return user ? `u:${user.user_id}` : 'visitor';
}

const nameOf = (who: Who, key: string) => `${prefix}${who} ${key}`;

function textOf(name: string): string | undefined {
  return tabStorage.get(name) ?? fromDevice.get(name);
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
  fromDevice.delete(name);
  tabStorage.set(name, text);
}

function harmless(values: DraftValues): DraftValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.test(name)));
}

/** The current owner's draft of this form. */
export function loadDraft(key: string): DraftValues | null {
  const who = whoNow();
  return read(nameOf(who, key)) ?? (who === 'visitor' ? null : read(nameOf('visitor', key)));
}

/** Key of values that a form needs but the user did not type: stored and deleted like a draft, but not counted as one. */
export const untyped = (name: string) => `${UNTYPED}${name}`;

export function saveDraft(key: string, values: DraftValues): void {
  const who = whoNow();
  const storable = harmless(values);
  write(nameOf(who, key), JSON.stringify(storable));
  if (who !== 'visitor') saveLater(who, key, storable);
}

/** Replaces a draft that is not deleted on the device yet, so that a reload does not restore it. */
const gone = 'null';

/** Sent, or given up. */
export function discardDraft(key: string): void {
  const who = whoNow();
  const name = nameOf(who, key);
  const isOnDevice = who !== 'visitor' && read(name) !== null;
  write(nameOf('visitor', key), null);
  write(name, isOnDevice ? gone : null);
  if (!isOnDevice) return;
  unsaved.set(name, { owner: who, key, values: null });
  void saveDrafts().catch(console.error);
}

/** The subject of the form has a new id. */
export function moveDraft(from: string, to: string): void {
  const values = loadDraft(from);
  if (!values) return;
  saveDraft(to, values);
  discardDraft(from);
}

function saveLater(owner: Owner, key: string, values: DraftValues): void {
  unsaved.set(nameOf(owner as Who, key), { owner, key, values });
  timer ??= setTimeout(() => void saveDrafts().catch(console.error), writeEveryMs);
}

let saving: Promise<void> = Promise.resolve();

/** Writes pending drafts to the device; resolves after earlier writes, too. */
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
  const { keepDrafts } = await getEngine();
  await keepDrafts(changes);
  for (const { owner, key, values } of changes) {
    const name = nameOf(owner as Who, key);
    if (values === null && textOf(name) === gone) write(name, null);
  }
}

/** Adds the device's drafts of this user; the tab's own are newer. */
export function restoreDrafts(owner: Owner, drafts: ReadonlyMap<string, unknown>): void {
  for (const [key, values] of drafts) {
    const name = nameOf(owner as Who, key);
    if (textOf(name) === undefined) fromDevice.set(name, JSON.stringify(values));
    // The page was left before the deletion reached the device.
    else if (textOf(name) === gone) unsaved.set(name, { owner, key, values: null });
  }
}

/** Removes all drafts of an owner who has logged out. */
export function dropDrafts(who: Owner | 'visitor'): void {
  const own = nameOf(who as Who, '');
  for (const [name] of unsaved) if (name.startsWith(own)) unsaved.delete(name);
  for (const name of [...fromDevice.keys(), ...tabStorage.names()]) if (name.startsWith(own)) write(name, null);
}
