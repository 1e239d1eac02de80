// Computes what bringing one shop's part of an order costs now, by its shop's terms and the carrier's prices. Amounts in
// cents.
import { eq } from 'drizzle-orm';
import type { ShippingType } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { distanceChoices, pricesOfWays, shippingFees } from '#domain/orders/shipping.ts';
import type { Tx } from '../db/client.ts';
import { deliveryPrices } from '../db/schema/content.ts';
import { stores } from '../db/schema/shops.ts';
import { offeredTypes, presentStoreOrder, type StoreOrderRow } from '../presenters/orders.ts';
import { notFound } from '../runtime/errors.ts';

/** What the part comes to without delivery, after the coupon. */
export const itemsPaid = (row: StoreOrderRow): number => row.total - row.shippingFees;

/** The distances that the shop serves, nearest first. */
export const tiersOf = (row: StoreOrderRow) =>
  distanceChoices(row.store.distancePriceLevels, row.store.customShippingMaxDistance);

interface Way {
  type: ShippingType;
  /** Kilometres. */
  distance: number | null;
}

export async function feesNow(tx: Tx, row: StoreOrderRow, { type, distance }: Way): Promise<number> {
  const { part, terms, prices } = await pricing(tx, row);
  return shippingFees(type, { ...part, distance }, terms, prices);
}

/** The part as its shopper chooses its delivery: with what each way would cost. */
export async function presentToChoose(tx: Tx, row: StoreOrderRow): Promise<StoreOrder> {
  const { part, terms, prices } = await pricing(tx, row);
  const ways = pricesOfWays(offeredTypes(row.store, row.items), part, terms, prices);
  const shippingPrices = Object.fromEntries(ways.map(({ type, price }) => [type, price]));
  return { ...presentStoreOrder(row), shippingPrices };
}

async function pricing(tx: Tx, row: StoreOrderRow) {
  const [terms] = await tx.select().from(stores).where(eq(stores.id, row.store.id));
  if (!terms) throw notFound();
  const weight = row.items.reduce((sum, item) => sum + (item.dematerialized ? 0 : item.weight * item.quantity), 0);
  const prices = await tx.select().from(deliveryPrices);
  return { part: { itemsTotal: itemsPaid(row), weight }, terms, prices };
}
