// Media library of a store: listing, uploading, captioning and removing pictures. Guarantee: a removed picture
// disappears everywhere, with new versions of everything that showed it.
import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Image } from '#contract/fields/values.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import type { Db, Tx } from '../db/client.ts';
import { productImages, products } from '../db/schema/catalogue.ts';
import { images } from '../db/schema/pictures.ts';
import { storeImages, stores } from '../db/schema/stores.ts';
import type { ActorContext } from '../http/call.ts';
import type { SentFile } from '../plugins/uploads.ts';
import { type PageRequest, presentCollection, presentPage } from '../presenters/collection.ts';
import { presentImage } from '../presenters/images.ts';
import { invalid } from '../runtime/errors.ts';
import { uploadStem } from '../services/picture-names.ts';
import { findOwnStoreId, lockOwnImage, lockOwnStore } from './own-rows.ts';

const MAX_PICTURES = 2000;
const MAX_LIBRARY_BYTES = 1024 ** 3;

/** Rejects with 422 a picture above the store's quota. Deleted pictures count until their files are deleted. */
export async function requireQuota(tx: Db | Tx, storeId: string, bytes: Uint8Array): Promise<void> {
  const [used] = await tx
    .select({ pictures: count(), bytes: sql<number>`coalesce(sum(${images.uploadedBytes}), 0)::float8` })
    .from(images)
    .where(eq(images.storeId, storeId));
  if (used && (used.pictures >= MAX_PICTURES || used.bytes + bytes.length > MAX_LIBRARY_BYTES)) {
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
  { tx, actor, now }: ActorContext,
  { bytes, sha256 }: SentFile,
  caption: string,
): Promise<Collection<Image>> {
  const { id: storeId } = await lockOwnStore(tx, await findOwnStoreId(tx, actor.id), actor.id);
  await requireQuota(tx, storeId, bytes);
  const [row] = await tx
    .insert(images)
    .values({
      stem: uploadStem(sha256),
      caption,
      storeId,
      uploadedBytes: bytes.length,
      unusedSince: now,
      createdAt: now,
    })
    .returning();
  return presentCollection('/images', row ? [presentImage(row)] : []);
}

/** @returns undefined if deleted or unknown */
export async function findPicture(tx: Tx, id: string): Promise<Image | undefined> {
  const [row] = await tx
    .select()
    .from(images)
    .where(and(eq(images.id, id), isNull(images.deletedAt)));
  return row && presentImage(row);
}

/** One page of a store's pictures. */
export async function listPictures(
  tx: Tx,
  storeId: string,
  order: 'ASC' | 'DESC',
  page: PageRequest,
): Promise<Collection<Image>> {
  const shown = and(eq(images.storeId, storeId), isNull(images.deletedAt));
  const [counted] = await tx.select({ total: count() }).from(images).where(shown);
  const rows = await tx
    .select()
    .from(images)
    .where(shown)
    .orderBy(order === 'ASC' ? asc(images.createdAt) : desc(images.createdAt), asc(images.id))
    .limit(page.itemsPerPage)
    .offset((page.page - 1) * page.itemsPerPage);
  return presentPage(rows.map(presentImage), counted?.total ?? 0, page);
}

/** The caption belongs to the picture: versions of products and stores are unchanged. */
export async function setCaption(tx: Tx, id: string, merchantId: string, caption: string): Promise<Image> {
  const picture = await lockOwnImage(tx, id, merchantId);
  await tx.update(images).set({ caption }).where(eq(images.id, picture.id));
  return presentImage({ ...picture, caption });
}

export async function removePicture(tx: Tx, id: string, merchantId: string, now: Date): Promise<void> {
  const picture = await lockOwnImage(tx, id, merchantId);
  await incrementVersions(tx, picture.id);
  await tx.delete(productImages).where(eq(productImages.imageId, picture.id));
  await tx.delete(storeImages).where(eq(storeImages.imageId, picture.id));
  await tx.update(products).set({ technicalImageId: null }).where(eq(products.technicalImageId, picture.id));
  await tx.update(stores).set({ logoId: null }).where(eq(stores.logoId, picture.id));
  await tx.update(images).set({ deletedAt: now }).where(eq(images.id, picture.id));
}

/** Versions of the products and the store that show the picture; products in id order, as in every lock. */
async function incrementVersions(tx: Tx, imageId: string): Promise<void> {
  const showing = sql`select id from ${products} where technical_image_id = ${imageId}
    or id in (select product_id from ${productImages} where image_id = ${imageId}) order by id for no key update`;
  await tx.execute(sql`update ${products} set version = version + 1 where id in (${showing})`);
  await tx.execute(sql`update ${stores} set version = version + 1 where logo_id = ${imageId}
    or id in (select store_id from ${storeImages} where image_id = ${imageId})`);
}
