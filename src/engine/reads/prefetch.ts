// Prefetch of personal reads: a shopper's orders; a merchant's store, orders by state (with their full content),
// collection keys, pictures to prepare orders, newest products, and received requests.
// Guarantee: one request at a time, once per session, only while online; young answers are not repeated; nothing with
// the data saver or on a very slow connection.
import { includesRole, roleIn } from '#contract/merchant/store-roles.ts';
import type { EndpointAnswer, EndpointArguments, ReadName } from '#contract/registry.ts';
import { isUnderway, MERCHANT_STATES } from '#domain/orders/store-order.ts';
import { dataSaverAtom, isPrefetchAllowed } from '#state/device/data-saver.ts';
import { ordersOnDeviceAtom } from '#state/device/offline-orders.ts';
import { pageQueryClient, pageStore } from '#state/page/page-store.ts';
import { queryKey, type ReadResult } from '#state/page/query-client.ts';
import { type ShownSession, sessionAtom } from '#state/session/session.ts';
import type { Sync } from '#sync/sync.ts';
import { readEndpoint } from './read.ts';

/** Delay after the session is known, milliseconds; the page loads first. */
const afterMs = 1500;

/** Delay after a failure without another trigger, milliseconds. */
const againMs = 20_000;

/** Resolves to whether it is cached now. */
type Need = () => Promise<boolean>;

function need<N extends ReadName>(name: N, args: EndpointArguments<N>): Need {
  return async () => {
    const key = queryKey(name, args);
    // Reads do not reject, but the end of the session cancels them.
    const seen = await pageQueryClient
      .fetchQuery<ReadResult<EndpointAnswer<N>>>({
        queryKey: key,
        queryFn: ({ signal }) =>
          readEndpoint(name, args, {
            signal,
            last: undefined,
            later: (later) => pageQueryClient.setQueryData(key, later),
          }),
      })
      .catch(() => null);
    return seen?.answer !== undefined && !seen.stale;
  };
}

const worksForStore = ({ user }: ShownSession): boolean =>
  Boolean(user?.ownedStore && user.roles.includes('ROLE_STORE_ADMIN'));

function needsOf(session: ShownSession): Need[] {
  const { user } = session;
  if (!user) return [];
  const orders = need('users.orders', { params: { id: user.user_id } });
  if (!user.ownedStore || !worksForStore(session)) return [orders];
  const role = roleIn(user);
  const params = { id: user.ownedStore };
  // The same arguments as the pages, so that they share the cache: all states, then each state.
  const lists = [[...MERCHANT_STATES], ...MERCHANT_STATES.map((state) => [state])];
  const received = { 'order[createdAt]': 'DESC', page: undefined } as const;
  return [
    need('stores.mine', { params }),
    ...(role === 'owner' ? [need('metrics.byStore', { params, query: {} })] : []),
    ...lists.map((state) => need('storeOrders.ofStore', { params, query: { 'state[]': state, page: undefined } })),
    need('collectionKeys.list', {}),
    ...(role === 'owner'
      ? [
          need('stores.ownProducts', { params, query: { page: undefined, name: undefined, published: undefined } }),
          need('vatRates.list', {}),
        ]
      : []),
    ...(includesRole(role, 'seller')
      ? [
          need('messages.ofStore', { params, query: received }),
          need('appointments.ofStore', { params, query: received }),
          need('estimates.ofStore', { params, query: received }),
        ]
      : []),
    orders,
  ];
}

/** Loads the pictures of unprepared orders; the worker caches whatever the page loads. */
function followPictures(): void {
  const asked = new Set<string>();
  pageQueryClient.getQueryCache().subscribe((event) => {
    const { queryKey, state } = event.query;
    const isAnswer = event.type === 'updated' && event.action.type === 'success';
    if (!isAnswer || queryKey[0] !== 'storeOrders.ofStore' || !isPrefetchAllowed()) return;
    const { answer, stale } = state.data as ReadResult<EndpointAnswer<'storeOrders.ofStore'>>;
    if (stale) return;
    for (const order of answer?.['hydra:member'] ?? []) {
      if (!isUnderway(order.state)) continue;
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

export function prefetchPersonalReads({ connectivity }: Pick<Sync, 'connectivity'>): void {
  let prefetchedFor: string | null = null;
  let underway = false;

  /** The person, with their store and role: another role reads other things. */
  const ownerNow = () => {
    const { user } = pageStore.get(sessionAtom);
    return user && `${user.user_id} ${user.ownedStore} ${roleIn(user)}`;
  };

  const keepAll = async () => {
    const session = pageStore.get(sessionAtom);
    const owner = ownerNow();
    if (underway || session.status !== 'authenticated' || owner === null || owner === prefetchedFor) return;
    underway = true;
    try {
      for (const keep of needsOf(session)) {
        // Stops at the first failure or owner change; a timer or the next change restarts it.
        if (ownerNow() !== owner || !connectivity.online() || !isPrefetchAllowed() || !(await keep())) return;
      }
      if (ownerNow() !== owner) return;
      prefetchedFor = owner;
      pageStore.set(ordersOnDeviceAtom, worksForStore(session));
    } finally {
      underway = false;
      // The owner changed during the run.
      if (ownerNow() !== owner) soon();
      else if (prefetchedFor !== owner) soon(againMs);
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
    // The previous owner's cache is deleted.
    if (ownerNow() !== prefetchedFor) {
      prefetchedFor = null;
      pageStore.set(ordersOnDeviceAtom, false);
    }
    soon();
  });
  soon();
}
