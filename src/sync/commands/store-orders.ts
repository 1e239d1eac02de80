// Store order commands: preparation, weighing, shipping, refunds.
import type { StoreOrder, StoreOrderRefund } from '#contract/orders/store-orders.ts';
import type { EndpointArguments } from '#contract/registry.ts';
import { formatCents } from '#domain/money.ts';
import { hasReached } from '#domain/orders/order-states.ts';
import { merchantAction } from '#domain/orders/store-order.ts';
import type { ItemByWeight } from '#domain/orders/weight-terms.ts';
import { type CommandRecord, isStoreOrder, type Place, type RefusalMeaning, type SettledCommand } from './record.ts';
import { doneElsewhere, ownerMismatch } from './shared-refusals.ts';

interface StoreOrderArgs {
  id: number;
}

/** `collected`: the customer has shown the collection code. */
export type ShipStoreOrder = StoreOrderArgs & { collected?: true };
export type SetTrackingCode = StoreOrderArgs & { trackingCode: string };

/** `shown`: the refund until the answer. */
export type RefundStoreOrder = StoreOrderArgs & {
  body: EndpointArguments<'storeOrders.refund'>['body'];
  shown: Omit<StoreOrderRefund, 'createdAt'>;
};

/** `shown`: until the answer; what was weighed by item. */
export type WeighStoreOrder = StoreOrderArgs & {
  body: EndpointArguments<'storeOrders.weigh'>['body'];
  shown: { weighed: Record<string, ItemByWeight>; refunds: RefundStoreOrder['shown'][] };
};

const orderGone: RefusalMeaning = { as: 'rejected', text: 'Cette commande n’existe plus.' };
const orderCanceled: RefusalMeaning = { as: 'rejected', text: 'Cette commande a été annulée.' };

export const storeOrderLane = (id: number | string): string => `storeOrder:${id}`;

/** Reports that another device has already made this change. */
function alreadyNotices({ after }: SettledCommand) {
  const isAlready = isStoreOrder(after) && after.notice === 'already';
  return isAlready ? [doneElsewhere] : [];
}

/** Device time of a step, until the server answers. */
const instantOf = (createdAt: number) => (createdAt ? new Date(createdAt).toISOString() : null);

const storeOrderDefaults = {
  v: 1,
  upcast: {},
  aggregate: 'storeOrder',
  lane: ({ id }: StoreOrderArgs) => storeOrderLane(id),
  place: ({ id }: StoreOrderArgs): Place => ({ screen: 'merchantOrder', params: { id: String(id) } }),
  staleReads: ['storeOrders.get', 'storeOrders.ofStore', 'metrics.byStore'],
  refusals: { 404: orderGone, 410: orderGone, canceled: orderCanceled, 'owner-mismatch': ownerMismatch },
  notices: (_: unknown, settled: SettledCommand) => alreadyNotices(settled),
} as const;

export const validateStoreOrderCommand: CommandRecord<'storeOrders.validate', StoreOrderArgs, StoreOrder> = {
  ...storeOrderDefaults,
  type: 'storeOrders.validate',
  endpoint: 'storeOrders.validate',
  request: ({ id }) => ({ params: { id }, body: {} }),
  apply: (order, _, { createdAt }) =>
    order.state === 'payed' ? { ...order, state: 'validated', validatedAt: instantOf(createdAt) } : order,
  describe: ({ id }) => `Traiter la commande n°\u00a0${id}`,
};

export const readyStoreOrderCommand: CommandRecord<'storeOrders.ready', StoreOrderArgs, StoreOrder> = {
  ...storeOrderDefaults,
  type: 'storeOrders.ready',
  endpoint: 'storeOrders.ready',
  request: ({ id }) => ({ params: { id }, body: {} }),
  apply: (order, _, { createdAt }) =>
    merchantAction(order) === 'ready' ? { ...order, readyAt: instantOf(createdAt) } : order,
  describe: ({ id }) => `Marquer la commande n°\u00a0${id} comme prête`,
};

export const shipStoreOrderCommand: CommandRecord<'storeOrders.ship', ShipStoreOrder, StoreOrder> = {
  ...storeOrderDefaults,
  type: 'storeOrders.ship',
  endpoint: 'storeOrders.ship',
  request: ({ id, collected }) => ({ params: { id }, body: { collected } }),
  apply(order, _, { createdAt }) {
    if (order.state !== 'validated') return order;
    return { ...order, state: 'shipped', shippedAt: instantOf(createdAt) };
  },
  describe: ({ id, collected }) => `Marquer la commande n°\u00a0${id} comme ${collected ? 'remise' : 'envoyée'}`,
};

export const setTrackingCodeCommand: CommandRecord<'storeOrders.tracking', SetTrackingCode, StoreOrder> = {
  ...storeOrderDefaults,
  type: 'storeOrders.tracking',
  endpoint: 'storeOrders.tracking',
  request({ id, trackingCode }, { cmd, view }) {
    const seen = cmd.base?.values?.trackingCode;
    const baseTrackingCode =
      typeof seen === 'string' || seen === null ? seen : isStoreOrder(view) ? view.trackingCode : undefined;
    return {
      params: { id },
      body: { trackingCode, ...(baseTrackingCode === undefined ? {} : { baseTrackingCode }) },
    };
  },
  apply: (order, { trackingCode }) => ({ ...order, trackingCode }),
  refusals: {
    ...storeOrderDefaults.refusals,
    changed: { as: 'park', parkedFor: 'conflict', text: 'Le code de suivi a été changé sur un autre appareil.' },
  },
  rebase: ({ detail }) => ({ values: { trackingCode: typeof detail?.theirs === 'string' ? detail.theirs : null } }),
  describe: ({ id, trackingCode }) => `Enregistrer le code de suivi ${trackingCode} (commande n°\u00a0${id})`,
};

const withRefunds = ({ refunds = [] }: StoreOrder, shown: readonly RefundStoreOrder['shown'][], createdAt: number) => [
  ...refunds,
  ...shown.map((refund) => ({ ...refund, createdAt: instantOf(createdAt) ?? '' })),
];

export const refundStoreOrderCommand: CommandRecord<'storeOrders.refund', RefundStoreOrder, StoreOrder> = {
  ...storeOrderDefaults,
  type: 'storeOrders.refund',
  endpoint: 'storeOrders.refund',
  request: ({ id, body }) => ({ params: { id }, body }),
  apply: (order, { body, shown }, { createdAt }) => ({
    ...order,
    state: body.cancel ? 'canceled' : order.state,
    refunds: withRefunds(order, [shown], createdAt),
  }),
  describe: ({ id, body, shown }) =>
    body.cancel
      ? `Annuler la commande n°\u00a0${id}`
      : `Rembourser ${formatCents(shown.amount)} (commande n°\u00a0${id})`,
};

export const weighStoreOrderCommand: CommandRecord<'storeOrders.weigh', WeighStoreOrder, StoreOrder> = {
  ...storeOrderDefaults,
  type: 'storeOrders.weigh',
  endpoint: 'storeOrders.weigh',
  request: ({ id, body }) => ({ params: { id }, body }),
  apply: (order, { shown: { weighed, refunds } }, { createdAt }) => ({
    ...order,
    items: order.items.map((item) => ({ ...item, byWeight: weighed[item['@id']] ?? item.byWeight })),
    refunds: withRefunds(order, refunds, createdAt),
  }),
  describe: ({ id }) => `Peser la commande n°\u00a0${id}`,
};

export const storeOrderCommands = [
  validateStoreOrderCommand,
  readyStoreOrderCommand,
  shipStoreOrderCommand,
  setTrackingCodeCommand,
  refundStoreOrderCommand,
  weighStoreOrderCommand,
] as const;

/** Whether the store order already has the requested state, by any device. */
export function isAlreadyDone(type: string, order: StoreOrder): boolean {
  if (type === validateStoreOrderCommand.type) return hasReached(order.state, 'validated');
  if (type === readyStoreOrderCommand.type) return Boolean(order.readyAt) || hasReached(order.state, 'shipped');
  return type === shipStoreOrderCommand.type && hasReached(order.state, 'shipped');
}
