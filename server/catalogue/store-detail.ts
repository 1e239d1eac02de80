// Public store page, store visibility and names of deliveries.
import { and, eq, type SQL } from 'drizzle-orm';
import type { Store } from '#contract/catalogue/stores.ts';
import type { ShippingType } from '#contract/fields/values.ts';
import { SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import { ownStore } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { deliveryMethods } from '../db/schema/content.ts';
import { stores } from '../db/schema/stores.ts';
import { presentStore, storeColumns } from '../presenters/stores.ts';

const isPublished = eq(stores.published, true);

async function findPublishedStore(tx: Tx, which: SQL): Promise<Store | undefined> {
  const [row] = await tx.select(storeColumns).from(stores).where(and(which, isPublished));
  return row && presentStore(row);
}

/** @returns a published store, or undefined */
export const storeBySlug = (tx: Tx, slug: string) => findPublishedStore(tx, eq(stores.slug, slug));
export const storeById = (tx: Tx, id: string) => findPublishedStore(tx, eq(stores.id, id));

/** True if a store has this plan. */
export async function isPlan(tx: Tx, name: string): Promise<boolean> {
  const found = await tx.select({ id: stores.id }).from(stores).where(eq(stores.plan, name)).limit(1);
  return found.length > 0;
}

/** @param merchantId owner of the store; null accepts any published store */
export async function isStoreOf(tx: Tx, id: string, merchantId: string | null): Promise<boolean> {
  const found = await tx
    .select({ id: stores.id })
    .from(stores)
    .where(and(eq(stores.id, id), merchantId === null ? isPublished : ownStore(merchantId)));
  return found.length > 0;
}

/** The market's name of a shipping type, or the default. */
export async function deliveryName(tx: Tx, type: ShippingType): Promise<string> {
  const [named] = await tx.select().from(deliveryMethods).where(eq(deliveryMethods.shippingType, type));
  return named?.name ?? SHIPPING_LABELS[type];
}
