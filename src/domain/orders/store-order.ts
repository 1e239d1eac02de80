// Store order: state labels for merchant and shopper, and the merchant's next action.

import type { ShippingType, StoreOrderState } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { hasReached, STATE_RANKS } from './order-states.ts';
import { amountLeft } from './refunded-order.ts';

export const STATE_LABELS: Readonly<Record<StoreOrderState, string>> = {
  new: 'En attente de paiement',
  payment_pending: 'En attente de confirmation',
  payed: 'Payé',
  payment_declined: 'Paiement refusé',
  validated: 'Traité',
  shipped: 'Envoyé',
  canceled: 'Annulé',
};

type Paid = Pick<StoreOrder, 'state' | 'orderPaymentOnDelivery'>;

/** State label for the merchant; an unpaid order is not called paid. */
export function merchantLabel(order: Part) {
  const { state, orderPaymentOnDelivery } = order;
  if (isReady(order)) return READY;
  return state === 'payed' && orderPaymentOnDelivery ? 'À encaisser' : STATE_LABELS[state];
}

type Readiness = Pick<StoreOrder, 'state' | 'shippingType' | 'readyAt'>;
type Part = Paid & Readiness;

/**
 * Collected at the store: the customer waits for the news that it is ready. All other parts have one event, their
 * departure; one for the store's relay point waits there from then on.
 */
export const hasReadyStep = (type: ShippingType | null): boolean => type === 'store';

/** Waiting for its customer at the store. */
export const isReady = ({ state, shippingType, readyAt }: Readiness): boolean =>
  state === 'validated' && hasReadyStep(shippingType) && typeof readyAt === 'string';

const IN_PREPARATION = 'En préparation';
const READY = 'Prête';
/** The last step of each delivery type. */
export const SHIPPED_LABELS: Readonly<Record<ShippingType, string>> = {
  store: 'Remise',
  home: 'Expédiée',
  relay: 'Expédiée',
  custom_store: 'Livrée',
  custom_relay: 'Déposée au point relais',
  demat: 'Envoyée par e-mail',
};
const shippedLabel = ({ shippingType }: Pick<StoreOrder, 'shippingType'>) => SHIPPED_LABELS[shippingType ?? 'store'];

/** State label for the shopper, by delivery mode; payment on delivery is not called paid. */
export function shopperLabel(part: Part): string {
  if (part.state === 'payed' && part.orderPaymentOnDelivery) return 'Confirmé';
  if (part.state === 'validated') return isReady(part) ? READY : IN_PREPARATION;
  return part.state === 'shipped' ? shippedLabel(part) : STATE_LABELS[part.state];
}

/** When the shopper pays on delivery ('à payer au retrait'); null if nothing is due. */
export function paymentDue(
  parts: readonly (Paid & Pick<StoreOrder, 'shippingType' | 'total' | 'refunds'>)[],
): string | null {
  const due = parts.filter((part) => part.orderPaymentOnDelivery && amountLeft(part) > 0 && isUnderway(part.state));
  if (due.length === 0) return null;
  const brought = due.filter(({ shippingType }) => shippingType === 'custom_store').length;
  if (brought === 0) return 'à payer au retrait';
  return brought === due.length ? 'à payer à la livraison' : 'à payer à la réception';
}

/** States a merchant sees in the list of orders. */
export const MERCHANT_STATES: readonly StoreOrderState[] = ['payed', 'validated', 'shipped'];

/** A bought file is available once paid; with payment on delivery, after the handover. */
export const isFilePaid = ({ state, orderPaymentOnDelivery }: Paid) =>
  hasReached(state, orderPaymentOnDelivery ? 'shipped' : 'payed');

/** Confirmed, and not yet handed over. */
export const isUnderway = (state: StoreOrderState): boolean => state === 'payed' || state === 'validated';

/** The merchant's next action. */
export type MerchantAction = 'validate' | 'ready' | 'ship';
export function merchantAction(order: Readiness): MerchantAction | null {
  if (order.state === 'payed') return 'validate';
  if (order.state !== 'validated') return null;
  return hasReadyStep(order.shippingType) && !isReady(order) ? 'ready' : 'ship';
}

const PAID = 'Paiement validé';

/** Label of a whole order in the shopper's list, from the lowest rank of its store orders. */
export function orderLabel(parts: readonly Readiness[]): string {
  if (parts.length > 0 && parts.every(({ state }) => state === 'canceled')) return 'Commande annulée';
  if (parts.some(({ state }) => state === 'payment_declined')) return 'Paiement refusé';
  const live = parts.filter(({ state }) => state !== 'canceled');
  const lowest = Math.min(...live.map(({ state }) => STATE_RANKS[state]));
  if (lowest <= 0) return 'En attente de paiement';
  if (lowest === 1) return 'En attente de confirmation';
  if (lowest === 2) return PAID;
  if (lowest === 3) return live.every((part) => part.state === 'shipped' || isReady(part)) ? READY : IN_PREPARATION;
  const [label = '', ...others] = new Set(live.map(shippedLabel));
  return others.length === 0 ? label : 'Remise ou expédiée';
}

/** Label on the order page, where there is room for the payment state. */
export function orderStateLabel(storeOrders: readonly Part[]): string {
  const label = orderLabel(storeOrders);
  return label === PAID && storeOrders.some(({ orderPaymentOnDelivery }) => orderPaymentOnDelivery)
    ? 'Commande confirmée'
    : label;
}

/**
 * Orders whose first store order is payed or later. Canceled ones stay visible; the server decides which of them it
 * lists.
 */
export function isInOrderList(order: { storeOrders: readonly { state: StoreOrderState }[] }): boolean {
  const first = order.storeOrders[0];
  return first !== undefined && (STATE_RANKS[first.state] > 1 || first.state === 'canceled');
}

/** Contains an article for adults only. */
export const isForAdults = ({ items }: Pick<StoreOrder, 'items'>): boolean =>
  items.some(({ product }) => product.notSellToMinor === true);
