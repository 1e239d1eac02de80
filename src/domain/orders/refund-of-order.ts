// Refund of a store order as it is shown: what is left of it, and how it would be given back.
import type { StoreOrder, StoreOrderRefund } from '#contract/orders/store-orders.ts';
import { leftOf, type RefundTaken } from './refund.ts';
import { isUnderway } from './store-order.ts';

/** By line and for the delivery, in cents; lines without any unit left are included. */
export const leftOfOrder = (order: StoreOrder): RefundTaken =>
  leftOf({
    lines: order.items.map(({ '@id': item, quantity, total, discounted }) => ({
      item,
      quantity,
      total: total.amount,
      discounted,
    })),
    discount: order.totalBeforeDiscount.amount - order.total.amount,
    shippingFees: order.shippingFees.amount,
    refunds: order.refunds ?? [],
  });

/** How a refund of now is given back. */
export const meansOf = ({ orderPaymentOnDelivery, state }: StoreOrder): StoreOrderRefund['means'] => {
  if (!orderPaymentOnDelivery) return 'payment';
  return isUnderway(state) ? 'due' : 'store';
};
