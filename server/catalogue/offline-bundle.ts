// Offline bundle outline: content of a store, a category or the stores of a town for an offline download: products,
// pictures in the device's sizes, and the estimated size in bytes.
// Guarantee: public rows only; a fixed number of queries; never above the device's limits.
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type {
  BundleKind,
  BundleOutline,
  bundleReads,
  offlineBundleEndpoints as takenCalls,
} from '#contract/catalogue/offline-bundle.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { RELATED_SIZE } from '#contract/reads.ts';
import { townSlug } from '#domain/offline-bundle.ts';
import { foldText } from '#domain/search/search-words.ts';
import type { Db } from '../db/client.ts';
import { categories, productImages, products } from '../db/schema/catalogue.ts';
import { images } from '../db/schema/pictures.ts';
import { storeImages, stores } from '../db/schema/stores.ts';
import { presentImage, presentTechnicalImage, smallImagePath } from '../presenters/images.ts';
import { estimateBytes } from '../services/picture-bytes.ts';
import type { Storage } from '../services/storage.ts';
import { readTowns } from './content.ts';
import { inCategories, publicProductConditions } from './product-list.ts';

type DeviceSizes = Required<Omit<QueryOf<(typeof takenCalls)['taken.outline']>, 'kind'>>;

/** A larger selection is a market, not a bundle. */
const MAX_PRODUCTS = 600;
const MAX_STORES = 60;
/** Stored bytes per item, measured in the demo market. */
const BYTES_PER = {
  frame: 97_000,
  directory: 2000,
  store: 12_000,
  category: 900,
  listed: 1200,
  product: 3000,
  reviews: 800,
};

interface Selection {
  name: string;
  position: string | null;
  stores: { id: string; slug: string; reviewed: boolean; logo: string | null }[];
  categories: { id: string; slug: string; picture: string | null }[];
  /** Number of stores in the surrounding directory. */
  around: number;
  /** Condition that selects the products. */
  of: SQL;
}

const pictureStem = (id: SQL | typeof stores.logoId | typeof categories.imageId) =>
  sql<string | null>`(select shown.stem from ${images} shown where shown.id = ${id} and shown.deleted_at is null)`;

const bundleStoreColumns = {
  id: stores.id,
  slug: stores.slug,
  name: stores.name,
  city: stores.city,
  ratingCount: stores.ratingCount,
  logo: pictureStem(sql`${stores}.logo_id`),
};

async function openStores(db: Db, which: SQL | undefined) {
  const rows = await db
    .select(bundleStoreColumns)
    .from(stores)
    .where(and(eq(stores.published, true), which))
    .orderBy(stores.slug);
  return rows.map(({ ratingCount, ...row }) => ({ ...row, reviewed: ratingCount > 0 }));
}

const productsOfStores = (ids: readonly string[]): SQL =>
  ids.length > 0 ? (inArray(products.storeId, [...ids]) ?? sql`false`) : sql`false`;

const selections: Record<BundleKind, (db: Db, slug: string) => Promise<Selection | undefined>> = {
  async store(db, slug) {
    const found = await openStores(db, eq(stores.slug, slug));
    const [openStore] = found;
    return (
      openStore && {
        name: openStore.name,
        position: null,
        stores: found,
        categories: [],
        around: 0,
        of: productsOfStores([openStore.id]),
      }
    );
  },
  async town(db, slug) {
    const town = (await readTowns(db)).find(({ name }) => townSlug(name) === slug);
    if (!town) return undefined;
    const all = await openStores(db, undefined);
    const found = all.filter(({ city }) => foldText(city) === foldText(town.name));
    const position = `${town.latitude},${town.longitude},${town.name}`;
    const of = productsOfStores(found.map(({ id }) => id));
    return { name: town.name, position, stores: found, categories: [], around: all.length, of };
  },
  async category(db, slug) {
    const rows = await db
      .select({
        id: categories.id,
        slug: categories.slug,
        name: categories.name,
        picture: pictureStem(sql`${categories}.image_id`),
      })
      .from(categories)
      .where(
        sql`exists (select 1 from ${categories} root
          where root.slug = ${slug} and ${categories}.lft between root.lft and root.rgt)`,
      )
      .orderBy(categories.lft);
    const [root] = rows;
    const of = inCategories(sql`root.slug = ${slug}`);
    return root && { name: root.name, position: null, stores: [], categories: rows, around: 0, of };
  },
};

/** @returns undefined if the selection does not exist */
export async function readOutline(
  db: Db,
  storage: Storage,
  { kind, slug }: { kind: BundleKind; slug: string },
  sizes: DeviceSizes,
): Promise<BundleOutline | undefined> {
  const chosen = await selections[kind](db, slug);
  if (!chosen) return undefined;
  const shown = and(...publicProductConditions, chosen.of);
  const [counted] = await db.select({ total: count() }).from(products).where(shown);
  const productCount = counted?.total ?? 0;
  const head = { '@id': `/taken/${slug}`, '@type': 'TakenOutline' as const, kind, slug };
  const { name, position } = chosen;
  const outline = { ...head, name, position, productCount };
  if (productCount > MAX_PRODUCTS || chosen.stores.length > MAX_STORES) {
    return { ...outline, bytes: 0, tooMuch: true, stores: [], categories: [], products: [], pictures: [] };
  }
  const rows = await db
    .select({
      id: products.id,
      slug: products.slug,
      storeId: products.storeId,
      ratingCount: products.ratingCount,
      technical: pictureStem(sql`${products}.technical_image_id`),
      stems: sql<string[]>`array(select shown.stem from ${productImages} link
        join ${images} shown on shown.id = link.image_id
        where link.product_id = ${products}.id and shown.deleted_at is null order by link.position)`,
    })
    .from(products)
    .where(shown)
    .orderBy(products.slug);
  const storePictures = await storePictureStems(
    db,
    chosen.stores.map(({ id }) => id),
  );
  const countOf = await countByCategory(db, chosen);
  const pictures = picturePaths({ rows, storePictures, ...chosen }, sizes);
  const comprised = {
    position,
    stores: chosen.stores.map((store) => ({
      id: store.id,
      slug: store.slug,
      productCount: rows.filter(({ storeId }) => storeId === store.id).length,
      reviewed: store.reviewed,
    })),
    categories: chosen.categories.map(({ id, slug: own }) => ({ id, slug: own, productCount: countOf.get(id) ?? 0 })),
    products: rows.map(({ id, slug: own, ratingCount }) => ({ id, slug: own, reviewed: ratingCount > 0 })),
  };
  const ofPictures = await estimateBytes(storage, pictures);
  return {
    ...outline,
    ...comprised,
    pictures,
    tooMuch: false,
    bytes: ofPictures + estimateAnswerBytes(comprised, chosen.around),
  };
}

/** Number of products in each category and its subcategories. */
async function countByCategory(db: Db, { categories: chosen }: Selection): Promise<Map<string, number>> {
  if (chosen.length === 0) return new Map();
  const inNode = and(...publicProductConditions, inCategories(sql`root.id = node.id`));
  const { rows } = await db.execute<{ id: string; total: number }>(sql`
    select node.id, (select count(*)::int from ${products} where ${inNode}) as total
    from ${categories} node where node.id = any(${`{${chosen.map(({ id }) => id).join(',')}}`}::uuid[])`);
  return new Map(rows.map(({ id, total }) => [id, total]));
}

async function storePictureStems(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ stem: images.stem })
    .from(storeImages)
    .innerJoin(images, and(eq(images.id, storeImages.imageId), sql`${images}.deleted_at is null`))
    .where(inArray(storeImages.storeId, [...ids]));
  return rows.map(({ stem }) => stem);
}

interface PictureSources extends Pick<Selection, 'stores' | 'categories'> {
  rows: readonly { stems: string[]; technical: string | null }[];
  storePictures: readonly string[];
}

/** Unique picture addresses in the device's sizes. */
function picturePaths(
  { rows, storePictures, stores: shown, categories: heads }: PictureSources,
  sizes: DeviceSizes,
): string[] {
  const of = (stem: string) => presentImage({ id: '', stem, caption: '' });
  const card = (stem: string) =>
    of(stem)[sizes.card === '480' ? '480_outbound_path' : (`${sizes.card}_inset_path` as const)];
  const large = (stem: string) => of(stem)[`${sizes.large}_inset_path` as const];
  const sheet = (stem: string) => presentTechnicalImage({ id: '', stem, caption: '' })['480_inset_portrait_path'];
  const there = <T>(values: readonly (T | null | undefined)[]) => values.filter((value) => value != null) as T[];
  return [
    ...new Set(
      there([
        ...shown.map(({ logo }) => smallImagePath(logo)),
        ...storePictures.map(large),
        ...there(heads.map(({ picture }) => picture)).map(large),
        ...rows.flatMap(({ stems }) => stems.slice(0, 1)).map(card),
        ...rows.flatMap(({ stems }) => stems).map(large),
        ...there(rows.map(({ technical }) => technical)).map(sheet),
      ]),
    ),
  ];
}

/** Stored size, which is larger than the transferred size. */
function estimateAnswerBytes(comprised: Parameters<typeof bundleReads>[0], around: number): number {
  const { stores: shown, categories: lists, products: all } = comprised;
  // Lists are stored by page, and once more for related products.
  const listed = [...shown, ...lists].map(({ productCount }) => productCount + Math.min(productCount, RELATED_SIZE));
  const reviewed = all.filter((product) => product.reviewed).length;
  return (
    BYTES_PER.frame +
    2 * around * BYTES_PER.directory +
    shown.length * BYTES_PER.store +
    lists.length * BYTES_PER.category +
    listed.reduce((sum, one) => sum + one, 0) * BYTES_PER.listed +
    all.length * BYTES_PER.product +
    reviewed * BYTES_PER.reviews
  );
}
