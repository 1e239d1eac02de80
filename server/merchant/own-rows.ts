// Finds and locks what a merchant writes to, and refuses a write made on an older version of it.
// Guarantee: the row is locked until the transaction ends, so that what was compared is what is changed.
import { and, eq } from 'drizzle-orm';
import { ownCoupon, ownImage, ownProduct, ownStore } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { images } from '../db/schema/pictures.ts';
import { coupons } from '../db/schema/sales.ts';
import { stores } from '../db/schema/shops.ts';
import { changed, notFound } from '../runtime/errors.ts';

/** The shop of a merchant. */
export async function ownStoreId(tx: Tx, merchantId: string): Promise<string> {
  const [own] = await tx.select({ id: stores.id }).from(stores).where(ownStore(merchantId));
  if (!own) throw notFound();
  return own.id;
}

/** Refuses someone else's shop. */
export async function requireOwnStore(tx: Tx, storeId: string, merchantId: string): Promise<void> {
  if ((await ownStoreId(tx, merchantId)) !== storeId.toLowerCase()) throw notFound();
}

export async function lockOwnStore(tx: Tx, id: string, merchantId: string) {
  const [held] = await tx
    .select()
    .from(stores)
    .where(and(eq(stores.id, id), ownStore(merchantId)))
    .for('no key update');
  if (!held) throw notFound();
  return held;
}

const productGone = () => notFound('product-gone', 'Ce produit n’existe plus.');

export async function requireOwnProduct(tx: Tx, id: string, merchantId: string): Promise<void> {
  const [held] = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, id), ownProduct(merchantId)));
  if (!held) throw productGone();
}

export async function lockOwnProduct(tx: Tx, id: string, merchantId: string) {
  const [held] = await tx
    .select()
    .from(products)
    .where(and(eq(products.id, id), ownProduct(merchantId)))
    .for('no key update');
  if (!held) throw productGone();
  return held;
}
export type HeldProduct = Awaited<ReturnType<typeof lockOwnProduct>>;

export async function lockOwnCoupon(tx: Tx, id: string, merchantId: string) {
  const [held] = await tx
    .select()
    .from(coupons)
    .where(and(eq(coupons.id, id), ownCoupon(merchantId)))
    .for('no key update');
  if (!held) throw notFound();
  return held;
}

export async function lockOwnImage(tx: Tx, id: string, merchantId: string) {
  const [held] = await tx
    .select()
    .from(images)
    .where(and(eq(images.id, id), ownImage(merchantId)))
    .for('no key update');
  if (!held) throw notFound('image-gone', 'Cette image n’existe plus.');
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
