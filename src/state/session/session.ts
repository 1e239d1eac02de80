// Session for the screens; the tokens stay in the session layer of `sync`.
// Guarantee: without a network an expired session is 'locked': cached data stays readable, and writes wait for a fresh
// token. `ready` becomes true after the device was read, and stays true.
import { atom, useAtomValue } from 'jotai';
import type { TokenContent } from '#contract/account/users.ts';
import { includesRole, roleIn, type StoreRole } from '#contract/merchant/store-roles.ts';
import type { EndpointArguments } from '#contract/registry.ts';
import { getEngine, type SessionOutcome, type UnfinishedWork } from '../page/engine-port.ts';
import { flash } from '../page/flash.ts';
import { pageStore } from '../page/page-store.ts';

export interface ShownSession {
  status: 'anonymous' | 'authenticated' | 'locked';
  user: TokenContent | null;
  /** Only a login helps. */
  isEnded: boolean;
  ready: boolean;
}

export const anonymousSession: ShownSession = { status: 'anonymous', user: null, isEnded: false, ready: false };
export const sessionAtom = atom<ShownSession>(anonymousSession);
export const useSession = () => useAtomValue(sessionAtom);

/** A role counts only while the session is one: authenticated, or locked (screens stay readable offline). */
export const hasRole = ({ status, user }: ShownSession, role: string) =>
  status !== 'anonymous' && (user?.roles.includes(role) ?? false);

/** Role in the store that one works for; null without a store. */
export function useStoreRole(): StoreRole | null {
  const session = useSession();
  return hasRole(session, 'ROLE_STORE_ADMIN') ? roleIn(session.user) : null;
}

/** Whether the role includes another. For the screens; the server decides. */
export const useMayAs = (least: StoreRole): boolean => includesRole(useStoreRole(), least);

/** Verifies and adopts the session; flashes 'Connexion réussie' or 'Connexion échouée'. */
export async function login(identifier: string, password: string, code?: string): Promise<SessionOutcome> {
  const { session } = await getEngine();
  const result = await session.logIn(identifier, password, code);
  if (result.outcome === 'in') flash('Connexion réussie');
  else if (result.outcome === 'refused') flash('Connexion échouée', 'error');
  return result;
}

/** Creates the account, then logs in. */
export async function createAccount(values: EndpointArguments<'users.create'>['body']): Promise<SessionOutcome> {
  const { session } = await getEngine();
  const result = await session.registerAccount(values);
  if (result.outcome === 'in') flash('Connexion réussie');
  return result;
}

interface Asked extends UnfinishedWork {
  /** Called after the logout. */
  onLeft(): void;
}
/** Null without a pending logout. */
export const pendingLogoutAtom = atom<Asked | null>(null);
export const usePendingLogout = () => useAtomValue(pendingLogoutAtom);
export const cancelLogout = () => pageStore.set(pendingLogoutAtom, null);

/**
 * Logs out at once, or asks first if there is unfinished work.
 * @param onLeft called after the logout, not if it is cancelled
 */
export async function logout(onLeft = () => {}): Promise<void> {
  const { session } = await getEngine();
  const left = await session.unfinishedWork();
  if (left.waiting + left.unseenOutcomes > 0) pageStore.set(pendingLogoutAtom, { ...left, onLeft });
  else {
    await confirmLogout('keep');
    onLeft();
  }
}

/** keep: pending writes stay on the device, hidden from others, until their owner's next login. */
export async function confirmLogout(waitingWrites: 'keep' | 'discard'): Promise<void> {
  const { session } = await getEngine();
  await session.endSession(waitingWrites);
  const asked = pageStore.get(pendingLogoutAtom);
  pageStore.set(pendingLogoutAtom, null);
  flash('Déconnexion');
  asked?.onLeft();
}
