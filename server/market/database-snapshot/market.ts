// Market snapshot: reads the database into the entries that folders are parsed into, with row ids.
// Guarantees: deleted rows are excluded; accounts are limited to administrators and owners of stores.
import { arrayContains, asc, inArray, isNull, or, sql } from 'drizzle-orm';
import { sortHours } from '../../catalogue/opening-hours.ts';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { marketEdits } from '../../db/schema/administration.ts';
import { categories, events, products, vatRates } from '../../db/schema/catalogue.ts';
import {
  configurations,
  deliveryMethods,
  deliveryPrices,
  featuredCategories,
  featuredProducts,
  pages,
  relayPoints,
} from '../../db/schema/content.ts';
import { images } from '../../db/schema/pictures.ts';
import { storeMembers, stores, terms } from '../../db/schema/stores.ts';
import type { Storage } from '../../services/storage.ts';
import type { Kinds } from '../format/entries.ts';
import { readProductSnapshots } from './products.ts';
import { editMark, type MarketSnapshot, newSnapshotBuilder, type SnapshotBuilder } from './snapshot-builder.ts';
import { readCoupons, readStores } from './stores.ts';

/** @param named addresses of further accounts to include */
export async function readMarketSnapshot(
  tx: Tx,
  storage: Storage,
  named: readonly string[] = [],
): Promise<MarketSnapshot> {
  const { id, stem, caption, storeId } = images;
  const rows = await tx.select({ id, stem, caption, storeId }).from(images).where(isNull(images.deletedAt));
  const snapshot = newSnapshotBuilder(rows, storage);
  for (const row of await tx.select().from(vatRates))
    snapshot.put('vatRate', String(row.rate), { name: row.name }, row.id);
  for (const { shippingType, name } of await tx.select().from(deliveryMethods)) {
    snapshot.put('deliveryMethod', shippingType, { name });
  }
  const prices = await tx.select().from(deliveryPrices).orderBy(asc(deliveryPrices.maxWeight));
  for (const type of ['home', 'relay']) {
    const own = prices.filter(({ shippingType }) => shippingType === type);
    snapshot.put('carrierPrices', type, { prices: own.map(({ maxWeight, price }) => ({ maxWeight, price })) });
  }
  await readAccounts(tx, snapshot, named);
  const versions = await tx.select().from(terms).orderBy(asc(terms.createdAt), asc(terms.id));
  for (const row of versions) snapshot.put('terms', row.terms, { text: row.terms });
  await readCategoryTree(tx, snapshot);
  for (const row of await tx.select().from(events).orderBy(asc(events.slug))) {
    const values = { name: row.name, picture: snapshot.picture(row.imageId), description: row.description };
    snapshot.put('event', row.slug, values, row.id);
  }
  await readStores(tx, snapshot);
  await readProductSnapshots(tx, snapshot);
  await readCoupons(tx, snapshot);
  await readContent(tx, snapshot);
  for (const row of await tx.select().from(marketEdits)) snapshot.edited.add(editMark(row));
  return snapshot;
}

/** Accounts with roles beyond shopping. */
async function readAccounts(tx: Tx, snapshot: SnapshotBuilder, named: readonly string[]): Promise<void> {
  const isOwner = sql`exists (select 1 from ${storeMembers} member
    where member.user_id = ${users.id} and member.role = 'owner')`;
  const rows = await tx
    .select({ id: users.id, email: users.email, username: users.username, roles: users.roles })
    .from(users)
    .where(or(arrayContains(users.roles, ['ROLE_ADMIN']), isOwner, inArray(users.email, [...named])))
    .orderBy(asc(users.email));
  for (const { id, email, username, roles } of rows) {
    snapshot.put('person', email, { username, admin: roles.includes('ROLE_ADMIN') }, id);
  }
}

async function readCategoryTree(tx: Tx, snapshot: SnapshotBuilder): Promise<void> {
  const rows = await tx.select().from(categories).orderBy(asc(categories.lft));
  const slugs = new Map(rows.map(({ id, slug }) => [id, slug]));
  const places = new Map<string | null, number>();
  for (const row of rows) {
    const parent = row.parentId === null ? null : (slugs.get(row.parentId) ?? null);
    const position = places.get(parent) ?? 0;
    places.set(parent, position + 1);
    const { name, labelFermier, labelFermierDescription, labelFermierUrl } = row;
    const label = { labelFermier, labelFermierDescription, labelFermierUrl };
    snapshot.put(
      'category',
      row.slug,
      { name, picture: snapshot.picture(row.imageId), ...label, parent, position },
      row.id,
    );
  }
}

async function readContent(tx: Tx, snapshot: SnapshotBuilder): Promise<void> {
  for (const row of await tx.select().from(pages).orderBy(asc(pages.slug))) {
    const { name, position, description } = row;
    snapshot.put('page', row.slug, { name, place: row.place as Kinds['page']['place'], position, description });
  }
  for (const { key, value, valueImageId } of await tx.select().from(configurations).orderBy(asc(configurations.key))) {
    snapshot.put('setting', key, { value, picture: snapshot.picture(valueImageId) });
  }
  const shown = await tx.select().from(featuredProducts).orderBy(asc(featuredProducts.rank));
  const slugs = shown.flatMap(({ productId }) => snapshot.keyOf('product', productId) ?? []);
  snapshot.put('featured', 'products', { slugs });
  const leading = await tx.select().from(featuredCategories).orderBy(asc(featuredCategories.rank));
  snapshot.put('featured', 'categories', {
    slugs: leading.flatMap(({ categoryId }) => snapshot.keyOf('category', categoryId) ?? []),
  });
  for (const { id, hours, ...point } of await tx.select().from(relayPoints).orderBy(asc(relayPoints.id))) {
    snapshot.put('relayPoint', id, { ...point, hours: sortHours(hours) });
  }
}

/** Locks stores and products until the end of the transaction; products in id order, as everywhere. */
export async function lockMarketRows(tx: Tx): Promise<void> {
  await tx.execute(sql`select id from ${products} order by id for no key update`);
  await tx.execute(sql`select id from ${stores} order by id for no key update`);
}
