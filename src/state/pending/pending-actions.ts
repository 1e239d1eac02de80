// What a person can do about what waits and what wants a decision. Guarantee: each of them is on the device once it resolves.
import { paths } from '#paths';
import type { Choice } from '#sync/pending/conflict.ts';
import { engine } from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';
import { useSession } from '../session/session.ts';
import { countsOf, trayAtom, useTray } from './pending-writes.ts';

/** Where to log in again once the session is over, and how many writes wait for it; null when nothing asks for it. */
export function useNeedsLogin(returnTo: string): { waiting: number; to: string } | null {
  const tray = useTray();
  const { isOver, user } = useSession();
  // Whoever acted for someone else has no password of theirs: the line above says how it goes on.
  const asks = isOver && user?.act === undefined;
  if (!asks && !tray.waiting.some(({ parkedFor }) => parkedFor === 'auth')) return null;
  return { waiting: countsOf(tray).waiting, to: `${paths.login}?${new URLSearchParams({ retour: returnTo })}` };
}

const actions = async () => (await engine()).pending();
/** Asks a write that stopped, or pauses, to go again now. */
export const retryWrite = async (id: string) => (await actions()).retryWrite(id);
/** Gives up a waiting write; one that may have reached the server is undone once its outcome is known. */
export const discardWrite = async (id: string) => (await actions()).discardWrite(id);
/** Looks for what waits here and is so damaged that no list would hold it. */
export const findDamaged = async () => (await actions()).findDamaged();
/** What waits or was refused, to the clipboard, as a text; false when the browser does not let it. */
export const copyWrite = async (id: string) => (await actions()).copyWrite(id);
/** What became of it has been seen: it goes from every list at once, and from the device as soon as that has written it. */
export async function dismissWrite(id: string): Promise<void> {
  pageStore.set(trayAtom, (tray) => ({ ...tray, decisions: tray.decisions.filter((one) => one.id !== id) }));
  await (await actions()).dismissWrite(id);
}
/** Tries to send everything now; true once nothing of the owner waits. */
export const flushWrites = async () => (await actions()).flushWrites();
/** Does what the person chose; rejects when the device cannot keep it. */
export const decide = async (id: string, choice: Choice, picked?: Record<string, 'mine' | 'theirs'>) =>
  (await actions()).decide(id, choice, picked);
