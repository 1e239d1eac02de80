// Weighing arguments: what is still to be weighed of an order, and the command with its price until the answer.
import type { StoreOrder, StoreOrderItem } from '#contract/orders/store-orders.ts';
import { leftOfOrder, meansOf } from '#domain/orders/refund-of-order.ts';
import { isUnderway } from '#domain/orders/store-order.ts';
import { weigh, weighingReason } from '#domain/orders/weighing.ts';
import type { ItemByWeight } from '#domain/orders/weight-terms.ts';
import type { WeighStoreOrder } from '#sync/commands/store-orders.ts';

/** A line sold by weight with what is left of it: units, and the agreed price in cents. */
export interface LineToWeigh {
  item: StoreOrderItem;
  terms: ItemByWeight;
  left: { quantity: number; amount: number };
}

/** Lines that are not weighed yet and of which a unit is left; none once the order has left. */
export function linesToWeigh(order: StoreOrder): LineToWeigh[] {
  if (!isUnderway(order.state)) return [];
  const { lines } = leftOfOrder(order);
  return order.items.flatMap((item) => {
    const left = lines.find((line) => line.item === item['@id']);
    const terms = item.byWeight;
    return terms && !terms.weighed && left && left.quantity > 0 ? [{ item, terms, left }] : [];
  });
}

/** @param grams accepted weights, of all units that are left */
export function weighArgs(order: StoreOrder, lines: readonly (LineToWeigh & { grams: number })[]): WeighStoreOrder {
  const weighed: Record<string, ItemByWeight> = {};
  for (const { item, terms, left, grams } of lines) {
    weighed[item['@id']] = { ...terms, weighed: weigh(terms, left, grams) };
  }
  const less = lines.flatMap((line) => {
    const amount = weighed[line.item['@id']]?.weighed?.less ?? 0;
    return amount > 0 ? [{ ...line, amount }] : [];
  });
  const amount = less.reduce((sum, line) => sum + line.amount, 0);
  const reason = weighingReason(
    less.map(({ item, terms, left, grams }) => ({ name: item.product.name, terms, units: left.quantity, grams })),
  );
  const refund = {
    ...{ amount, means: meansOf(order), delivery: 0, reason },
    lines: less.map((line) => ({ item: line.item['@id'], quantity: 0, amount: line.amount })),
  };
  return {
    id: order.id,
    body: {
      lines: lines.map(({ item, grams }) => ({ item: item['@id'], grams })),
      refunded: (order.refunds ?? []).reduce((sum, earlier) => sum + earlier.amount, 0),
    },
    shown: { weighed, refunds: amount > 0 ? [refund] : [] },
  };
}
