// What a person will want of their own without a network, kept ahead: a shopper's orders; a merchant's shop and the first
// pages of the orders to validate, to ship and shipped. Guarantee: asked for through the usual read, one thing at a time,
// once a session and only while the network answers; nothing that is young is asked again, nothing at all where data are spared or the line is very slow.
import type { EndpointAnswer, EndpointArguments, ReadName } from '#contract/registry.ts';
import { MERCHANT_STATES } from '#domain/store-order.ts';
import { fetchesAhead } from '#state/device/data-saver.ts';
import { pageQueryClient, pageStore } from '#state/page/page-store.ts';
import { queryKey, type Seen } from '#state/page/query-client.ts';
import { type Session, sessionAtom } from '#state/session/session.ts';
import type { Sync } from '#sync/sync.ts';
import { read } from './read.ts';

/** After the session is known: the page comes first, milliseconds. */
const afterMs = 1500;

/** Resolves with whether it is kept now. */
type Need = () => Promise<boolean>;

function need<N extends ReadName>(name: N, args: EndpointArguments<N>): Need {
  return async () => {
    const key = queryKey(name, args);
    // A read never rejects; this one may be called off, when the session ends.
    const seen = await pageQueryClient
      .fetchQuery<Seen<EndpointAnswer<N>>>({
        queryKey: key,
        queryFn: ({ signal }) =>
          read(name, args, { signal, last: undefined, later: (later) => pageQueryClient.setQueryData(key, later) }),
      })
      .catch(() => null);
    return seen !== null && seen.answer !== undefined && !seen.stale;
  };
}

function needsOf({ user }: Session): Need[] {
  if (!user) return [];
  const orders = need('users.orders', { params: { id: user.user_id } });
  if (!user.ownedStore || !user.roles.includes('ROLE_STORE_ADMIN')) return [orders];
  const params = { id: user.ownedStore };
  // Exactly as the pages ask, so that they find it: all states first, then each filter.
  const lists = [[...MERCHANT_STATES], ...MERCHANT_STATES.map((state) => [state])];
  return [
    need('stores.mine', { params }),
    ...lists.map((state) => need('storeOrders.ofStore', { params, query: { 'state[]': state, page: undefined } })),
    orders,
  ];
}

export function followPrivateNeeds(sync: Sync): void {
  let keptFor: string | null = null;
  let underway = false;

  const keepAll = async () => {
    const session = pageStore.get(sessionAtom);
    if (underway || session.status !== 'authenticated' || !sync.connectivity.online()) return;
    if (!fetchesAhead()) return;
    const owner = session.user?.user_id ?? null;
    if (owner === null || owner === keptFor) return;
    underway = true;
    try {
      for (const keep of needsOf(session)) {
        // Left alone at the first silence, and when someone else is here: tried again on the next change.
        if (pageStore.get(sessionAtom).user?.user_id !== owner || !(await keep())) return;
      }
      keptFor = owner;
    } finally {
      underway = false;
    }
  };

  const soon = () => setTimeout(() => keepAll().catch(console.error), afterMs);
  sync.connectivity.subscribe((online) => online && soon());
  pageStore.sub(sessionAtom, soon);
  soon();
}
