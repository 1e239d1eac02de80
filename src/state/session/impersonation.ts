// Impersonation: an administrator's session as another user, passed in a cookie by the administration.
// Guarantee: the cookie is deleted when read, and a session starts only after a click, so that a planted cookie never
// logs anyone in.
import { atom, useAtomValue } from 'jotai';
import type { TokenPair } from '#contract/account/users.ts';
import { getEngine } from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';

/** Without the `__Host-` prefix a sibling subdomain could set it; used over plain HTTP only. */
const cookieNameOver = (protocol: string) => (protocol === 'https:' ? '__Host-impersonation' : 'impersonation');

export interface Impersonation {
  /** Whose session is offered. */
  username: string;
  pair: TokenPair;
}
const offerAtom = atom<Impersonation | null>(null);
export const useImpersonationOffer = () => useAtomValue(offerAtom);

function isPair(value: unknown): value is TokenPair {
  const pair = value as Partial<TokenPair> | null;
  return typeof pair?.token === 'string' && typeof pair.refresh_token === 'string';
}

/** The token pair in the cookie, as JSON; null if it is invalid. */
export function readImpersonation(cookies: string, protocol: string): { name: string; pair: TokenPair | null } | null {
  for (const part of cookies.split(/;\s*/)) {
    const at = part.indexOf('=');
    const name = part.slice(0, at);
    if (name !== cookieNameOver(protocol)) continue;
    try {
      const value: unknown = JSON.parse(decodeURIComponent(part.slice(at + 1)));
      return { name, pair: isPair(value) ? value : null };
    } catch {
      return { name, pair: null };
    }
  }
  return null;
}

/** At startup and on request: deletes the cookie and offers its session. False without one. */
export async function offerImpersonation(): Promise<boolean> {
  const found = readImpersonation(document.cookie ?? '', location.protocol);
  if (!found) return false;
  // The Cookie Store API is missing in browsers still in use.
  const secure = location.protocol === 'https:' ? 'Secure; ' : '';
  Reflect.set(document, 'cookie', `${found.name}=; Max-Age=0; Path=/; ${secure}SameSite=Strict`);
  if (!found.pair) return false;
  const { session } = await getEngine();
  const username = session.usernameOf(found.pair.token);
  if (username) pageStore.set(offerAtom, { username, pair: found.pair });
  return username !== null;
}

export const declineImpersonation = () => pageStore.set(offerAtom, null);

/**
 * waiting: number of pending writes if the user has not confirmed that many; nothing has happened then.
 * @param known confirmed number of writes that wait for the next login
 */
export async function acceptImpersonation(known: number): Promise<'in' | 'refused' | { waiting: number }> {
  const offer = pageStore.get(offerAtom);
  if (!offer) return 'refused';
  const { session } = await getEngine();
  const { waiting } = await session.unfinishedWork();
  if (waiting > known) return { waiting };
  pageStore.set(offerAtom, null);
  return (await session.impersonate(offer.pair)) ? 'in' : 'refused';
}
