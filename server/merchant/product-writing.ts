// Creates, changes, publishes and deletes a merchant's products. Guarantees: each change raises the version by one; what is
// refused is refused whole, with every field that is wrong.
import { eq } from 'drizzle-orm';
import type { MerchantProduct, ProductChanges } from '#contract/merchant/own-products.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { storedName } from './digital-files.ts';
import { freeSlug } from './free-slug.ts';
import { type HeldProduct, lockOwnProduct, ownStoreId, refuseStale } from './own-rows.ts';
import { checkParts, writeParts } from './product-parts.ts';
import { merchantProduct } from './product-reading.ts';
import { Form, idsOf, isDay } from './sent-values.ts';

const STALE = 'Ce produit a été modifié sur un autre appareil.';

export type Columns = Partial<typeof products.$inferInsert>;
export type Held = Pick<HeldProduct, 'price' | 'reducedPrice' | 'indicativePrice' | 'priceDisabled' | 'stock'>;
/** Of a product that is not there yet. */
export const nothingYet: Held = {
  price: null,
  reducedPrice: null,
  indicativePrice: false,
  priceDisabled: false,
  stock: null,
};

export async function createProduct(
  tx: Tx,
  merchantId: string,
  changes: ProductChanges,
  now: Date,
): Promise<MerchantProduct> {
  const storeId = await ownStoreId(tx, merchantId);
  const form = new Form();
  const name = changes.name ?? '';
  if (name === '') form.refuse('name', 'Nom requis');
  if (changes.category === undefined) form.refuse('category', 'Catégorie requise');
  const { categoryId, ...columns } = await columnsOf(tx, form, storeId, nothingYet, { price: null, ...changes });
  const parts = await checkParts(tx, form, storeId, changes);
  form.throwIfRefused();
  const id = await insertWithSlug(tx, { ...columns, storeId, categoryId: categoryId ?? '', name, createdAt: now });
  await writeParts(tx, id, parts);
  return merchantProduct(tx, id);
}

/** Of products of one name, each has an address of its own, also when they are made at the same moment. */
async function insertWithSlug(tx: Tx, values: Omit<typeof products.$inferInsert, 'slug'>): Promise<string> {
  for (;;) {
    const [made] = await tx
      .insert(products)
      .values({ ...values, slug: await freeSlug(tx, values.name) })
      .onConflictDoNothing({ target: products.slug })
      .returning({ id: products.id });
    if (made) return made.id;
  }
}

export async function updateProduct(
  tx: Tx,
  id: string,
  merchantId: string,
  changes: ProductChanges,
  ifMatch: number | undefined,
): Promise<MerchantProduct> {
  const held = await lockOwnProduct(tx, id, merchantId);
  await refuseStale(ifMatch, held.version, STALE, Object.keys(changes), () => merchantProduct(tx, held.id));
  const form = new Form();
  const columns = await columnsOf(tx, form, held.storeId, held, changes);
  const parts = await checkParts(tx, form, held.storeId, changes);
  form.throwIfRefused();
  await tx
    .update(products)
    .set({ ...columns, version: held.version + 1 })
    .where(eq(products.id, held.id));
  await writeParts(tx, held.id, parts);
  return merchantProduct(tx, held.id);
}

/** Makes a product public or hides it; one that is so already stays as it is. */
export async function setPublished(
  tx: Tx,
  id: string,
  merchantId: string,
  published: boolean,
): Promise<MerchantProduct> {
  const held = await lockOwnProduct(tx, id, merchantId);
  if (held.published === published) return { ...(await merchantProduct(tx, held.id)), notice: 'already' };
  await tx
    .update(products)
    .set({ published, version: held.version + 1 })
    .where(eq(products.id, held.id));
  return merchantProduct(tx, held.id);
}

export async function deleteProduct(
  tx: Tx,
  id: string,
  merchantId: string,
  now: Date,
  ifMatch: number | undefined,
): Promise<void> {
  const held = await lockOwnProduct(tx, id, merchantId);
  await refuseStale(ifMatch, held.version, STALE, [], async () => ({}));
  await tx
    .update(products)
    .set({ deletedAt: now, version: held.version + 1 })
    .where(eq(products.id, held.id));
}

/** The columns that the changes name, each checked; prices and stock together with what is held. */
async function columnsOf(tx: Tx, form: Form, storeId: string, held: Held, changes: ProductChanges): Promise<Columns> {
  const [categoryId] = changes.category
    ? await idsOf(tx, form, 'category', 'finest-category', [changes.category], storeId)
    : [];
  if (changes.preOrderDate && !isDay(changes.preOrderDate)) form.refuse('preOrderDate', 'Date incorrecte.');
  return {
    ...plainColumns(changes),
    ...(categoryId !== undefined && { categoryId }),
    ...(changes.vatRate !== undefined && { vatRateId: await oneId(tx, form, 'vatRate', changes.vatRate, storeId) }),
    ...(changes.technicalImage !== undefined && {
      technicalImageId: await oneId(tx, form, 'technicalImage', changes.technicalImage, storeId),
    }),
    ...(changes.dematerializedFile !== undefined && {
      dematerializedFile: await storedName(tx, form, changes.dematerializedFile, storeId),
    }),
    ...priceColumns(form, held, changes),
    ...stockColumns(form, held, changes),
  };
}

const kinds = { vatRate: 'vatRate', technicalImage: 'image' } as const;

async function oneId(tx: Tx, form: Form, path: keyof typeof kinds, reference: string | null, storeId: string) {
  if (reference === null) return null;
  const [id] = await idsOf(tx, form, path, kinds[path], [reference], storeId);
  return id ?? null;
}

/** The columns that need no look at anything else. */
export function plainColumns({ dimensions, technicalAttributes, preOrderDate, ...changes }: ProductChanges): Columns {
  const {
    name,
    description,
    technicalText,
    notSellToMinor,
    dematerialized,
    inevitable,
    news,
    currentOffers,
    externalURL,
  } = changes;
  const columns: Columns = {
    name,
    description,
    technicalText,
    notSellToMinor,
    dematerialized,
    inevitable,
    news,
    currentOffers,
    externalURL,
    preOrderDate,
    technicalAttributes: technicalAttributes?.filter((each) => each.name !== '' && each.value !== ''),
    ...(dimensions && { ...dimensions, weight: Math.round(dimensions.weight * 1000) }),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Prices as they are kept, checked against each other. */
export function priceColumns(form: Form, held: Held, changes: ProductChanges): Columns {
  const { price: sent, reducedPrice: reduced } = changes;
  const indicativePrice = changes.indicativePrice ?? held.indicativePrice;
  const priceDisabled = changes.priceDisabled ?? held.priceDisabled;
  const isNamed = sent !== undefined || reduced !== undefined || changes.indicativePrice !== undefined;
  if (!isNamed && changes.priceDisabled === undefined) return {};

  const wrongBefore = form.violations.length;
  const price = sent === undefined ? held.price : form.cents('price', sent);
  const given = reduced === undefined ? held.reducedPrice : form.cents('reducedPrice', reduced);
  // A price that is only indicative has no reduced one beside it.
  const reducedPrice = indicativePrice ? null : given;
  if (form.violations.length === wrongBefore) {
    if (price === null && !priceDisabled) form.refuse('price', 'Prix requis');
    if (reduced !== undefined && given !== null && indicativePrice) {
      form.refuse('reducedPrice', 'Un prix «\u00a0à partir de\u00a0» ne peut pas être réduit.');
    }
    if (reducedPrice !== null && price !== null && reducedPrice >= price) {
      form.refuse('reducedPrice', 'Le prix réduit doit être inférieur au prix.');
    }
  }
  return { price, reducedPrice, indicativePrice, priceDisabled };
}

/** The stock as it is kept: null is not counted. */
export function stockColumns(form: Form, held: Held, { stockManagement, stock }: ProductChanges): Columns {
  if (stockManagement === false) return { stock: null };
  const next = stock === undefined ? held.stock : stock;
  if (stockManagement === true && next === null) form.refuse('stock', 'Stock requis');
  return stock === undefined ? {} : { stock: next };
}
