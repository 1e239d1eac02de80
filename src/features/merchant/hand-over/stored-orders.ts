// The orders to hand over as this device holds them: found by their short code, or by their number.
import type { ShownStoreOrder } from '#state/merchant-orders/store-orders.ts';
import { useStoreOrders } from '#state/merchant-orders/store-orders.ts';

const MOST = 200;

/** All that is to be handed over, as one list while the network answers; else what the lists on the device hold. */
export function useKeptOrders() {
  const all = useStoreOrders({ state: ['payed', 'validated'], itemsPerPage: MOST });
  // Exactly as the pages of the orders ask, so that what they have kept is found.
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
