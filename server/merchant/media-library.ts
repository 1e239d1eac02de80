// Lists, adds, captions and removes the pictures of a shop. Guarantee: one that is removed is shown nowhere any more, and
// what showed it has a new version.
import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Image } from '#contract/fields/values.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import type { Db, Tx } from '../db/client.ts';
import { productImages, products } from '../db/schema/catalogue.ts';
import { images } from '../db/schema/pictures.ts';
import { storeImages, stores } from '../db/schema/shops.ts';
import type { SentFile } from '../plugins/uploads.ts';
import { collectionOf, type Page, pageOf } from '../presenters/collection.ts';
import { presentImage } from '../presenters/images.ts';
import { invalid } from '../runtime/errors.ts';
import { stemOfSent } from '../services/picture-names.ts';
import { lockOwnImage, lockOwnStore, ownStoreId } from './own-rows.ts';

const PICTURES_AT_MOST = 2000;
const BYTES_AT_MOST = 1024 ** 3;

/** Refuses with 422 a picture for which the shop has no room; those that were deleted count as long as their files are there. */
export async function requireRoom(tx: Db | Tx, storeId: string, bytes: Uint8Array): Promise<void> {
  const [held] = await tx
    .select({ pictures: count(), bytes: sql<number>`coalesce(sum(${images.uploadedBytes}), 0)::float8` })
    .from(images)
    .where(eq(images.storeId, storeId));
  if (held && (held.pictures >= PICTURES_AT_MOST || held.bytes + bytes.length > BYTES_AT_MOST)) {
    throw invalid([
      {
        propertyPath: 'file[0]',
        message:
          'La médiathèque est pleine\u00a0: supprimez des images inutilisées. Leur place est libre sept jours après.',
      },
    ]);
  }
}

export async function addPicture(
  tx: Tx,
  merchantId: string,
  { bytes, sha256 }: SentFile,
  caption: string,
  now: Date,
): Promise<Collection<Image>> {
  const { id: storeId } = await lockOwnStore(tx, await ownStoreId(tx, merchantId), merchantId);
  await requireRoom(tx, storeId, bytes);
  const [row] = await tx
    .insert(images)
    .values({
      stem: stemOfSent(sha256),
      caption,
      storeId,
      uploadedBytes: bytes.length,
      unusedSince: now,
      createdAt: now,
    })
    .returning();
  return collectionOf('/images', row ? [presentImage(row)] : []);
}

/** One that is not deleted, or undefined. */
export async function pictureOf(tx: Tx, id: string): Promise<Image | undefined> {
  const [row] = await tx
    .select()
    .from(images)
    .where(and(eq(images.id, id), isNull(images.deletedAt)));
  return row && presentImage(row);
}

/** One page of a shop's pictures. */
export async function picturesOf(
  tx: Tx,
  storeId: string,
  order: 'ASC' | 'DESC',
  address: string,
  asked: Page,
): Promise<Collection<Image>> {
  const shown = and(eq(images.storeId, storeId), isNull(images.deletedAt));
  const [counted] = await tx.select({ total: count() }).from(images).where(shown);
  const rows = await tx
    .select()
    .from(images)
    .where(shown)
    .orderBy(order === 'ASC' ? asc(images.createdAt) : desc(images.createdAt), asc(images.id))
    .limit(asked.itemsPerPage)
    .offset((asked.page - 1) * asked.itemsPerPage);
  return pageOf(address, rows.map(presentImage), counted?.total ?? 0, asked);
}

/** The words belong to the picture alone: what shows it stays at its version. */
export async function setCaption(tx: Tx, id: string, merchantId: string, caption: string): Promise<Image> {
  const held = await lockOwnImage(tx, id, merchantId);
  await tx.update(images).set({ caption }).where(eq(images.id, held.id));
  return presentImage({ ...held, caption });
}

export async function removePicture(tx: Tx, id: string, merchantId: string, now: Date): Promise<void> {
  const held = await lockOwnImage(tx, id, merchantId);
  await raiseVersions(tx, held.id);
  await tx.delete(productImages).where(eq(productImages.imageId, held.id));
  await tx.delete(storeImages).where(eq(storeImages.imageId, held.id));
  await tx.update(products).set({ technicalImageId: null }).where(eq(products.technicalImageId, held.id));
  await tx.update(stores).set({ logoId: null }).where(eq(stores.logoId, held.id));
  await tx.update(images).set({ deletedAt: now }).where(eq(images.id, held.id));
}

/** Of the products and the shop that show a picture; the products in the order of their ids, as all who lock several do. */
async function raiseVersions(tx: Tx, imageId: string): Promise<void> {
  const showing = sql`select id from ${products} where technical_image_id = ${imageId}
    or id in (select product_id from ${productImages} where image_id = ${imageId}) order by id for no key update`;
  await tx.execute(sql`update ${products} set version = version + 1 where id in (${showing})`);
  await tx.execute(sql`update ${stores} set version = version + 1 where logo_id = ${imageId}
    or id in (select store_id from ${storeImages} where image_id = ${imageId})`);
}
