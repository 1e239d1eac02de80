// A merchant's orders: the server's view with this device's waiting writes applied.
// Guarantee: what waits is named (`waiting`), so a screen never shows as done what the server has not answered.
import { useAtomValue } from 'jotai';
import type { StoreOrder } from '#contract/orders.ts';
import { engine } from '../page/engine-port.ts';
import { useApiQuery } from '../reads/query.ts';
import { useSession } from '../session/session.ts';
import { pendingAtom, projectStoreOrderAtom } from './pending-writes.ts';

export interface ShownStoreOrder {
  order: StoreOrder;
  /** Types of the writes that wait: 'storeOrders.validate', 'storeOrders.ship', 'storeOrders.tracking'. */
  waiting: string[];
}

function useProjection(): (order: StoreOrder) => ShownStoreOrder {
  const rows = useAtomValue(pendingAtom);
  const projection = useAtomValue(projectStoreOrderAtom);
  return (order) => {
    const own = rows.filter((row) => row.lane === `storeOrder:${order.id}`);
    if (own.length === 0 || !projection) return { order, waiting: [] };
    return { order: projection.project(order, own), waiting: own.map((row) => row.type) };
  };
}

const anyStore = '00000000-0000-0000-0000-000000000000';

export interface StoreOrdersFilter {
  state?: StoreOrder['state'][];
  page?: number;
}

export function useStoreOrders({ state, page }: StoreOrdersFilter = {}) {
  const { user } = useSession();
  const project = useProjection();
  const query = useApiQuery(
    'storeOrders.ofStore',
    { params: { id: user?.ownedStore ?? anyStore }, query: { 'state[]': state, page } },
    { enabled: Boolean(user?.ownedStore), keepPrevious: true },
  );
  return { ...query, orders: query.data?.['hydra:member'].map(project), view: query.data?.['hydra:view'] };
}

/** Come with the first use. */
export const orderWrites = async () => (await engine()).storeOrders;

export function useStoreOrder(id: number) {
  const { user } = useSession();
  const project = useProjection();
  const query = useApiQuery('storeOrders.get', { params: { id } }, { enabled: Boolean(user?.ownedStore) });
  return {
    ...query,
    ...(query.data ? project(query.data) : { order: undefined, waiting: [] }),
    validate: async () => (await orderWrites()).validate(id),
    ship: async () => (await orderWrites()).ship(id),
    /** `base` is the code the merchant was looking at: another device's change since then is refused, not overwritten. */
    saveTracking: async (code: string) =>
      (await orderWrites()).saveTracking(id, code, query.data?.trackingCode ?? null),
  };
}
