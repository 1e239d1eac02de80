// What the states of a store order are called, and what is done next with one in them.

import type { StoreOrderState } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { hasReached, STATE_RANKS } from './order-states.ts';

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

/** What a merchant is told of where an order stands: one that nobody has paid yet is not called paid. */
export function merchantLabel({ state, orderPaymentOnDelivery }: Paid) {
  return state === 'payed' && orderPaymentOnDelivery ? 'À encaisser' : STATE_LABELS[state];
}

/** Where a part of an order stands, for its shopper: what is paid on delivery is not called paid. */
export const shopperLabel = ({ state, orderPaymentOnDelivery }: Paid): string =>
  state === 'payed' && orderPaymentOnDelivery ? 'Confirmé' : STATE_LABELS[state];

/** When the shopper pays, as long as a shop has cashed nothing yet: 'à payer au retrait'; null when nothing is to pay. */
export function paymentDue(parts: readonly (Paid & Pick<StoreOrder, 'shippingType' | 'total'>)[]): string | null {
  const due = parts.filter(
    ({ state, orderPaymentOnDelivery, total }) =>
      orderPaymentOnDelivery && total.amount > 0 && (state === 'payed' || state === 'validated'),
  );
  if (due.length === 0) return null;
  const brought = due.filter(({ shippingType }) => shippingType === 'custom_store').length;
  if (brought === 0) return 'à payer au retrait';
  return brought === due.length ? 'à payer à la livraison' : 'à payer à la réception';
}

/** States a merchant sees in the list of orders. */
export const MERCHANT_STATES: readonly StoreOrderState[] = ['payed', 'validated', 'shipped'];

/** A file that was bought is its buyer's once it is paid: of what is paid on delivery, when it has been handed over. */
export const isFilePaid = ({ state, orderPaymentOnDelivery }: Paid) =>
  hasReached(state, orderPaymentOnDelivery ? 'shipped' : 'payed');

/** The next thing a merchant does with it. */
export type MerchantAction = 'validate' | 'ship';
export function merchantAction(state: StoreOrderState): MerchantAction | null {
  if (state === 'payed') return 'validate';
  return state === 'validated' ? 'ship' : null;
}

const PAID = 'Paiement validé';

/** Label of a whole order for the shopper's list, by the lowest rank among its store orders. */
export function orderLabel(states: readonly StoreOrderState[]): string {
  if (states.length > 0 && states.every((state) => state === 'canceled')) return 'Commande annulée';
  if (states.some((state) => state === 'payment_declined')) return 'Paiement refusé';
  const live = states.filter((state) => state !== 'canceled');
  const lowest = Math.min(...live.map((state) => STATE_RANKS[state]));
  if (lowest <= 0) return 'En attente de paiement';
  if (lowest === 1) return 'En attente de confirmation';
  if (lowest === 2) return PAID;
  return lowest === 3 ? STATE_LABELS.validated : STATE_LABELS.shipped;
}

/** The same on the page of the order, which has room for the truth about its payment. */
export function orderStateLabel(storeOrders: readonly Paid[]): string {
  const label = orderLabel(storeOrders.map(({ state }) => state));
  return label === PAID && storeOrders.some(({ orderPaymentOnDelivery }) => orderPaymentOnDelivery)
    ? 'Commande confirmée'
    : label;
}

/**
 * The shopper's list holds orders whose first store order is payed or later. One that a shop has cancelled stays in sight: the
 * server lists no other.
 */
export function isListed(order: { storeOrders: readonly { state: StoreOrderState }[] }): boolean {
  const first = order.storeOrders[0];
  return first !== undefined && (STATE_RANKS[first.state] > 1 || first.state === 'canceled');
}

/** Something in it may not be sold to minors. */
export const isForAdults = ({ items }: Pick<StoreOrder, 'items'>): boolean =>
  items.some(({ product }) => product.notSellToMinor === true);
