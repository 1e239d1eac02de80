// Acting as someone else, as the market's administrators do to help: their tool leaves a pair of tokens in a cookie of this
// host. Guarantee: the cookie is removed as soon as it was read, and nothing happens without a click, so that a cookie planted
// by someone else never logs anybody in silently.
import { atom, useAtomValue } from 'jotai';
import type { TokenPair } from '#contract/account/users.ts';
import { engine } from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';

/** Without the prefix, a neighbour on a subdomain could plant it: only where the market is tried out over plain HTTP. */
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

/** The pair that the cookie holds, as JSON; null when there is none or it is something else. */
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

/** At startup, and where it was just asked for: takes the cookie away and offers what it held. False: there was nothing. */
export async function offerImpersonation(): Promise<boolean> {
  const found = readImpersonation(document.cookie ?? '', location.protocol);
  if (!found) return false;
  // The Cookie Store API is missing in browsers still in use.
  const secure = location.protocol === 'https:' ? 'Secure; ' : '';
  Reflect.set(document, 'cookie', `${found.name}=; Max-Age=0; Path=/; ${secure}SameSite=Strict`);
  if (!found.pair) return false;
  const { session } = await engine();
  const username = session.usernameOf(found.pair.token);
  if (username) pageStore.set(offerAtom, { username, pair: found.pair });
  return username !== null;
}

export const declineImpersonation = () => pageStore.set(offerAtom, null);

/**
 * waiting: so many writes of whoever is here wait on this device, more than the person was told of; nothing has happened.
 * @param known how many they know of, and leave here until the next login
 */
export async function acceptImpersonation(known: number): Promise<'in' | 'refused' | { waiting: number }> {
  const offer = pageStore.get(offerAtom);
  if (!offer) return 'refused';
  const { session } = await engine();
  const { waiting } = await session.leftBehind();
  if (waiting > known) return { waiting };
  pageStore.set(offerAtom, null);
  return (await session.actAs(offer.pair)) ? 'in' : 'refused';
}
