// Refund arguments: the command that gives back some of an order.
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { amountOf, type RefundTaken } from '#domain/orders/refund.ts';
import { leftOfOrder, meansOf } from '#domain/orders/refund-of-order.ts';
import type { RefundStoreOrder } from '#sync/commands/store-orders.ts';

/** Articles with the delivery, or a free amount in cents with its reason. */
export type RefundChoice = RefundTaken | { amount: number; reason: string };

export function refundArgs(
  order: StoreOrder,
  choice: RefundChoice,
  { restock, message, cancel }: { restock: boolean; message: string; cancel: boolean },
): RefundStoreOrder {
  const isFree = 'reason' in choice;
  const amount = isFree ? choice.amount : amountOf(choice);
  const { lines, delivery } = isFree ? { lines: [], delivery: 0 } : choice;
  const reason = isFree ? choice.reason : '';
  const units = lines.filter(({ quantity }) => quantity > 0);
  return {
    id: order.id,
    body: {
      ...(isFree
        ? { reason }
        : { lines: units.map(({ item, quantity }) => ({ item, quantity })), delivery: delivery > 0 }),
      ...{ amount: { amount }, restock, message, cancel },
      refunded: (order.refunds ?? []).reduce((sum, refund) => sum + refund.amount, 0),
    },
    shown: { amount, means: meansOf(order), lines, delivery, reason },
  };
}

/** Everything that is left of an order that is not shipped. */
export const cancellationArgs = (order: StoreOrder, message: string): RefundStoreOrder =>
  refundArgs(order, leftOfOrder(order), { restock: true, message, cancel: true });
