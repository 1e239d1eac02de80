// Who is using the page. The tokens themselves stay in the session layer of `sync`; screens only see what they say.
// Guarantee: 'locked' keeps the identity of an expired session while there is no network: what is kept stays readable and
// writes wait. Nothing is sent until a fresh token. `ready` turns true once the device was asked, and stays true.
import { atom, useAtomValue } from 'jotai';
import type { ApiError } from '#api/errors.ts';
import type { Violation } from '#contract/hydra.ts';
import type { EndpointArguments } from '#contract/registry.ts';
import type { TokenContent } from '#contract/users.ts';
import { flash } from '../page/notices.ts';
import { pageStore } from '../page/page-store.ts';

export interface Session {
  status: 'anonymous' | 'authenticated' | 'locked';
  user: TokenContent | null;
  ready: boolean;
}

export const anonymous: Session = { status: 'anonymous', user: null, ready: false };
export const sessionAtom = atom<Session>(anonymous);
export const useSession = () => useAtomValue(sessionAtom);

/** A role counts only while the session is one: authenticated, or locked (screens stay readable offline). */
export const hasRole = ({ status, user }: Session, role: string) =>
  status !== 'anonymous' && (user?.roles.includes(role) ?? false);

export type SessionOutcome =
  | { outcome: 'in' }
  /** `message` is for the whole form; `violations` for its fields. */
  | { outcome: 'refused'; message: string; violations: Violation[]; error: ApiError | null }
  | { outcome: 'offline' };

/** Verifies and adopts the session; flashes 'Connexion réussie' or 'Connexion échouée'. */
export async function login(identifier: string, password: string): Promise<SessionOutcome> {
  const { enter } = await import('#engine/session.ts');
  const result = await enter(identifier, password);
  if (result.outcome === 'in') flash('Connexion réussie');
  else if (result.outcome === 'refused') flash('Connexion échouée', 'error');
  return result;
}

/** Creates the account, then logs in with it. */
export async function signUp(values: EndpointArguments<'users.create'>['body']): Promise<SessionOutcome> {
  const { register } = await import('#engine/session.ts');
  const result = await register(values);
  if (result.outcome === 'in') flash('Connexion réussie');
  return result;
}

/** What its owner has not seen the end of when they ask to leave. */
export interface Leaving {
  /** Writes that wait, for the network or for a choice. */
  waiting: number;
  /** What came out otherwise, and was not looked at. */
  untold: number;
}
/** Null when nobody is asking. */
const leavingAtom = atom<Leaving | null>(null);
export const useLeaving = () => useAtomValue(leavingAtom);
export const leaving = () => pageStore.get(leavingAtom);
export const stay = () => pageStore.set(leavingAtom, null);

/** Leaves at once when nothing waits or has to be told; otherwise the shell asks what becomes of it. */
export async function logout(): Promise<void> {
  const { leftBehind } = await import('#engine/session.ts');
  const left = await leftBehind();
  if (left.waiting + left.untold > 0) pageStore.set(leavingAtom, left);
  else await leave('keep');
}

/** keep: the waiting writes stay on this device, unseen by others, and go at their owner's next login. */
export async function leave(waitingWrites: 'keep' | 'discard'): Promise<void> {
  const engine = await import('#engine/session.ts');
  await engine.leave(waitingWrites);
  pageStore.set(leavingAtom, null);
  flash('Déconnexion');
}
