// Delivery changes: differences since the delivery was chosen (shipping type, distance, relay point, slot, price). The
// delivery form checks the same, but a client may skip it.
import { eq } from 'drizzle-orm';
import type { Violation } from '#contract/wire/hydra.ts';
import { formatCents } from '#domain/money.ts';
import { isDistanceServed, SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import type { Tx } from '../db/client.ts';
import { storeOrders } from '../db/schema/sales.ts';
import type { StoreOrderRow } from '../presenters/order-rows.ts';
import { offeredTypes, shippingTypeOf, slotOf } from '../presenters/orders.ts';
import { hasMoved, readCurrentPlace } from './collection-place.ts';
import { computeFees, discountedItemsTotal, tiersOf } from './delivery-fees.ts';
import { readStoreOrders } from './order-reading.ts';
import { findSlotProblem } from './slots.ts';

/** At most one sentence per part. */
export async function findDeliveryChanges(tx: Tx, orderId: number, now: Date): Promise<Violation[]> {
  const parts = await readStoreOrders(tx, eq(storeOrders.orderId, orderId));
  const violations: Violation[] = [];
  for (const part of parts) {
    const change = await describeChange(tx, part, now);
    if (change)
      violations.push({ propertyPath: `storeOrders.${part.id}`, message: `${part.store.name}\u00a0: ${change}` });
  }
  return violations;
}

async function describeChange(tx: Tx, part: StoreOrderRow, now: Date): Promise<string | null> {
  const type = shippingTypeOf(part.shippingType);
  const { distance, pickupId } = part;
  if (!offeredTypes(part.store, part.items).includes(type)) {
    return `«\u00a0${part.deliveryNames[type] ?? SHIPPING_LABELS[type]}\u00a0» n’est plus proposé.`;
  }
  const paid = discountedItemsTotal(part);
  const isOffered = tiersOf(part).some((tier) => tier.distance === distance && isDistanceServed(tier, paid));
  if (type === 'custom_store' && distance !== null && !isOffered) {
    return `la livraison à ${distance}\u00a0km n’est plus proposée pour ce montant.`;
  }
  const slot = slotOf(part);
  const gone = slot && (await findSlotProblem(tx, { ...part, slot }, part.cartId, now));
  if (gone) return gone;
  const place = await readCurrentPlace(tx, part.store, { type, pickupId });
  if (type === 'relay' && pickupId !== null && place === null) return 'ce point relais n’existe plus.';
  if (part.place && place && hasMoved(part.place, place)) {
    return `le point relais «\u00a0${part.place.name}\u00a0» a changé de nom ou d’adresse.`;
  }
  const fees = await computeFees(tx, part, { type, distance });
  if (fees === part.shippingFees) return null;
  return `la livraison est maintenant de ${formatCents(fees)} au lieu de ${formatCents(part.shippingFees)}.`;
}
