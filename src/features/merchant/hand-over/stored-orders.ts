// Stored orders: orders to hand over on this device, by short code or number.
import type { ShownStoreOrder } from '#state/merchant-orders/store-orders.ts';
import { useStoreOrders } from '#state/merchant-orders/store-orders.ts';

const MOST = 200;

/** One complete list while online; otherwise the cached lists. */
export function useStoredOrders() {
  const all = useStoreOrders({ state: ['payed', 'validated'], itemsPerPage: MOST });
  // The same arguments as the order pages, to share their cache.
  const lists = [
    all,
    useStoreOrders({ state: ['validated'], page: undefined, search: undefined }),
    useStoreOrders({ state: ['payed'], page: undefined, search: undefined }),
    useStoreOrders({ state: ['shipped'], page: undefined, search: undefined }),
  ];
  const find = (matches: (shown: ShownStoreOrder) => boolean) => {
    for (const { orders } of lists) {
      const found = orders?.find(matches);
      if (found) return found;
    }
    return undefined;
  };
  return {
    /** Some are still being read. */
    loading: lists.some(({ status }) => status === 'loading'),
    byNumber: (id: number) => find(({ order }) => order.id === id),
    byShortCode: (short: string) => find(({ order }) => order.collection?.short === short),
  };
}
