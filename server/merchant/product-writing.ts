// Product writes: creates, changes, publishes and deletes a merchant's products. Guarantees: each change increments the
// version; invalid input is rejected as a whole, with every violation.
import { eq } from 'drizzle-orm';
import type { MerchantProduct, ProductChanges } from '#contract/merchant/own-products.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import type { ActorContext, VersionedContext } from '../http/call.ts';
import { findStoredName } from './digital-files.ts';
import { findFreeSlug } from './free-slug.ts';
import { findOwnStoreId, type LockedProduct, lockOwnProduct, requireVersionMatch } from './own-rows.ts';
import { checkParts, writeParts } from './product-parts.ts';
import { readMerchantProduct } from './product-reading.ts';
import { type FormContext, findIds, isCalendarDay, ViolationCollector } from './violation-collector.ts';

const STALE_PRODUCT = 'Ce produit a été modifié sur un autre appareil.';

export type ProductColumnValues = Partial<typeof products.$inferInsert>;
export type CurrentPrices = Pick<
  LockedProduct,
  'price' | 'reducedPrice' | 'indicativePrice' | 'priceDisabled' | 'stock'
>;
/** State of a new product. */
export const noPrices: CurrentPrices = {
  price: null,
  reducedPrice: null,
  indicativePrice: false,
  priceDisabled: false,
  stock: null,
};

export async function createProduct(
  { tx, actor, now }: ActorContext,
  changes: ProductChanges,
): Promise<MerchantProduct> {
  const storeId = await findOwnStoreId(tx, actor.id);
  const form = new ViolationCollector();
  const context = { tx, form, storeId };
  const name = changes.name ?? '';
  if (name === '') form.add('name', 'Nom requis');
  if (changes.category === undefined) form.add('category', 'Catégorie requise');
  const { categoryId, ...columns } = await productColumnsFrom(context, noPrices, { price: null, ...changes });
  const parts = await checkParts(context, changes);
  form.throwIfAny();
  const id = await insertWithSlug(tx, { ...columns, storeId, categoryId: categoryId ?? '', name, createdAt: now });
  await writeParts(tx, id, parts);
  return readMerchantProduct(tx, id);
}

/** Retries until the slug is unique, also among parallel requests. */
async function insertWithSlug(tx: Tx, values: Omit<typeof products.$inferInsert, 'slug'>): Promise<string> {
  for (;;) {
    const [made] = await tx
      .insert(products)
      .values({ ...values, slug: await findFreeSlug(tx, values.name) })
      .onConflictDoNothing({ target: products.slug })
      .returning({ id: products.id });
    if (made) return made.id;
  }
}

export async function updateProduct(
  context: VersionedContext,
  id: string,
  changes: ProductChanges,
): Promise<MerchantProduct> {
  const { tx, actor } = context;
  const product = await lockOwnProduct(tx, id, actor.id);
  await requireVersionMatch(context, product, {
    message: STALE_PRODUCT,
    fields: Object.keys(changes),
    present: () => readMerchantProduct(tx, product.id),
  });
  const form = new ViolationCollector();
  const formContext = { tx, form, storeId: product.storeId };
  const columns = await productColumnsFrom(formContext, product, changes);
  const parts = await checkParts(formContext, changes);
  form.throwIfAny();
  await tx
    .update(products)
    .set({ ...columns, version: product.version + 1 })
    .where(eq(products.id, product.id));
  await writeParts(tx, product.id, parts);
  return readMerchantProduct(tx, product.id);
}

/** Publishes or hides a product; unchanged if already so. */
export async function setProductPublished(
  { tx, actor }: ActorContext,
  id: string,
  published: boolean,
): Promise<MerchantProduct> {
  const product = await lockOwnProduct(tx, id, actor.id);
  if (product.published === published) return { ...(await readMerchantProduct(tx, product.id)), notice: 'already' };
  await tx
    .update(products)
    .set({ published, version: product.version + 1 })
    .where(eq(products.id, product.id));
  return readMerchantProduct(tx, product.id);
}

export async function deleteProduct(context: VersionedContext, id: string): Promise<void> {
  const { tx, actor, now } = context;
  const product = await lockOwnProduct(tx, id, actor.id);
  await requireVersionMatch(context, product, { message: STALE_PRODUCT, fields: [], present: async () => ({}) });
  await tx
    .update(products)
    .set({ deletedAt: now, version: product.version + 1 })
    .where(eq(products.id, product.id));
}

/** Validated columns of the changed fields; prices and stock are checked against the current row. */
async function productColumnsFrom(
  context: FormContext,
  current: CurrentPrices,
  changes: ProductChanges,
): Promise<ProductColumnValues> {
  const { form } = context;
  const [categoryId] = changes.category
    ? await findIds(context, 'category', 'finest-category', [changes.category])
    : [];
  if (changes.preOrderDate && !isCalendarDay(changes.preOrderDate)) form.add('preOrderDate', 'Date incorrecte.');
  return {
    ...ownProductColumns(changes),
    ...(categoryId !== undefined && { categoryId }),
    ...(changes.vatRate !== undefined && {
      vatRateId: await findOptionalId(context, 'vatRate', changes.vatRate),
    }),
    ...(changes.technicalImage !== undefined && {
      technicalImageId: await findOptionalId(context, 'technicalImage', changes.technicalImage),
    }),
    ...(changes.dematerializedFile !== undefined && {
      dematerializedFile: await findStoredName(context, changes.dematerializedFile),
    }),
    ...productPriceColumns(form, current, changes),
    ...stockColumns(form, current, changes),
  };
}

const referenceKinds = { vatRate: 'vatRate', technicalImage: 'image' } as const;

async function findOptionalId(context: FormContext, path: keyof typeof referenceKinds, reference: string | null) {
  if (reference === null) return null;
  const [id] = await findIds(context, path, referenceKinds[path], [reference]);
  return id ?? null;
}

/** Columns without dependencies. */
export function ownProductColumns({
  dimensions,
  technicalAttributes,
  preOrderDate,
  ...changes
}: ProductChanges): ProductColumnValues {
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
  const columns: ProductColumnValues = {
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

/** Validated price columns. */
export function productPriceColumns(
  form: ViolationCollector,
  current: CurrentPrices,
  changes: ProductChanges,
): ProductColumnValues {
  const { price: sent, reducedPrice: reduced } = changes;
  const indicativePrice = changes.indicativePrice ?? current.indicativePrice;
  const priceDisabled = changes.priceDisabled ?? current.priceDisabled;
  const isNamed = sent !== undefined || reduced !== undefined || changes.indicativePrice !== undefined;
  if (!isNamed && changes.priceDisabled === undefined) return {};

  const wrongBefore = form.violations.length;
  const price = sent === undefined ? current.price : form.cents('price', sent);
  const reducedCents = reduced === undefined ? current.reducedPrice : form.cents('reducedPrice', reduced);
  // An indicative price has no reduced price.
  const reducedPrice = indicativePrice ? null : reducedCents;
  if (form.violations.length === wrongBefore) {
    if (price === null && !priceDisabled) form.add('price', 'Prix requis');
    if (reduced !== undefined && reducedCents !== null && indicativePrice) {
      form.add('reducedPrice', 'Un prix «\u00a0à partir de\u00a0» ne peut pas être réduit.');
    }
    if (reducedPrice !== null && price !== null && reducedPrice >= price) {
      form.add('reducedPrice', 'Le prix réduit doit être inférieur au prix.');
    }
  }
  return { price, reducedPrice, indicativePrice, priceDisabled };
}

/** Stock column; null means unmanaged. */
export function stockColumns(
  form: ViolationCollector,
  current: CurrentPrices,
  { stockManagement, stock }: ProductChanges,
): ProductColumnValues {
  if (stockManagement === false) return { stock: null };
  const next = stock === undefined ? current.stock : stock;
  if (stockManagement === true && next === null) form.add('stock', 'Stock requis');
  return stock === undefined ? {} : { stock: next };
}
