// Pending actions: what a user can do with pending writes and decisions.
// Guarantee: each resolves after its result is on the device.
import { paths } from '#paths';
import type { Choice } from '#sync/pending/conflict.ts';
import { getEngine } from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';
import { useSession } from '../session/session.ts';
import { saveAgreedTerms } from './agreed-draft.ts';
import { countsOf, orderIn, trayAtom, useTray } from './pending-writes.ts';

/** Login address after the session has ended, and the number of writes that wait for it; null if no login is needed. */
export function useNeedsLogin(returnTo: string): { waiting: number; to: string } | null {
  const tray = useTray();
  const { isEnded, user } = useSession();
  // An impersonated session has no password; its banner explains what to do.
  const asks = isEnded && user?.act === undefined;
  if (!asks && !tray.waiting.some(({ parkedFor }) => parkedFor === 'auth')) return null;
  return { waiting: countsOf(tray).waiting, to: `${paths.login}?${new URLSearchParams({ retour: returnTo })}` };
}

const actions = async () => (await getEngine()).pending();
/** Retries a stopped or pausing write now. */
export const retryWrite = async (id: string) => (await actions()).retryCommand(id);
/** Cancels a pending write; one that may have reached the server is undone once its outcome is known. */
export const discardWrite = async (id: string) => (await actions()).discardCommand(id);
/** Finds rows that are too damaged for the lists. */
export const findDamaged = async () => (await actions()).findCorruptRows();
/** Copies a pending or refused write to the clipboard as text; false if the browser refuses. */
export const copyWrite = async (id: string) => (await actions()).copyCommand(id);
/** Dismisses an outcome: from all lists at once, then from the device. */
export async function dismissWrite(id: string): Promise<void> {
  pageStore.set(trayAtom, (tray) => ({ ...tray, decisions: tray.decisions.filter((one) => one.id !== id) }));
  await (await actions()).dismissOutcome(id);
}
/** Sends everything now; true if nothing of the owner is left. */
export const flushWrites = async () => (await actions()).flushOutbox();
/** Applies the user's decision; rejects if the device cannot store it. */
export async function decide(id: string, choice: Choice, picked?: Record<string, 'mine' | 'theirs'>): Promise<void> {
  const { kind, content } = pageStore.get(trayAtom).decisions.find((decision) => decision.id === id) ?? {};
  // What was typed for an order that is not placed is there again when its cart is ordered.
  const returned = kind === 'order-changed' && choice !== 'mine' ? orderIn(content) : null;
  await (await actions()).resolveDecision(id, choice, picked);
  if (returned) saveAgreedTerms(returned.agreed);
}
