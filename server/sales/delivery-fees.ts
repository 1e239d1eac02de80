// Computes what bringing one shop's part of an order costs now, by its shop's terms and the carrier's prices. Amounts in
// cents.
import { eq } from 'drizzle-orm';
import type { StoreOrder } from '#contract/store-orders.ts';
import type { ShippingType } from '#contract/values.ts';
import { distanceChoices, shippingFees } from '#domain/shipping.ts';
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

export const feesNow = async (tx: Tx, row: StoreOrderRow, way: Way): Promise<number> => (await pricing(tx, row))(way);

/** The part as its shopper chooses its delivery: with what each way would cost. */
export async function presentToChoose(tx: Tx, row: StoreOrderRow): Promise<StoreOrder> {
  const shown = presentStoreOrder(row);
  const feesOf = await pricing(tx, row);
  const offered = offeredTypes(row.store, row.items);
  const prices = offered.map((type) => {
    // A tier replaces the shop's own price: with tiers it costs what the least of them does, or more.
    const distances = type === 'custom_store' ? tiersOf(row).map(({ distance }) => distance) : [];
    const amounts = (distances.length > 0 ? distances : [null]).map((distance) => feesOf({ type, distance }));
    const amount = Math.min(...amounts);
    return [type, { amount, from: Math.max(...amounts) > amount }] as const;
  });
  return { ...shown, shippingPrices: Object.fromEntries(prices) };
}

async function pricing(tx: Tx, row: StoreOrderRow): Promise<(way: Way) => number> {
  const [terms] = await tx.select().from(stores).where(eq(stores.id, row.store.id));
  if (!terms) throw notFound();
  const weight = row.items.reduce((sum, item) => sum + (item.dematerialized ? 0 : item.weight * item.quantity), 0);
  const prices = await tx.select().from(deliveryPrices);
  return ({ type, distance }) => shippingFees(type, { itemsTotal: itemsPaid(row), weight, distance }, terms, prices);
}
