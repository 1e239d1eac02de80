// Computes what bringing one shop's part of an order costs now, by its shop's terms and the carrier's prices. Amounts in
// cents.
import { eq } from 'drizzle-orm';
import type { ShippingType } from '#contract/values.ts';
import { distanceChoices, shippingFees } from '#domain/shipping.ts';
import type { Tx } from '../db/client.ts';
import { deliveryPrices } from '../db/schema/content.ts';
import { stores } from '../db/schema/shops.ts';
import type { StoreOrderRow } from '../presenters/orders.ts';
import { notFound } from '../runtime/errors.ts';

/** What the part comes to without delivery, after the coupon. */
export const itemsPaid = (row: StoreOrderRow): number => row.total - row.shippingFees;

/** The distances that the shop serves, nearest first. */
export const tiersOf = (row: StoreOrderRow) =>
  distanceChoices(row.store.distancePriceLevels, row.store.customShippingMaxDistance);

export async function feesNow(
  tx: Tx,
  row: StoreOrderRow,
  { type, distance }: { type: ShippingType; distance: number | null },
): Promise<number> {
  const [terms] = await tx.select().from(stores).where(eq(stores.id, row.store.id));
  if (!terms) throw notFound();
  const weight = row.items.reduce((sum, item) => sum + (item.dematerialized ? 0 : item.weight * item.quantity), 0);
  const part = { itemsTotal: itemsPaid(row), weight, distance };
  return shippingFees(type, part, terms, await tx.select().from(deliveryPrices));
}
