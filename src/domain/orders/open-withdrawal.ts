// Parts of an order from which the shopper may still withdraw ('rétractation').
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { hasReached } from './order-states.ts';
import { hasWithdrawalRight } from './refunded-order.ts';
import { isWithdrawalLate, withdrawalLastDay } from './withdrawal-period.ts';

/** YYYY-MM-DD; null before the reception. */
export const lastDayOf = ({ shippingType, shippedAt }: StoreOrder): string | null =>
  withdrawalLastDay(shippingType ?? 'store', shippedAt ? new Date(shippedAt) : null);

export const confirmedParts = ({ storeOrders }: Pick<Order, 'storeOrders'>): StoreOrder[] =>
  storeOrders.filter(({ state }) => hasReached(state, 'payed') && state !== 'canceled');

/** Within the period, with an article that is neither refunded nor excepted. */
export const partsOpenForWithdrawal = (order: Pick<Order, 'storeOrders'>, now: Date): StoreOrder[] =>
  confirmedParts(order).filter((part) => hasWithdrawalRight(part) && !isWithdrawalLate(lastDayOf(part), now));
