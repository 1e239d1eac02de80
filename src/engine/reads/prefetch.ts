// What a person will want of their own without a network, kept ahead: a shopper's orders; a merchant's shop, the first
// pages of the orders to validate, to ship and shipped (each carries its orders whole), the keys to check who collects them, the pictures to find their articles by, its newest products, and what
// was asked of the shop.
// Guarantee: asked for through the usual read, one thing at a time, once a session and only while the network answers; nothing
// that is young is asked again; nothing at all, from that moment on, where data are spared or the line is very slow.
import type { EndpointAnswer, EndpointArguments, ReadName } from '#contract/registry.ts';
import { MERCHANT_STATES, merchantAction } from '#domain/orders/store-order.ts';
import { dataSaverAtom, fetchesAhead } from '#state/device/data-saver.ts';
import { ordersKeptAtom } from '#state/device/offline-orders.ts';
import { pageQueryClient, pageStore } from '#state/page/page-store.ts';
import { queryKey, type Seen } from '#state/page/query-client.ts';
import { type ShownSession, sessionAtom } from '#state/session/session.ts';
import type { Sync } from '#sync/sync.ts';
import { read } from './read.ts';

/** After the session is known: the page comes first, milliseconds. */
const afterMs = 1500;

/** After a silence that nothing else tells the end of, milliseconds. */
const againMs = 20_000;

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
    return seen?.answer !== undefined && !seen.stale;
  };
}

const keepsShop = ({ user }: ShownSession): boolean =>
  Boolean(user?.ownedStore && user.roles.includes('ROLE_STORE_ADMIN'));

function needsOf(session: ShownSession): Need[] {
  const { user } = session;
  if (!user) return [];
  const orders = need('users.orders', { params: { id: user.user_id } });
  if (!user.ownedStore || !keepsShop(session)) return [orders];
  const params = { id: user.ownedStore };
  // Exactly as the pages ask, so that they find it: all states first, then each filter.
  const lists = [[...MERCHANT_STATES], ...MERCHANT_STATES.map((state) => [state])];
  const received = { 'order[createdAt]': 'DESC', page: undefined } as const;
  return [
    need('stores.mine', { params }),
    need('metrics.byStore', { params, query: {} }),
    ...lists.map((state) => need('storeOrders.ofStore', { params, query: { 'state[]': state, page: undefined } })),
    need('collectionKeys.list', {}),
    need('stores.ownProducts', { params, query: { page: undefined, name: undefined, published: undefined } }),
    need('vatRates.list', {}),
    need('messages.ofStore', { params, query: received }),
    need('appointments.ofStore', { params, query: received }),
    need('estimates.ofStore', { params, query: received }),
    orders,
  ];
}

/** Of each list that comes, the articles that are still to be taken from the shelf: the worker keeps what the page has loaded. */
function followPictures(): void {
  const asked = new Set<string>();
  pageQueryClient.getQueryCache().subscribe((event) => {
    const { queryKey, state } = event.query;
    const isAnswer = event.type === 'updated' && event.action.type === 'success';
    if (!isAnswer || queryKey[0] !== 'storeOrders.ofStore' || !fetchesAhead()) return;
    const { answer, stale } = state.data as Seen<EndpointAnswer<'storeOrders.ofStore'>>;
    if (stale) return;
    for (const order of answer?.['hydra:member'] ?? []) {
      if (merchantAction(order.state) === null) continue;
      for (const { product } of order.items) {
        const path = product.images[0]?.['240_inset_path'];
        if (!path || asked.has(path)) continue;
        asked.add(path);
        const picture = new Image();
        picture.onerror = () => asked.delete(path);
        picture.src = new URL(path, location.origin).href;
      }
    }
  });
}

export function followPrivateNeeds({ connectivity }: Pick<Sync, 'connectivity'>): void {
  let keptFor: string | null = null;
  let underway = false;

  const ownerNow = () => pageStore.get(sessionAtom).user?.user_id ?? null;

  const keepAll = async () => {
    const session = pageStore.get(sessionAtom);
    const owner = ownerNow();
    if (underway || session.status !== 'authenticated' || owner === null || owner === keptFor) return;
    underway = true;
    try {
      for (const keep of needsOf(session)) {
        // Left alone at the first silence, and when someone else is here: tried again a while later, or on the next change.
        if (ownerNow() !== owner || !connectivity.online() || !fetchesAhead() || !(await keep())) return;
      }
      if (ownerNow() !== owner) return;
      keptFor = owner;
      pageStore.set(ordersKeptAtom, keepsShop(session));
    } finally {
      underway = false;
      // Who has come meanwhile was passed over.
      if (ownerNow() !== owner) soon();
      else if (keptFor !== owner) soon(againMs);
    }
  };

  let timer: ReturnType<typeof setTimeout>;
  const soon = (ms = afterMs) => {
    clearTimeout(timer);
    timer = setTimeout(() => keepAll().catch(console.error), ms);
  };
  followPictures();
  connectivity.subscribe((online) => online && soon());
  pageStore.sub(dataSaverAtom, soon);
  pageStore.sub(sessionAtom, () => {
    // What was kept went with who left.
    if (ownerNow() !== keptFor) {
      keptFor = null;
      pageStore.set(ordersKeptAtom, false);
    }
    soon();
  });
  soon();
}
