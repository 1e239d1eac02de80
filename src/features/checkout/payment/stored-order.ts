// Stored order: the last order from the server, on the device like a draft, for an offline commitment.
import type { Order } from '#contract/orders/orders.ts';
import { lineKeyOf } from '#domain/orders/cart.ts';
import type { CartState } from '#state/cart/cart.ts';
import { discardDraft, loadDraft, saveDraft, untyped } from '#state/session/draft-store.ts';

const key = untyped('commande');

/** The last order from the server. */
export interface StoredOrder {
  order: Order;
  /** Milliseconds since 1970. */
  seenAt: number;
  /** Coupon of its cart. */
  coupon: string | null;
}

export const saveOrder = ({ order, seenAt, coupon }: StoredOrder) => saveDraft(key, { order, seenAt, coupon });

export const removeStoredOrder = () => discardDraft(key);

/** The stored order of this cart (same articles, quantities and coupon); null without one. */
export function storedOrderOf({ items, couponCode }: CartState['cart']): StoredOrder | null {
  const stored = loadDraft(key) as unknown as StoredOrder | null;
  if (!stored || stored.coupon !== couponCode) return null;
  const lines = stored.order.storeOrders.flatMap((part) => part.items);
  const isSame =
    lines.length === items.length &&
    lines.every((line) => {
      const lineKey = lineKeyOf(
        line.product.id,
        line.optionValues.map(({ id }) => id),
      );
      return items.some((item) => item.lineKey === lineKey && item.quantity === line.quantity);
    });
  return isSame && stored.order.storeOrders.every(({ state }) => state === 'new') ? stored : null;
}
