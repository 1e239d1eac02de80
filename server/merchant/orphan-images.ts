// Clears away pictures that were sent and are shown nowhere: an upload whose product was refused leaves nothing for ever.
// Guarantees: a picture has been out of use for `UNUSED_DAYS` before it goes; one that comes into use meanwhile stays; files
// go only when no picture has their stem, and not while a new one may be about to use them.
import { and, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { categories, events, productImages, products } from '../db/schema/catalogue.ts';
import { configurations } from '../db/schema/content.ts';
import { images } from '../db/schema/pictures.ts';
import { storeImages, stores } from '../db/schema/shops.ts';
import type { Market } from '../http/call.ts';
import { stemOfFile } from '../services/picture-names.ts';
import { exclusively } from '../services/sent-pictures.ts';
import type { Storage } from '../services/storage.ts';

export const UNUSED_DAYS = 7;
const DAY = 24 * 60 * 60 * 1000;

const isUsed: SQL = sql`(
  exists (select 1 from ${productImages} held where held.image_id = ${images}.id)
  or exists (select 1 from ${storeImages} held where held.image_id = ${images}.id)
  or exists (select 1 from ${products} held where held.technical_image_id = ${images}.id)
  or exists (select 1 from ${stores} held where held.logo_id = ${images}.id)
  or exists (select 1 from ${categories} held where held.image_id = ${images}.id)
  or exists (select 1 from ${events} held where held.image_id = ${images}.id)
  or exists (select 1 from ${configurations} held where held.value_image_id = ${images}.id))`;

export async function clearUnusedPictures({ db, storage }: Pick<Market, 'db' | 'storage'>, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - UNUSED_DAYS * DAY);
  await db
    .update(images)
    .set({ unusedSince: null })
    .where(and(isNotNull(images.unusedSince), isUsed));
  await db
    .update(images)
    .set({ unusedSince: now })
    .where(and(isNull(images.unusedSince), sql`not ${isUsed}`));
  await db
    .delete(images)
    .where(and(or(lt(images.unusedSince, limit), lt(images.deletedAt, limit)), sql`not ${isUsed}`));
  await clearFiles(db, storage, limit);
}

async function clearFiles(db: Market['db'], storage: Storage, limit: Date): Promise<void> {
  const old = await oldStems(storage, limit);
  if (old.size === 0) return;
  const rows = await db
    .select({ stem: images.stem })
    .from(images)
    .where(inArray(images.stem, [...old.keys()]));
  for (const { stem } of rows) old.delete(stem);
  // Not beside an upload, which would find the original and count on it.
  await exclusively(async () => {
    const still = await oldStems(storage, limit);
    for (const stem of old.keys()) {
      for (const remove of still.get(stem) ?? []) await remove();
    }
  });
}

type Removal = () => Promise<void>;

/** Stems of pictures all of whose files are older than `limit`, with what removes each file. */
async function oldStems(storage: Storage, limit: Date): Promise<Map<string, Removal[]>> {
  const files = [
    ...(await storage.listImages()).map((file) => ({ ...file, remove: () => storage.removeImage(file.name) })),
    ...(await storage.listFiles()).map((file) => ({ ...file, remove: () => storage.removeFile(file.name) })),
  ];
  const removals = new Map<string, Removal[]>();
  const young = new Set<string>();
  for (const { name, writtenAt, remove } of files) {
    const stem = stemOfFile(name);
    if (stem === null) continue;
    removals.set(stem, [...(removals.get(stem) ?? []), remove]);
    if (writtenAt >= limit) young.add(stem);
  }
  for (const stem of young) removals.delete(stem);
  return removals;
}
