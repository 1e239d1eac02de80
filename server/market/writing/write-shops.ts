// The rows of the shops that an import brings or changes: themselves, their owners, their pictures.
import { eq, sql } from 'drizzle-orm';
import { storeImages, stores } from '../../db/schema/shops.ts';
import { freeOfOwner, setOwner } from '../accounts/accounts.ts';
import { shopColumns } from '../database-snapshot/stores.ts';
import type { Writing } from './writing.ts';

/** New shops have their ids before they have rows: pictures refer to them. */
export function nameNewShops({ of, ids, fresh }: Writing): void {
  for (const { key, before } of of('shop')) if (before === null) ids.shop.set(key, fresh.id(`store:${key}`));
}

export async function writeShops({ tx, of, idOf, image, fresh, now }: Writing): Promise<void> {
  const changes = of('shop');
  for (const { key: slug, values, before } of changes) {
    const storeId = idOf('shop', slug);
    const columns = { ...shopColumns(values), logoId: image(values.logo, storeId) };
    if (before === null) {
      const createdAt = fresh.madeAt(`store:${slug}`) ?? now;
      await tx.insert(stores).values({ published: true, ...columns, id: storeId, slug, createdAt });
    } else {
      const version = sql`${stores.version} + 1`;
      await tx
        .update(stores)
        .set({ ...columns, version })
        .where(eq(stores.id, storeId));
      await tx.delete(storeImages).where(eq(storeImages.storeId, storeId));
    }
    const shown = new Set(values.pictures.flatMap((picture) => image(picture, storeId) ?? []));
    const rows = [...shown].map((imageId, position) => ({ storeId, imageId, position }));
    if (rows.length > 0) await tx.insert(storeImages).values(rows);
  }
  // Two shops may change hands: each is free before the next is given.
  const given = changes.flatMap(({ key, values, before }) =>
    values.owner !== undefined && values.owner !== before?.values.owner
      ? [{ key, owner: values.owner, isNew: before === null }]
      : [],
  );
  for (const { key, isNew } of given) if (!isNew) await freeOfOwner(tx, idOf('shop', key));
  for (const { key, owner, isNew } of given) await setOwner(tx, idOf('shop', key), idOf('person', owner), isNew);
}
