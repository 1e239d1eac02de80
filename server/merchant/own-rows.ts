// Own rows: finds and locks a merchant's rows and checks their version.
// Guarantee: the row stays locked until the end of the transaction, so the compared version is the one that changes.
import { and, eq } from 'drizzle-orm';
import { ownCoupon, ownImage, ownProduct, ownStore } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { images } from '../db/schema/pictures.ts';
import { coupons } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import type { VersionedContext } from '../http/call.ts';
import { notFound, preconditionFailed } from '../runtime/errors.ts';

/** The merchant's store. */
export async function findOwnStoreId(tx: Tx, merchantId: string): Promise<string> {
  const [own] = await tx.select({ id: stores.id }).from(stores).where(ownStore(merchantId));
  if (!own) throw notFound();
  return own.id;
}

/** @throws 404 for another merchant's store */
export async function requireOwnStore(tx: Tx, storeId: string, merchantId: string): Promise<void> {
  if ((await findOwnStoreId(tx, merchantId)) !== storeId.toLowerCase()) throw notFound();
}

export async function lockOwnStore(tx: Tx, id: string, merchantId: string) {
  const [store] = await tx
    .select()
    .from(stores)
    .where(and(eq(stores.id, id), ownStore(merchantId)))
    .for('no key update');
  if (!store) throw notFound();
  return store;
}

const productGoneError = () => notFound('product-gone', 'Ce produit n’existe plus.');

export async function requireOwnProduct(tx: Tx, id: string, merchantId: string): Promise<void> {
  const [product] = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, id), ownProduct(merchantId)));
  if (!product) throw productGoneError();
}

export async function lockOwnProduct(tx: Tx, id: string, merchantId: string) {
  const [product] = await tx
    .select()
    .from(products)
    .where(and(eq(products.id, id), ownProduct(merchantId)))
    .for('no key update');
  if (!product) throw productGoneError();
  return product;
}

export async function lockOwnCoupon(tx: Tx, id: string, merchantId: string) {
  const [coupon] = await tx
    .select()
    .from(coupons)
    .where(and(eq(coupons.id, id), ownCoupon(merchantId)))
    .for('no key update');
  if (!coupon) throw notFound();
  return coupon;
}

export async function lockOwnImage(tx: Tx, id: string, merchantId: string) {
  const [image] = await tx
    .select()
    .from(images)
    .where(and(eq(images.id, id), ownImage(merchantId)))
    .for('no key update');
  if (!image) throw notFound('image-gone', 'Cette image n’existe plus.');
  return image;
}

/**
 * 412 `version` if the caller's version is outdated.
 * @param write its message and fields; `present` reads the row, of which the answer contains these fields only
 */
export async function requireVersionMatch(
  { ifMatch }: Pick<VersionedContext, 'ifMatch'>,
  { version }: { version: number },
  write: { message: string; fields: readonly string[]; present: () => Promise<object> },
): Promise<void> {
  if (ifMatch === undefined || ifMatch === version) return;
  const shown = await write.present();
  const current = Object.fromEntries(
    write.fields.filter((name) => Object.hasOwn(shown, name)).map((name) => [name, Reflect.get(shown, name)]),
  );
  throw preconditionFailed(write.message, 'version', { version, current });
}
