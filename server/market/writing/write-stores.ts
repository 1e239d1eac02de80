// Store rows of an import with owners and pictures.
import { eq, sql } from 'drizzle-orm';
import { storeImages, stores } from '../../db/schema/stores.ts';
import { removeOwner, setOwner } from '../accounts/accounts.ts';
import { storeColumnsOf } from '../database-snapshot/stores.ts';
import type { ImportWriter } from './import-writer.ts';
import { unlessHidden } from './unless-hidden.ts';

/** New stores get their ids first, since pictures reference them. */
export function assignStoreIds({ of, ids, fresh }: ImportWriter): void {
  for (const { key, before } of of('shop')) if (before === null) ids.shop.set(key, fresh.id(`store:${key}`));
}

export async function writeStores({ tx, of, idOf, image, fresh, now }: ImportWriter): Promise<void> {
  const changes = of('shop');
  for (const { key: slug, values, before } of changes) {
    const storeId = idOf('shop', slug);
    const columns = { ...storeColumnsOf(values), logoId: image(values.logo, storeId) };
    if (before === null) {
      const createdAt = fresh.createdAt(`store:${slug}`) ?? now;
      await tx.insert(stores).values({ published: true, ...columns, id: storeId, slug, createdAt });
    } else {
      const version = sql`${stores.version} + 1`;
      await tx
        .update(stores)
        .set({ ...columns, ...unlessHidden(columns.published, stores.hiddenReason), version })
        .where(eq(stores.id, storeId));
      await tx.delete(storeImages).where(eq(storeImages.storeId, storeId));
    }
    const shown = new Set(values.pictures.flatMap((picture) => image(picture, storeId) ?? []));
    const rows = [...shown].map((imageId, position) => ({ storeId, imageId, position }));
    if (rows.length > 0) await tx.insert(storeImages).values(rows);
  }
  // Two stores may swap owners: all are released before any is assigned.
  const given = changes.flatMap(({ key, values, before }) =>
    values.owner !== undefined && values.owner !== before?.values.owner
      ? [{ key, owner: values.owner, isNew: before === null }]
      : [],
  );
  for (const { key, isNew } of given) if (!isNew) await removeOwner(tx, idOf('shop', key));
  for (const { key, owner, isNew } of given) {
    await setOwner(tx, { storeId: idOf('shop', key), userId: idOf('person', owner), isNew }, now);
  }
}
