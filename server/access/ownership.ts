// Says whose a thing is, and whether it is still as the caller saw it: the first two questions of every merchant's write.
// Guarantee: the row is locked until the transaction ends, so that what was compared is what is changed.
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { images } from '../db/schema/pictures.ts';
import { coupons } from '../db/schema/sales.ts';
import { stores } from '../db/schema/shops.ts';
import { changed, notFound } from '../runtime/errors.ts';

/** The shop of a merchant. */
export async function ownStoreId(tx: Tx, merchantId: string): Promise<string> {
  const [own] = await tx.select({ id: stores.id }).from(stores).where(eq(stores.ownerId, merchantId));
  if (!own) throw notFound();
  return own.id;
}

/** Refuses someone else's shop. */
export async function requireOwnStore(tx: Tx, storeId: string, merchantId: string): Promise<void> {
  if ((await ownStoreId(tx, merchantId)) !== storeId.toLowerCase()) throw notFound();
}

const ofMerchant = (merchantId: string) => sql`(select own.id from ${stores} own where own.owner_id = ${merchantId})`;

export async function lockOwnStore(tx: Tx, id: string, merchantId: string) {
  const [held] = await tx
    .select()
    .from(stores)
    .where(and(eq(stores.id, id), eq(stores.ownerId, merchantId)))
    .for('no key update');
  if (!held) throw notFound();
  return held;
}

const ownProduct = (id: string, merchantId: string) =>
  and(eq(products.id, id), isNull(products.deletedAt), sql`${products.storeId} = ${ofMerchant(merchantId)}`);
const productGone = () => notFound('product-gone', "Ce produit n'existe plus.");

export async function requireOwnProduct(tx: Tx, id: string, merchantId: string): Promise<void> {
  const [held] = await tx.select({ id: products.id }).from(products).where(ownProduct(id, merchantId));
  if (!held) throw productGone();
}

export async function lockOwnProduct(tx: Tx, id: string, merchantId: string) {
  const [held] = await tx.select().from(products).where(ownProduct(id, merchantId)).for('no key update');
  if (!held) throw productGone();
  return held;
}
export type HeldProduct = Awaited<ReturnType<typeof lockOwnProduct>>;

/** For the condition of a query over coupons. */
export const ownCoupon = (id: string, merchantId: string) =>
  and(eq(coupons.id, id), isNull(coupons.deletedAt), sql`${coupons.storeId} = ${ofMerchant(merchantId)}`);

export async function lockOwnCoupon(tx: Tx, id: string, merchantId: string) {
  const [held] = await tx.select().from(coupons).where(ownCoupon(id, merchantId)).for('no key update');
  if (!held) throw notFound();
  return held;
}

export async function lockOwnImage(tx: Tx, id: string, merchantId: string) {
  const [held] = await tx
    .select()
    .from(images)
    .where(and(eq(images.id, id), isNull(images.deletedAt), sql`${images.storeId} = ${ofMerchant(merchantId)}`))
    .for('no key update');
  if (!held) throw notFound('image-gone', "Cette image n'existe plus.");
  return held;
}

/**
 * 412 `version` when the caller looked at another version than the present one.
 * @param now what is answered as it is; only what the write names of it is told
 */
export async function refuseStale(
  ifMatch: number | undefined,
  version: number,
  message: string,
  named: readonly string[],
  now: () => Promise<object>,
): Promise<void> {
  if (ifMatch === undefined || ifMatch === version) return;
  const shown = await now();
  const current = Object.fromEntries(
    named.filter((name) => Object.hasOwn(shown, name)).map((name) => [name, Reflect.get(shown, name)]),
  );
  throw changed(message, 'version', { version, current });
}
