// The rows of the shops that an import brings or changes: themselves, their owners, their pictures.
import { eq, sql } from 'drizzle-orm';
import { storeImages, stores } from '../db/schema/shops.ts';
import { freeOfOwner, setOwner } from './accounts.ts';
import { shopColumns } from './held-shops.ts';
import type { Writing } from './writing.ts';

export async function writeShops({ tx, of, ids, idOf, image, now }: Writing): Promise<void> {
  const changes = of('shop');
  for (const { key: slug, values } of changes) {
    const columns = shopColumns(values);
    const id = ids.shop.get(slug);
    if (id === undefined) {
      const [made] = await tx
        .insert(stores)
        .values({ published: true, ...columns, slug, createdAt: now })
        .returning();
      if (made) ids.shop.set(slug, made.id);
    } else {
      const version = sql`${stores.version} + 1`;
      await tx
        .update(stores)
        .set({ ...columns, version })
        .where(eq(stores.id, id));
    }
    const storeId = idOf('shop', slug);
    await tx
      .update(stores)
      .set({ logoId: await image(values.logo, storeId) })
      .where(eq(stores.id, storeId));
    await tx.delete(storeImages).where(eq(storeImages.storeId, storeId));
    const shown = new Set<string>();
    for (const picture of values.pictures) {
      const imageId = await image(picture, storeId);
      if (imageId !== null) shown.add(imageId);
    }
    const rows = [...shown].map((imageId, position) => ({ storeId, imageId, position }));
    if (rows.length > 0) await tx.insert(storeImages).values(rows);
  }
  // Two shops may change hands: each is free before the next is given.
  const given = changes.flatMap(({ key, values, before }) =>
    values.owner !== undefined && values.owner !== before?.values.owner ? [{ key, owner: values.owner }] : [],
  );
  for (const { key } of given) await freeOfOwner(tx, idOf('shop', key));
  for (const { key, owner } of given) await setOwner(tx, idOf('shop', key), idOf('person', owner));
}
