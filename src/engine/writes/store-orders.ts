// The merchant's writes on an order, and how their answers reach what is shown. Guarantee: the list and the page of an order
// change in the moment its write is answered, so that a done action is never seen to jump back.
import type { Collection } from '#contract/hydra.ts';
import type { StoreOrder } from '#contract/orders.ts';
import type { Cmd } from '#db/rows.ts';
import { ready } from '#state/page/engine-port.ts';
import { pageQueryClient } from '#state/page/page-store.ts';
import { queryKey, type Seen } from '#state/page/query-client.ts';
import { type SendOutcome, send } from '#sync/submit-and-wait.ts';
import { listWithNewest, newestOf } from '../reads/newest-order.ts';

export const validate = async (id: number): Promise<SendOutcome> =>
  send(await ready(), { type: 'storeOrders.validate', args: { id } });

export const ship = async (id: number): Promise<SendOutcome> =>
  send(await ready(), { type: 'storeOrders.ship', args: { id } });

export const saveTracking = async (id: number, trackingCode: string, seen: string | null): Promise<SendOutcome> =>
  send(await ready(), {
    type: 'storeOrders.tracking',
    args: { id, trackingCode },
    base: { values: { trackingCode: seen } },
  });

const isStoreOrder = (answer: unknown): answer is StoreOrder =>
  typeof answer === 'object' && answer !== null && '@type' in answer && answer['@type'] === 'StoreOrder';

/** Puts what is newer in its place, wherever an order is shown; never an older one. */
export function applySettledOrder(answer: unknown): void {
  if (!isStoreOrder(answer)) return;
  const views = [answer];
  pageQueryClient.setQueryData<Seen<StoreOrder>>(queryKey('storeOrders.get', { params: { id: answer.id } }), (seen) =>
    seen?.answer ? { ...seen, answer: newestOf(seen.answer, views) } : seen,
  );
  pageQueryClient.setQueriesData<Seen<Collection<StoreOrder>>>({ queryKey: ['storeOrders.ofStore'] }, (seen) =>
    seen?.answer ? { ...seen, answer: listWithNewest(seen.answer, views) } : seen,
  );
}

/** Has a write on an order left the outbox? */
export function hasOrderGone(before: readonly Cmd[], now: readonly Cmd[]): boolean {
  const orders = before.filter(({ type }) => type.startsWith('storeOrders.'));
  if (orders.length === 0) return false;
  const left = new Set(now.map(({ id }) => id));
  return orders.some(({ id }) => !left.has(id));
}

/**
 * Rows answered in another tab or by the service worker are gone from the outbox: their answers (`views`) are shown, and
 * what they changed is read again, as soon as this page can be answered, too.
 */
export function forgetSettledOrders(before: Cmd[], now: Cmd[], views: readonly StoreOrder[]): void {
  if (!hasOrderGone(before, now)) return;
  for (const view of views) applySettledOrder(view);
  void pageQueryClient.invalidateQueries({ queryKey: ['storeOrders.get'] });
  void pageQueryClient.invalidateQueries({ queryKey: ['storeOrders.ofStore'] });
}
