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
  /** Codes of its cart. */
  coupons: readonly string[];
}

export const saveOrder = ({ order, seenAt, coupons }: StoredOrder) => saveDraft(key, { order, seenAt, coupons });

export const removeStoredOrder = () => discardDraft(key);

/** The stored order of this cart (same articles, quantities and codes); null without one. */
export function storedOrderOf({ items, coupons }: CartState['cart']): StoredOrder | null {
  const stored = loadDraft(key) as unknown as StoredOrder | null;
  if (!stored || `${stored.coupons ?? ''}` !== `${coupons.map(({ code }) => code)}`) return null;
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
