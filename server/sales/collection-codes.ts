// Collection codes of orders collected at the store: a signed code for the customer, a short code for both sides.
// Guarantee: only orders that are paid, or to be paid at the store, and not yet collected get a signed code.
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { collectionCode, isCollected, proofBytes, shortName } from '#domain/orders/collection-code.ts';
import { hasReached } from '#domain/orders/order-states.ts';
import { isUnderway } from '#domain/orders/store-order.ts';
import type { CollectionKeys } from '../access/collection-keys.ts';

const DAY = 86_400_000;
/** Limits the life of leaked pictures; each online view of the order issues a new code. */
const CODE_DAYS = 60;

/** For the shopper. */
export function addCollectionCodes(order: Order, keys: CollectionKeys, now: Date): Order {
  return { ...order, storeOrders: order.storeOrders.map((part) => addCollectionCode(part, keys, now)) };
}

function addCollectionCode(part: StoreOrder, keys: CollectionKeys, now: Date): StoreOrder {
  if (!isCollected(part.shippingType) || !isUnderway(part.state)) return part;
  const signed = proofBytes({
    keyId: keys.keyId,
    storeId: part.store.id,
    id: part.id,
    toPay: part.orderPaymentOnDelivery,
    amount: part.total.amount - (part.refunded?.amount ?? 0),
    name: shortName(part.firstName, part.lastName),
    expiresAt: now.getTime() + CODE_DAYS * DAY,
  });
  return { ...part, collection: { short: keys.shortCode(part.id), code: collectionCode(signed, keys.sign(signed)) } };
}

/** For the store: tablets find an order by its short code, even after collection. */
export function addShortCode(part: StoreOrder, keys: CollectionKeys): StoreOrder {
  if (!isCollected(part.shippingType) || !hasReached(part.state, 'payed')) return part;
  return { ...part, collection: { short: keys.shortCode(part.id) } };
}
