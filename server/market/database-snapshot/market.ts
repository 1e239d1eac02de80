// The market as the database holds it, in the form that folders are read into, with the ids that rows refer to.
// Guarantees: what is hidden by deletion is not part of it; people are those who run the market or a shop, never shoppers.
import { arrayOverlaps, asc, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
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
import { stores, terms } from '../../db/schema/shops.ts';
import type { Storage } from '../../services/storage.ts';
import type { Kinds } from '../format/entries.ts';
import { inWeek } from '../format/opening-hours.ts';
import { readProducts } from './products.ts';
import { type Held, type Holding, newHolding } from './snapshot-builder.ts';
import { readShops } from './stores.ts';

/** @param named addresses of people that are looked for whatever they may do */
export async function heldMarket(tx: Tx, storage: Storage, named: readonly string[] = []): Promise<Held> {
  const { id, stem, caption, storeId } = images;
  const rows = await tx.select({ id, stem, caption, storeId }).from(images).where(isNull(images.deletedAt));
  const holding = newHolding(rows, storage);
  for (const row of await tx.select().from(vatRates))
    holding.put('vatRate', String(row.rate), { name: row.name }, row.id);
  for (const { shippingType, name } of await tx.select().from(deliveryMethods)) {
    holding.put('deliveryMethod', shippingType, { name });
  }
  const prices = await tx.select().from(deliveryPrices).orderBy(asc(deliveryPrices.maxWeight));
  for (const type of ['home', 'relay']) {
    const own = prices.filter(({ shippingType }) => shippingType === type);
    holding.put('carrierPrices', type, { prices: own.map(({ maxWeight, price }) => ({ maxWeight, price })) });
  }
  await readPeople(tx, holding, named);
  const versions = await tx.select().from(terms).orderBy(asc(terms.createdAt), asc(terms.id));
  for (const row of versions) holding.put('terms', row.terms, { text: row.terms });
  await readTree(tx, holding);
  for (const row of await tx.select().from(events).orderBy(asc(events.slug))) {
    const values = { name: row.name, picture: holding.picture(row.imageId), description: row.description };
    holding.put('event', row.slug, values, row.id);
  }
  await readShops(tx, holding);
  await readProducts(tx, holding);
  await readContent(tx, holding);
  return holding;
}

/** Accounts that may do more than shop. */
async function readPeople(tx: Tx, holding: Holding, named: readonly string[]): Promise<void> {
  const rows = await tx
    .select({ id: users.id, email: users.email, username: users.username, roles: users.roles })
    .from(users)
    .where(or(arrayOverlaps(users.roles, ['ROLE_ADMIN', 'ROLE_STORE_ADMIN']), inArray(users.email, [...named])))
    .orderBy(asc(users.email));
  for (const { id, email, username, roles } of rows) {
    holding.put('person', email, { username, admin: roles.includes('ROLE_ADMIN') }, id);
  }
}

async function readTree(tx: Tx, holding: Holding): Promise<void> {
  const rows = await tx.select().from(categories).orderBy(asc(categories.lft));
  const slugs = new Map(rows.map(({ id, slug }) => [id, slug]));
  const places = new Map<string | null, number>();
  for (const row of rows) {
    const parent = row.parentId === null ? null : (slugs.get(row.parentId) ?? null);
    const position = places.get(parent) ?? 0;
    places.set(parent, position + 1);
    const { name, labelFermier, labelFermierDescription, labelFermierUrl } = row;
    const label = { labelFermier, labelFermierDescription, labelFermierUrl };
    holding.put(
      'category',
      row.slug,
      { name, picture: holding.picture(row.imageId), ...label, parent, position },
      row.id,
    );
  }
}

async function readContent(tx: Tx, holding: Holding): Promise<void> {
  for (const row of await tx.select().from(pages).orderBy(asc(pages.slug))) {
    const { name, position, description } = row;
    holding.put('page', row.slug, { name, place: row.place as Kinds['page']['place'], position, description });
  }
  for (const { key, value, valueImageId } of await tx.select().from(configurations).orderBy(asc(configurations.key))) {
    holding.put('setting', key, { value, picture: holding.picture(valueImageId) });
  }
  const shown = await tx.select().from(featuredProducts).orderBy(asc(featuredProducts.rank));
  const slugs = shown.flatMap(({ productId }) => holding.keyOf('product', productId) ?? []);
  holding.put('featured', 'products', { slugs });
  const leading = await tx.select().from(featuredCategories).orderBy(asc(featuredCategories.rank));
  holding.put('featured', 'categories', {
    slugs: leading.flatMap(({ categoryId }) => holding.keyOf('category', categoryId) ?? []),
  });
  for (const { id, hours, ...point } of await tx.select().from(relayPoints).orderBy(asc(relayPoints.id))) {
    holding.put('relayPoint', id, { ...point, hours: inWeek(hours) });
  }
}

/** Nobody else changes shops and products until the transaction ends; the products in the order of their ids, as all do. */
export async function holdStill(tx: Tx): Promise<void> {
  await tx.execute(sql`select id from ${products} order by id for no key update`);
  await tx.execute(sql`select id from ${stores} order by id for no key update`);
}
