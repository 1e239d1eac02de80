// Delivery fees of a part at the store's and the carrier's current prices. Amounts in cents.
import { eq } from 'drizzle-orm';
import type { ShippingType } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { distanceChoices, pricesOfWays, shippingFees } from '#domain/orders/shipping.ts';
import type { Tx } from '../db/client.ts';
import { deliveryPrices } from '../db/schema/content.ts';
import { stores } from '../db/schema/stores.ts';
import type { StoreOrderRow } from '../presenters/order-rows.ts';
import { offeredTypes, presentStoreOrder } from '../presenters/orders.ts';
import { notFound } from '../runtime/errors.ts';

/** Items after discount, without delivery. */
export const discountedItemsTotal = (row: StoreOrderRow): number => row.total - row.shippingFees;

/** Served distances, nearest first. */
export const tiersOf = (row: StoreOrderRow) =>
  distanceChoices(row.store.distancePriceLevels, row.store.customShippingMaxDistance);

interface ShippingChoice {
  type: ShippingType;
  /** Kilometres. */
  distance: number | null;
}

export async function computeFees(tx: Tx, row: StoreOrderRow, { type, distance }: ShippingChoice): Promise<number> {
  const { part, terms, prices } = await readPricing(tx, row);
  return shippingFees(type, { ...part, distance }, terms, prices);
}

/** The part with the price of each shipping type. */
export async function presentWithPrices(tx: Tx, row: StoreOrderRow): Promise<StoreOrder> {
  const { part, terms, prices } = await readPricing(tx, row);
  const ways = pricesOfWays(offeredTypes(row.store, row.items), part, terms, prices);
  const shippingPrices = Object.fromEntries(ways.map(({ type, price }) => [type, price]));
  return { ...presentStoreOrder(row), shippingPrices };
}

async function readPricing(tx: Tx, row: StoreOrderRow) {
  const [terms] = await tx.select().from(stores).where(eq(stores.id, row.store.id));
  if (!terms) throw notFound();
  const weight = row.items.reduce((sum, item) => sum + (item.dematerialized ? 0 : item.weight * item.quantity), 0);
  const prices = await tx.select().from(deliveryPrices);
  return { part: { itemsTotal: discountedItemsTotal(row), weight }, terms, prices };
}
