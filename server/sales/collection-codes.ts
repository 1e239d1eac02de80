// Gives orders that are collected at the shop their codes: the signed one to their customer alone, the short one to both sides.
// Guarantee: only what is paid, or agreed to be paid at the shop, and still there to be collected has a signed code.
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { collectionCode, isCollected, proofBytes, shortName } from '#domain/orders/collection-code.ts';
import { hasReached } from '#domain/orders/order-states.ts';
import { merchantAction } from '#domain/orders/store-order.ts';
import type { CollectionKeys } from '../access/collection-keys.ts';

const DAY = 86_400_000;
/** A picture of it that lies around somewhere ends; each look at the order with a network gives another as long. */
const VALID_DAYS = 60;

/** For whoever ordered. */
export function withCodes(order: Order, keys: CollectionKeys, now: Date): Order {
  return { ...order, storeOrders: order.storeOrders.map((part) => withCode(part, keys, now)) };
}

function withCode(part: StoreOrder, keys: CollectionKeys, now: Date): StoreOrder {
  if (!isCollected(part.shippingType) || merchantAction(part.state) === null) return part;
  const signed = proofBytes({
    keyId: keys.keyId,
    storeId: part.store.id,
    id: part.id,
    toPay: part.orderPaymentOnDelivery,
    amount: part.total.amount,
    name: shortName(part.firstName, part.lastName),
    expiresAt: now.getTime() + VALID_DAYS * DAY,
  });
  return { ...part, collection: { short: keys.shortCode(part.id), code: collectionCode(signed, keys.sign(signed)) } };
}

/** For its shop: by the short code a tablet finds the order, also one that was collected already. */
export function withShortCode(part: StoreOrder, keys: CollectionKeys): StoreOrder {
  if (!isCollected(part.shippingType) || !hasReached(part.state, 'payed')) return part;
  return { ...part, collection: { short: keys.shortCode(part.id) } };
}
