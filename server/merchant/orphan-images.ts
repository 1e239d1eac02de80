// Picture cleanup: deletes unused uploads.
// Guarantees: a picture is deleted after `UNUSED_DAYS` without use; a picture used again stays; files are deleted only
// if no row has their stem, and not during an upload that may reuse them.
import { and, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { categories, events, productImages, products } from '../db/schema/catalogue.ts';
import { configurations } from '../db/schema/content.ts';
import { images } from '../db/schema/pictures.ts';
import { storeImages, stores } from '../db/schema/stores.ts';
import type { Market } from '../http/call.ts';
import { parseStem } from '../services/picture-names.ts';
import { runExclusively } from '../services/sent-pictures.ts';
import type { Storage } from '../services/storage.ts';

export const UNUSED_DAYS = 7;
const DAY = 24 * 60 * 60 * 1000;

const isUsed: SQL = sql`(
  exists (select 1 from ${productImages} ref where ref.image_id = ${images}.id)
  or exists (select 1 from ${storeImages} ref where ref.image_id = ${images}.id)
  or exists (select 1 from ${products} ref where ref.technical_image_id = ${images}.id)
  or exists (select 1 from ${stores} ref where ref.logo_id = ${images}.id)
  or exists (select 1 from ${categories} ref where ref.image_id = ${images}.id)
  or exists (select 1 from ${events} ref where ref.image_id = ${images}.id)
  or exists (select 1 from ${configurations} ref where ref.value_image_id = ${images}.id))`;

export async function deleteUnusedPictures({ db, storage }: Pick<Market, 'db' | 'storage'>, now: Date): Promise<void> {
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
  await deleteOrphanFiles(db, storage, limit);
}

async function deleteOrphanFiles(db: Market['db'], storage: Storage, limit: Date): Promise<void> {
  const old = await findOldStems(storage, limit);
  if (old.size === 0) return;
  const rows = await db
    .select({ stem: images.stem })
    .from(images)
    .where(inArray(images.stem, [...old.keys()]));
  for (const { stem } of rows) old.delete(stem);
  // Excludes concurrent uploads, which would reuse an existing original.
  await runExclusively(async () => {
    const still = await findOldStems(storage, limit);
    for (const stem of old.keys()) {
      for (const remove of still.get(stem) ?? []) await remove();
    }
  });
}

type Removal = () => Promise<void>;

/** Stems whose files are all older than `limit`, with functions that delete each file. */
async function findOldStems(storage: Storage, limit: Date): Promise<Map<string, Removal[]>> {
  const files = [
    ...(await storage.images.list()).map((file) => ({ ...file, remove: () => storage.images.remove(file.name) })),
    ...(await storage.files.list()).map((file) => ({ ...file, remove: () => storage.files.remove(file.name) })),
  ];
  const removals = new Map<string, Removal[]>();
  const young = new Set<string>();
  for (const { name, writtenAt, remove } of files) {
    const stem = parseStem(name);
    if (stem === null) continue;
    removals.set(stem, [...(removals.get(stem) ?? []), remove]);
    if (writtenAt >= limit) young.add(stem);
  }
  for (const stem of young) removals.delete(stem);
  return removals;
}
