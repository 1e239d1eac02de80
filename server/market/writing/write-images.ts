// The rows of the pictures that an import's changes show, written before what refers to them.
import { inArray } from 'drizzle-orm';
import { images } from '../../db/schema/pictures.ts';
import { picturesOf } from '../folder/folder-pictures.ts';
import type { Entry, Kind } from '../format/entries.ts';
import { insertAll } from './insert-all.ts';
import type { Plan } from './plan.ts';
import { pictureKey, type Writing } from './writing.ts';

export async function writeImages({ tx, now, fresh, bytes, imageIds, idOf }: Writing, plan: Plan): Promise<void> {
  const made: (typeof images.$inferInsert)[] = [];
  const again: string[] = [];
  for (const { entry } of plan.changes) {
    const storeId = storeOf(entry);
    for (const { picture, path } of picturesOf(entry)) {
      const key = pictureKey(picture, storeId);
      const known = imageIds.get(key);
      if (known !== undefined) {
        again.push(known);
        continue;
      }
      const id = fresh.id(`image:${shownAs(entry, path)}`);
      imageIds.set(key, id);
      const { stem, caption } = picture;
      const createdAt = fresh.madeAt('image') ?? now;
      made.push({ id, stem, caption, storeId, uploadedBytes: bytes.get(stem) ?? null, createdAt });
    }
  }
  if (again.length > 0) await tx.update(images).set({ unusedSince: null }).where(inArray(images.id, again));
  await insertAll(tx, images, made);

  function storeOf({ kind, key, values }: Entry): string | null {
    if (kind === 'shop') return idOf('shop', key);
    return kind === 'product' && 'shop' in values ? idOf('shop', values.shop) : null;
  }
}

const tables: Partial<Record<Kind, string>> = { shop: 'store', setting: 'configuration' };

/** What shows it: 'product:tomme:0', 'store:potier:1', 'logo:potier', 'technical:tomme'. */
function shownAs({ kind, key }: Entry, [field, at]: readonly PropertyKey[]): string {
  if (field === 'logo') return `logo:${key}`;
  if (field === 'technicalPicture') return `technical:${key}`;
  const what = `${tables[kind] ?? kind}:${key}`;
  return at === undefined ? what : `${what}:${String(at)}`;
}
