// Removal of entries that the folder does not have (`import --prune`).
// Guarantees: runs in the caller's transaction; what an order, a cart, a message or a review refers to is hidden, not
// deleted; accounts and terms stay.
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import {
  categories,
  digitalFiles,
  events,
  productAssociations,
  productCategories,
  productEvents,
  productImages,
  productOptions,
  productOptionValues,
  products,
  vatRates,
} from '../../db/schema/catalogue.ts';
import {
  configurations,
  deliveryMethods,
  deliveryPrices,
  featuredCategories,
  featuredProducts,
  pages,
  relayPoints,
} from '../../db/schema/content.ts';
import { views } from '../../db/schema/requests.ts';
import { coupons } from '../../db/schema/sales.ts';
import { storeAcceptedTerms, storeImages, stores } from '../../db/schema/stores.ts';
import type { MarketSnapshot } from '../database-snapshot/snapshot-builder.ts';
import { type EntryKind, isEmptyList, listEntries, type MarketEntries, type MarketEntry } from '../format/entries.ts';

export interface Removal {
  entry: MarketEntry;
  outcome: 'deleted' | 'hidden';
}

/** What others refer to comes last. */
const order: readonly EntryKind[] = [
  'featured',
  'coupon',
  'product',
  'shop',
  'event',
  'category',
  'vatRate',
  'page',
  'setting',
  'relayPoint',
  'deliveryMethod',
  'carrierPrices',
];

/** Entries of the market that the folder does not have, in the order of their removal. */
export function entriesToRemove(folder: MarketEntries, market: MarketEntries): MarketEntry[] {
  const missing = listEntries(market).filter(
    (entry) => !(folder[entry.kind] as Map<string, MarketEntry>).has(entry.key) && !isEmptyList(entry),
  );
  return order.flatMap((kind) =>
    // Hidden products keep a category.
    kind === 'category' && folder.category.size === 0 ? [] : missing.filter((entry) => entry.kind === kind),
  );
}

interface RemovalParts {
  snapshot: MarketSnapshot;
  /** A category that stays, for hidden products of those that go. */
  category: string | undefined;
  now: Date;
}

/** Without stores that are hidden already. */
export async function removeEntries(tx: Tx, entries: readonly MarketEntry[], parts: RemovalParts): Promise<Removal[]> {
  const removals: Removal[] = [];
  for (const entry of entries) {
    const remove = removers[entry.kind];
    if (!remove) throw new Error(`${entry.kind} is never removed`);
    const outcome = await remove(tx, entry.key, parts);
    const wasHidden = entry.kind === 'shop' && (entry as MarketEntry<'shop'>).values.published === false;
    if (outcome !== 'hidden' || !wasHidden) removals.push({ entry, outcome });
  }
  return removals;
}

type Remover = (tx: Tx, key: string, parts: RemovalParts) => Promise<Removal['outcome']>;

const deleted = async (deletion: PromiseLike<unknown>): Promise<'deleted'> => {
  await deletion;
  return 'deleted';
};

function idOf({ ids }: MarketSnapshot, kind: keyof MarketSnapshot['ids'], key: string): string {
  const id = ids[kind].get(key);
  if (id === undefined) throw new Error(`No ${kind} '${key}'`);
  return id;
}

const removers: Partial<Record<EntryKind, Remover>> = {
  featured: (tx, key) => deleted(tx.delete(key === 'products' ? featuredProducts : featuredCategories)),
  coupon: (tx, key, { snapshot, now }) => {
    const own = eq(coupons.id, idOf(snapshot, 'coupon', key));
    return deleteOrHide(
      tx,
      (inner) => inner.delete(coupons).where(own),
      () =>
        tx
          .update(coupons)
          .set({ deletedAt: now, version: sql`${coupons.version} + 1` })
          .where(own),
    );
  },
  product: (tx, key, { snapshot, now }) => {
    const id = idOf(snapshot, 'product', key);
    return deleteOrHide(
      tx,
      (inner) => deleteProducts(inner, [id]),
      () =>
        tx
          .update(products)
          .set({ deletedAt: now, version: sql`${products.version} + 1` })
          .where(eq(products.id, id)),
    );
  },
  shop: (tx, key, { snapshot }) => {
    const id = idOf(snapshot, 'shop', key);
    return deleteOrHide(
      tx,
      (inner) => deleteStore(inner, id),
      () =>
        tx
          .update(stores)
          .set({ published: false, version: sql`${stores.version} + 1` })
          .where(eq(stores.id, id)),
    );
  },
  async event(tx, key, { snapshot }) {
    const id = idOf(snapshot, 'event', key);
    await tx.delete(productEvents).where(eq(productEvents.eventId, id));
    return deleted(tx.delete(events).where(eq(events.id, id)));
  },
  async category(tx, key, { snapshot, category = '' }) {
    const id = idOf(snapshot, 'category', key);
    const fallback = idOf(snapshot, 'category', category);
    await tx
      .update(products)
      .set({ categoryId: fallback })
      .where(and(eq(products.categoryId, id), isNotNull(products.deletedAt)));
    await tx.delete(productCategories).where(eq(productCategories.categoryId, id));
    await tx.delete(featuredCategories).where(eq(featuredCategories.categoryId, id));
    return deleted(tx.delete(categories).where(eq(categories.id, id)));
  },
  async vatRate(tx, key, { snapshot }) {
    const id = idOf(snapshot, 'vatRate', key);
    // Sales have their own rate.
    await tx
      .update(products)
      .set({ vatRateId: null })
      .where(and(eq(products.vatRateId, id), isNotNull(products.deletedAt)));
    return deleted(tx.delete(vatRates).where(eq(vatRates.id, id)));
  },
  page: (tx, key) => deleted(tx.delete(pages).where(eq(pages.slug, key))),
  setting: (tx, key) => deleted(tx.delete(configurations).where(eq(configurations.key, key))),
  relayPoint: (tx, key) => deleted(tx.delete(relayPoints).where(eq(relayPoints.id, key))),
  deliveryMethod: (tx, key) => deleted(tx.delete(deliveryMethods).where(eq(deliveryMethods.shippingType, key))),
  carrierPrices: (tx, key) => deleted(tx.delete(deliveryPrices).where(eq(deliveryPrices.shippingType, key))),
};

const FOREIGN_KEY_VIOLATION = '23503';

function isReferenced(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return code === FOREIGN_KEY_VIOLATION || (cause !== undefined && isReferenced(cause));
}

/** The database knows each reference; a savepoint undoes a deletion that meets one. */
async function deleteOrHide(
  tx: Tx,
  remove: (inner: Tx) => PromiseLike<unknown>,
  hide: () => PromiseLike<unknown>,
): Promise<Removal['outcome']> {
  try {
    return await tx.transaction((inner) => deleted(remove(inner as unknown as Tx)));
  } catch (error) {
    if (!isReferenced(error)) throw error;
    await hide();
    return 'hidden';
  }
}

async function deleteProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const own = [...ids];
  const options = tx
    .select({ id: productOptions.id })
    .from(productOptions)
    .where(inArray(productOptions.productId, own));
  await tx.delete(productOptionValues).where(inArray(productOptionValues.optionId, options));
  await tx.delete(productOptions).where(inArray(productOptions.productId, own));
  await tx
    .delete(productAssociations)
    .where(or(inArray(productAssociations.productId, own), inArray(productAssociations.associatedId, own)));
  for (const table of [productImages, productCategories, productEvents, featuredProducts]) {
    await tx.delete(table).where(inArray(table.productId, own));
  }
  await tx.delete(products).where(inArray(products.id, own));
}

/** With the rows that its merchant deleted. */
async function deleteStore(tx: Tx, id: string): Promise<void> {
  const own = await tx.select({ id: products.id }).from(products).where(eq(products.storeId, id));
  await deleteProducts(
    tx,
    own.map((product) => product.id),
  );
  for (const table of [coupons, digitalFiles, storeImages, storeAcceptedTerms, views]) {
    await tx.delete(table).where(eq(table.storeId, id));
  }
  await tx.delete(stores).where(eq(stores.id, id));
}
