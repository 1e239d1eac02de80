// Store orders of the merchant: the server's view with pending writes applied.
// Guarantee: pending writes are listed in `waiting`, so that a screen never presents them as done.
import { useAtomValue } from 'jotai';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { MerchantAction } from '#domain/orders/store-order.ts';
import { commandFor, isCommandOf } from '#sync/commands/record.ts';
import { type CommandContent, projectRows, type ReadCommand, rowsOfLane } from '#sync/commands/registry.ts';
import {
  type RefundStoreOrder,
  readyStoreOrderCommand,
  refundStoreOrderCommand,
  setTrackingCodeCommand,
  shipStoreOrderCommand,
  storeOrderLane,
  validateStoreOrderCommand,
  type WeighStoreOrder,
  weighStoreOrderCommand,
} from '#sync/commands/store-orders.ts';
import type { SendOutcome, Submitted } from '#sync/submit-and-wait.ts';
import { useApiQuery } from '../api/query.ts';
import { getEngine } from '../page/engine-port.ts';
import { pendingAtom, storeOrderViewsAtom } from '../pending/pending-writes.ts';
import { useSession } from '../session/session.ts';

export interface ShownStoreOrder {
  order: StoreOrder;
  /** Types of the commands that wait. */
  waiting: string[];
  /** Their ids. */
  waitingIds: string[];
  /** How many refunds of the order they are. */
  waitingRefunds: number;
}

interface OnDevice {
  /** The last answers to this device's own writes. */
  views: readonly StoreOrder[];
  /** Pending writes. */
  rows: readonly ReadCommand[];
}

/**
 * The newer version of a read and of the answer to an own write. Fields that only reads contain (the short collection
 * code) stay.
 */
const newestOf = (order: StoreOrder, { views }: OnDevice): StoreOrder => {
  const newer = views.find((view) => view.id === order.id && view.version > order.version);
  return newer ? { ...order, ...newer } : order;
};

/** The only function that derives a displayed order. */
export function shownOrder(order: StoreOrder, device: OnDevice): ShownStoreOrder {
  const own = rowsOfLane(device.rows, storeOrderLane(order.id));
  const newest = newestOf(order, device);
  const projected = projectRows(newest, own);
  return {
    order: projected,
    waiting: own.map(({ type }) => type),
    waitingIds: own.map(({ id }) => id),
    waitingRefunds: (projected.refunds?.length ?? 0) - (newest.refunds?.length ?? 0),
  };
}

const useOnDevice = (): OnDevice => ({ views: useAtomValue(storeOrderViewsAtom), rows: useAtomValue(pendingAtom) });

const anyStore = '00000000-0000-0000-0000-000000000000';

export interface StoreOrdersFilter {
  state?: StoreOrder['state'][];
  page?: number;
  search?: string;
  itemsPerPage?: number;
}

export function useStoreOrders({ state, ...rest }: StoreOrdersFilter = {}) {
  const { user } = useSession();
  const device = useOnDevice();
  const query = useApiQuery(
    'storeOrders.ofStore',
    { params: { id: user?.ownedStore ?? anyStore }, query: { 'state[]': state, ...rest } },
    { enabled: Boolean(user?.ownedStore), keepPrevious: true },
  );
  return {
    ...query,
    orders: query.data?.['hydra:member'].map((order) => shownOrder(order, device)),
    view: query.data?.['hydra:view'],
  };
}

/** A refund; with `cancel` in its body, of all that is left. */
export const refundOrder = async (args: RefundStoreOrder): Promise<SendOutcome> =>
  (await getEngine()).send(commandFor(refundStoreOrderCommand, args));

/** The real weights of articles sold by weight. */
export const weighOrder = async (args: WeighStoreOrder): Promise<SendOutcome> =>
  (await getEngine()).send(commandFor(weighStoreOrderCommand, args));

const CHANGES = {
  validate: validateStoreOrderCommand,
  ready: readyStoreOrderCommand,
  ship: shipStoreOrderCommand,
  tracking: setTrackingCodeCommand,
  refund: refundStoreOrderCommand,
  weigh: weighStoreOrderCommand,
} as const;

export const writeOrder = async (id: number, action: MerchantAction): Promise<SendOutcome> =>
  (await getEngine()).send(commandFor(CHANGES[action], { id }));

/** Hands an order to a customer with its code; refused if it was collected before. */
export const writeCollected = async (id: number): Promise<SendOutcome> =>
  (await getEngine()).send(commandFor(shipStoreOrderCommand, { id, collected: true }));

/** Public keys of collection codes, cached on the device. */
export const useCollectionKeys = () => useApiQuery('collectionKeys.list', {});

/** @param seen the displayed code */
export async function saveTracking(
  id: number,
  trackingCode: string,
  seen: { trackingCode: string | null },
): Promise<Submitted> {
  const { submit } = await getEngine();
  return submit({ ...commandFor(setTrackingCodeCommand, { id, trackingCode }), base: { values: seen } });
}

/** Tracking code that a command sets for this order; null for other commands. */
export const trackingMatcher =
  (orderId: number) =>
  (content: CommandContent): string | null =>
    isCommandOf(content, setTrackingCodeCommand) && content.args.id === orderId ? content.args.trackingCode : null;

type OrderChange = MerchantAction | 'tracking' | 'refund' | 'weigh';

/** Among the types of the commands that wait for an order: is one of them this change? */
export const isWaitingFor = (waiting: readonly string[], change: OrderChange): boolean =>
  waiting.includes(CHANGES[change].type);

export function useStoreOrder(id: number) {
  const { user } = useSession();
  const device = useOnDevice();
  const query = useApiQuery('storeOrders.get', { params: { id } }, { enabled: Boolean(user?.ownedStore) });
  return {
    ...query,
    ...(query.data
      ? shownOrder(query.data, device)
      : { order: undefined, waiting: [], waitingIds: [], waitingRefunds: 0 }),
  };
}
