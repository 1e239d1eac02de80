// Image rows of an import, written before the rows that reference them.
import { inArray } from 'drizzle-orm';
import { images } from '../../db/schema/pictures.ts';
import { entryPictures } from '../folder/folder-pictures.ts';
import type { EntryKind, MarketEntry } from '../format/entries.ts';
import { type ImportWriter, pictureKey } from './import-writer.ts';
import { insertAll } from './insert-all.ts';
import type { Plan } from './plan.ts';

export async function writeImages({ tx, now, fresh, bytes, imageIds, idOf }: ImportWriter, plan: Plan): Promise<void> {
  const made: (typeof images.$inferInsert)[] = [];
  const reused: string[] = [];
  for (const { entry } of plan.changes) {
    const storeId = storeOf(entry);
    for (const { picture, path } of entryPictures(entry)) {
      const key = pictureKey(picture, storeId);
      const known = imageIds.get(key);
      if (known !== undefined) {
        reused.push(known);
        continue;
      }
      const id = fresh.id(`image:${pictureUse(entry, path)}`);
      imageIds.set(key, id);
      const { stem, caption } = picture;
      const createdAt = fresh.createdAt('image') ?? now;
      made.push({ id, stem, caption, storeId, uploadedBytes: bytes.get(stem) ?? null, createdAt });
    }
  }
  if (reused.length > 0) await tx.update(images).set({ unusedSince: null }).where(inArray(images.id, reused));
  await insertAll(tx, images, made);

  function storeOf({ kind, key, values }: MarketEntry): string | null {
    if (kind === 'shop') return idOf('shop', key);
    return kind === 'product' && 'shop' in values ? idOf('shop', values.shop) : null;
  }
}

const namesInIds: Partial<Record<EntryKind, string>> = { shop: 'store', setting: 'configuration' };

/** Name of a picture's use: 'product:tomme:0', 'store:potier:1', 'logo:potier', 'technical:tomme'. */
function pictureUse({ kind, key }: MarketEntry, [field, at]: readonly PropertyKey[]): string {
  if (field === 'logo') return `logo:${key}`;
  if (field === 'technicalPicture') return `technical:${key}`;
  const what = `${namesInIds[kind] ?? kind}:${key}`;
  return at === undefined ? what : `${what}:${String(at)}`;
}
