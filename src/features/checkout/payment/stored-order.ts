// The order as the server last gave it, kept on the device like what was typed for it: without a network it is what its
// shopper may agree to.
import type { Order } from '#contract/orders/orders.ts';
import { lineKeyOf } from '#domain/orders/cart.ts';
import type { CartState } from '#state/cart/cart.ts';
import { forgetDraft, keepDraft, readDraft, untyped } from '#state/session/draft-store.ts';

const key = untyped('commande');

/** The order as the server last gave it, so that its delivery can be chosen to the end without a network. */
export interface KeptOrder {
  order: Order;
  /** Milliseconds since 1970. */
  seenAt: number;
  /** Of the cart it was made from. */
  coupon: string | null;
}

export const keepOrder = ({ order, seenAt, coupon }: KeptOrder) => keepDraft(key, { order, seenAt, coupon });

export const forgetOrder = () => forgetDraft(key);

/** The kept order of this very cart: the same articles, as many of each, the same coupon; null when there is none. */
export function orderOfCart({ items, couponCode }: CartState['cart']): KeptOrder | null {
  const kept = readDraft(key) as unknown as KeptOrder | null;
  if (!kept || kept.coupon !== couponCode) return null;
  const lines = kept.order.storeOrders.flatMap((part) => part.items);
  const isSame =
    lines.length === items.length &&
    lines.every((line) => {
      const lineKey = lineKeyOf(
        line.product.id,
        line.optionValues.map(({ id }) => id),
      );
      return items.some((item) => item.lineKey === lineKey && item.quantity === line.quantity);
    });
  return isSame && kept.order.storeOrders.every(({ state }) => state === 'new') ? kept : null;
}
