// Reads a shop as its public page shows it, whether it is one whose products may be listed, and what a delivery is called.
import { and, eq, type SQL } from 'drizzle-orm';
import type { Store } from '#contract/catalogue/stores.ts';
import type { ShippingType } from '#contract/fields/values.ts';
import { SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import { ownStore } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { deliveryMethods } from '../db/schema/content.ts';
import { stores } from '../db/schema/shops.ts';
import { presentStore, storeColumns } from '../presenters/stores.ts';

const isOpen = eq(stores.published, true);

async function openStore(tx: Tx, which: SQL): Promise<Store | undefined> {
  const [row] = await tx.select(storeColumns).from(stores).where(and(which, isOpen));
  return row && presentStore(row);
}

/** A shop that is open, or undefined. */
export const storeBySlug = (tx: Tx, slug: string) => openStore(tx, eq(stores.slug, slug));
export const storeById = (tx: Tx, id: string) => openStore(tx, eq(stores.id, id));

/** One that some shop has. */
export async function isPlan(tx: Tx, name: string): Promise<boolean> {
  const found = await tx.select({ id: stores.id }).from(stores).where(eq(stores.plan, name)).limit(1);
  return found.length > 0;
}

/** @param merchantId whose own shop it must be; of whoever asks for an open one: null */
export async function isStoreOf(tx: Tx, id: string, merchantId: string | null): Promise<boolean> {
  const found = await tx
    .select({ id: stores.id })
    .from(stores)
    .where(and(eq(stores.id, id), merchantId === null ? isOpen : ownStore(merchantId)));
  return found.length > 0;
}

/** The market's name for a way of delivery, else the built-in one. */
export async function deliveryName(tx: Tx, type: ShippingType): Promise<string> {
  const [named] = await tx.select().from(deliveryMethods).where(eq(deliveryMethods.shippingType, type));
  return named?.name ?? SHIPPING_LABELS[type];
}
