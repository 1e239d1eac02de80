// Tells what a shop, a category or the shops of a town comprise, for who takes it along: its products, its pictures in the sizes
// that a device shows, and about how many bytes that is. Guarantee: of what the public may see; a few queries whatever it holds,
// and never more than a device takes along.
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { readsOf, TakenKind, TakenOutline, taken as takenCalls } from '#contract/catalogue/offline-bundle.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { RELATED_ASKED } from '#contract/reads.ts';
import { TOWNS } from '#domain/geo.ts';
import { townSlug } from '#domain/offline-bundle.ts';
import { fold } from '#domain/search/search-words.ts';
import type { Db } from '../db/client.ts';
import { categories, productImages, products } from '../db/schema/catalogue.ts';
import { images } from '../db/schema/pictures.ts';
import { storeImages, stores } from '../db/schema/shops.ts';
import { presentImage, presentTechnicalImage, smallPath } from '../presenters/images.ts';
import { pictureBytes } from '../services/picture-bytes.ts';
import type { Storage } from '../services/storage.ts';
import { inCategories, shownToAll } from './product-list.ts';

type Sizes = Required<Omit<QueryOf<(typeof takenCalls)['taken.outline']>, 'kind'>>;

/** More is a market, not something one takes along. */
const PRODUCTS_AT_MOST = 600;
const STORES_AT_MOST = 60;
/** What is kept of each, as it was measured in the demonstration market. */
const BYTES = {
  frame: 97_000,
  directory: 2000,
  store: 12_000,
  category: 900,
  listed: 1200,
  product: 3000,
  reviews: 800,
};

interface Chosen {
  name: string;
  position: string | null;
  stores: { id: string; slug: string; reviewed: boolean; logo: string | null }[];
  categories: { id: string; slug: string; picture: string | null }[];
  /** How many shops the directory around it shows. */
  around: number;
  /** Which products. */
  of: SQL;
}

const stemOf = (id: SQL | typeof stores.logoId | typeof categories.imageId) =>
  sql<string | null>`(select shown.stem from ${images} shown where shown.id = ${id} and shown.deleted_at is null)`;

const storeColumns = {
  id: stores.id,
  slug: stores.slug,
  name: stores.name,
  city: stores.city,
  ratingCount: stores.ratingCount,
  logo: stemOf(sql`${stores}.logo_id`),
};

async function shops(db: Db, which: SQL | undefined) {
  const rows = await db
    .select(storeColumns)
    .from(stores)
    .where(and(eq(stores.published, true), which))
    .orderBy(stores.slug);
  return rows.map(({ ratingCount, ...row }) => ({ ...row, reviewed: ratingCount > 0 }));
}

const ofStores = (ids: readonly string[]): SQL =>
  ids.length > 0 ? (inArray(products.storeId, [...ids]) ?? sql`false`) : sql`false`;

const choices: Record<TakenKind, (db: Db, slug: string) => Promise<Chosen | undefined>> = {
  async store(db, slug) {
    const found = await shops(db, eq(stores.slug, slug));
    const [shop] = found;
    return (
      shop && { name: shop.name, position: null, stores: found, categories: [], around: 0, of: ofStores([shop.id]) }
    );
  },
  async town(db, slug) {
    const town = TOWNS.find(({ name }) => townSlug(name) === slug);
    if (!town) return undefined;
    const all = await shops(db, undefined);
    const found = all.filter(({ city }) => fold(city) === fold(town.name));
    const position = `${town.latitude},${town.longitude},${town.name}`;
    const of = ofStores(found.map(({ id }) => id));
    return { name: town.name, position, stores: found, categories: [], around: all.length, of };
  },
  async category(db, slug) {
    const rows = await db
      .select({
        id: categories.id,
        slug: categories.slug,
        name: categories.name,
        picture: stemOf(sql`${categories}.image_id`),
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

/** Undefined: there is none. */
export async function outlineOf(
  db: Db,
  storage: Storage,
  { kind, slug }: { kind: TakenKind; slug: string },
  sizes: Sizes,
): Promise<TakenOutline | undefined> {
  const chosen = await choices[kind](db, slug);
  if (!chosen) return undefined;
  const shown = and(...shownToAll, chosen.of);
  const [counted] = await db.select({ total: count() }).from(products).where(shown);
  const productCount = counted?.total ?? 0;
  const head = { '@id': `/taken/${slug}`, '@type': 'TakenOutline' as const, kind, slug };
  const { name, position } = chosen;
  const outline = { ...head, name, position, productCount };
  if (productCount > PRODUCTS_AT_MOST || chosen.stores.length > STORES_AT_MOST) {
    return { ...outline, bytes: 0, tooMuch: true, stores: [], categories: [], products: [], pictures: [] };
  }
  const rows = await db
    .select({
      id: products.id,
      slug: products.slug,
      storeId: products.storeId,
      ratingCount: products.ratingCount,
      technical: stemOf(sql`${products}.technical_image_id`),
      stems: sql<string[]>`array(select shown.stem from ${productImages} held
        join ${images} shown on shown.id = held.image_id
        where held.product_id = ${products}.id and shown.deleted_at is null order by held.position)`,
    })
    .from(products)
    .where(shown)
    .orderBy(products.slug);
  const storePictures = await picturesOfStores(
    db,
    chosen.stores.map(({ id }) => id),
  );
  const countOf = await countsOfCategories(db, chosen);
  const pictures = picturesOf({ rows, storePictures, ...chosen }, sizes);
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
  const ofPictures = await pictureBytes(storage, pictures);
  return {
    ...outline,
    ...comprised,
    pictures,
    tooMuch: false,
    bytes: ofPictures + bytesOfAnswers(comprised, chosen.around),
  };
}

/** Of each category, what its own list holds: what is in it and below it. */
async function countsOfCategories(db: Db, { categories: chosen }: Chosen): Promise<Map<string, number>> {
  if (chosen.length === 0) return new Map();
  const inNode = and(...shownToAll, inCategories(sql`root.id = node.id`));
  const { rows } = await db.execute<{ id: string; total: number }>(sql`
    select node.id, (select count(*)::int from ${products} where ${inNode}) as total
    from ${categories} node where node.id = any(${`{${chosen.map(({ id }) => id).join(',')}}`}::uuid[])`);
  return new Map(rows.map(({ id, total }) => [id, total]));
}

async function picturesOfStores(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ stem: images.stem })
    .from(storeImages)
    .innerJoin(images, and(eq(images.id, storeImages.imageId), sql`${images}.deleted_at is null`))
    .where(inArray(storeImages.storeId, [...ids]));
  return rows.map(({ stem }) => stem);
}

interface Pictured extends Pick<Chosen, 'stores' | 'categories'> {
  rows: readonly { stems: string[]; technical: string | null }[];
  storePictures: readonly string[];
}

/** Each once, as this device shows it. */
function picturesOf({ rows, storePictures, stores: shown, categories: heads }: Pictured, sizes: Sizes): string[] {
  const of = (stem: string) => presentImage({ id: '', stem, caption: '' });
  const card = (stem: string) =>
    of(stem)[sizes.card === '480' ? '480_outbound_path' : (`${sizes.card}_inset_path` as const)];
  const large = (stem: string) => of(stem)[`${sizes.large}_inset_path` as const];
  const sheet = (stem: string) => presentTechnicalImage({ id: '', stem, caption: '' })['480_inset_portrait_path'];
  const there = <T>(values: readonly (T | null | undefined)[]) => values.filter((value) => value != null) as T[];
  return [
    ...new Set(
      there([
        ...shown.map(({ logo }) => smallPath(logo)),
        ...storePictures.map(large),
        ...there(heads.map(({ picture }) => picture)).map(large),
        ...rows.flatMap(({ stems }) => stems.slice(0, 1)).map(card),
        ...rows.flatMap(({ stems }) => stems).map(large),
        ...there(rows.map(({ technical }) => technical)).map(sheet),
      ]),
    ),
  ];
}

/** As they are kept, which is more than what is sent. */
function bytesOfAnswers(comprised: Parameters<typeof readsOf>[0], around: number): number {
  const { stores: shown, categories: lists, products: all } = comprised;
  // Each list by its pages, and once more what is chosen from it.
  const listed = [...shown, ...lists].map(({ productCount }) => productCount + Math.min(productCount, RELATED_ASKED));
  const reviewed = all.filter((product) => product.reviewed).length;
  return (
    BYTES.frame +
    2 * around * BYTES.directory +
    shown.length * BYTES.store +
    lists.length * BYTES.category +
    listed.reduce((sum, one) => sum + one, 0) * BYTES.listed +
    all.length * BYTES.product +
    reviewed * BYTES.reviews
  );
}
