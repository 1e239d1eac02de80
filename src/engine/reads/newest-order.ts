// An order as a read gave it, or as the answer to this device's own write: the newer one, by its version.
import type { Collection } from '#contract/hydra.ts';
import type { StoreOrder } from '#contract/orders.ts';

export const newestOf = (order: StoreOrder, views: readonly StoreOrder[]): StoreOrder =>
  views.find((view) => view.id === order.id && view.version > order.version) ?? order;

export function listWithNewest(list: Collection<StoreOrder>, views: readonly StoreOrder[]): Collection<StoreOrder> {
  return { ...list, 'hydra:member': list['hydra:member'].map((order) => newestOf(order, views)) };
}

/** Of a kept answer, whatever it is of. */
export function withNewest(answer: unknown, views: readonly StoreOrder[]): unknown {
  if (views.length === 0) return answer;
  const kept = answer as StoreOrder | Collection<StoreOrder>;
  return 'hydra:member' in kept ? listWithNewest(kept, views) : newestOf(kept, views);
}
