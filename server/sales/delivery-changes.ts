// Finds what became different about the delivery of an order since it was chosen: a way, distance or relay point that is no
// longer there, another price. The delivery form looks at the same, but whoever asks may leave the form out.
import { eq } from 'drizzle-orm';
import type { Violation } from '#contract/wire/hydra.ts';
import { formatCents } from '#domain/money.ts';
import { isServed, SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import type { Tx } from '../db/client.ts';
import { storeOrders } from '../db/schema/sales.ts';
import { offeredTypes, type StoreOrderRow, shippingTypeOf } from '../presenters/orders.ts';
import { isElsewhere, placeNow } from './collection-place.ts';
import { feesNow, itemsPaid, tiersOf } from './delivery-fees.ts';
import { readStoreOrders } from './order-reading.ts';

/** One sentence at most about each shop's part. */
export async function deliveryChanged(tx: Tx, orderId: number): Promise<Violation[]> {
  const parts = await readStoreOrders(tx, eq(storeOrders.orderId, orderId));
  const violations: Violation[] = [];
  for (const part of parts) {
    const said = await changeOf(tx, part);
    if (said) violations.push({ propertyPath: `storeOrders.${part.id}`, message: `${part.store.name}\u00a0: ${said}` });
  }
  return violations;
}

async function changeOf(tx: Tx, part: StoreOrderRow): Promise<string | null> {
  const type = shippingTypeOf(part.shippingType);
  const { distance, pickupId } = part;
  if (!offeredTypes(part.store, part.items).includes(type)) {
    return `«\u00a0${part.deliveryNames[type] ?? SHIPPING_LABELS[type]}\u00a0» n’est plus proposé.`;
  }
  const paid = itemsPaid(part);
  const isOffered = tiersOf(part).some((tier) => tier.distance === distance && isServed(tier, paid));
  if (type === 'custom_store' && distance !== null && !isOffered) {
    return `la livraison à ${distance}\u00a0km n’est plus proposée pour ce montant.`;
  }
  const place = await placeNow(tx, part.store, { type, pickupId });
  if (type === 'relay' && pickupId !== null && place === null) return 'ce point relais n’existe plus.';
  if (part.place && place && isElsewhere(part.place, place)) {
    return `le point relais «\u00a0${part.place.name}\u00a0» a changé de nom ou d’adresse.`;
  }
  const fees = await feesNow(tx, part, { type, distance });
  if (fees === part.shippingFees) return null;
  return `la livraison est maintenant de ${formatCents(fees)} au lieu de ${formatCents(part.shippingFees)}.`;
}
