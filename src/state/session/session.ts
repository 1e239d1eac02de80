// Who is using the page. The tokens themselves stay in the session layer of `sync`; screens only see what they say.
// Guarantee: 'locked' keeps the identity of an expired session while there is no network: what is kept stays readable and
// writes wait. Nothing is sent until a fresh token. `ready` turns true once the device was asked, and stays true.
import { atom, useAtomValue } from 'jotai';
import type { TokenContent } from '#contract/account/users.ts';
import type { EndpointArguments } from '#contract/registry.ts';
import { engine, type Leaving, type SessionOutcome } from '../page/engine-port.ts';
import { flash } from '../page/flash.ts';
import { pageStore } from '../page/page-store.ts';

export interface ShownSession {
  status: 'anonymous' | 'authenticated' | 'locked';
  user: TokenContent | null;
  /** Only a login helps. */
  isOver: boolean;
  ready: boolean;
}

export const anonymous: ShownSession = { status: 'anonymous', user: null, isOver: false, ready: false };
export const sessionAtom = atom<ShownSession>(anonymous);
export const useSession = () => useAtomValue(sessionAtom);

/** A role counts only while the session is one: authenticated, or locked (screens stay readable offline). */
export const hasRole = ({ status, user }: ShownSession, role: string) =>
  status !== 'anonymous' && (user?.roles.includes(role) ?? false);

/** Verifies and adopts the session; flashes 'Connexion réussie' or 'Connexion échouée'. */
export async function login(identifier: string, password: string): Promise<SessionOutcome> {
  const { session } = await engine();
  const result = await session.enter(identifier, password);
  if (result.outcome === 'in') flash('Connexion réussie');
  else if (result.outcome === 'refused') flash('Connexion échouée', 'error');
  return result;
}

/** Creates the account, then logs in with it. */
export async function signUp(values: EndpointArguments<'users.create'>['body']): Promise<SessionOutcome> {
  const { session } = await engine();
  const result = await session.register(values);
  if (result.outcome === 'in') flash('Connexion réussie');
  return result;
}

interface Asked extends Leaving {
  /** Once they have left. */
  onLeft(): void;
}
/** Null when nobody is asking. */
export const leavingAtom = atom<Asked | null>(null);
export const useLeaving = () => useAtomValue(leavingAtom);
export const stay = () => pageStore.set(leavingAtom, null);

/**
 * Leaves at once when nothing waits or has to be told; otherwise the shell asks what becomes of it.
 * @param onLeft called once they have left: who stays, stays where they are
 */
export async function logout(onLeft = () => {}): Promise<void> {
  const { session } = await engine();
  const left = await session.leftBehind();
  if (left.waiting + left.untold > 0) pageStore.set(leavingAtom, { ...left, onLeft });
  else {
    await leave('keep');
    onLeft();
  }
}

/** keep: the waiting writes stay on this device, unseen by others, and go at their owner's next login. */
export async function leave(waitingWrites: 'keep' | 'discard'): Promise<void> {
  const { session } = await engine();
  await session.leave(waitingWrites);
  const asked = pageStore.get(leavingAtom);
  pageStore.set(leavingAtom, null);
  flash('Déconnexion');
  asked?.onLeft();
}
