// Product writes: creates, changes, publishes and deletes a merchant's products. Guarantees: each change increments the
// version; invalid input is rejected as a whole, with every violation.
import { eq } from 'drizzle-orm';
import { type MerchantProduct, newProduct, type ProductChanges } from '#contract/merchant/own-products.ts';
import { violationsOf } from '#contract/violations.ts';
import { formatNetContent } from '#domain/net-content.ts';
import {
  type CheckedProduct,
  emptyProduct,
  hasPriceChanges,
  type ProductPrices,
  pricesAfter,
  productMistakes,
} from '#domain/product-rules.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import type { ActorContext, VersionedContext } from '../http/call.ts';
import { conflict } from '../runtime/errors.ts';
import { findStoredName } from './digital-files.ts';
import { findFreeSlug } from './free-slug.ts';
import { findOwnStoreId, lockOwnProduct, requireVersionMatch } from './own-rows.ts';
import { checkParts, writeParts } from './product-parts.ts';
import { readMerchantProduct } from './product-reading.ts';
import { type FormContext, findIds, isCalendarDay, ViolationCollector } from './violation-collector.ts';

const STALE_PRODUCT = 'Ce produit a été modifié sur un autre appareil.';

export type ProductColumnValues = Partial<typeof products.$inferInsert>;

export async function createProduct(
  { tx, actor, now }: ActorContext,
  changes: ProductChanges,
): Promise<MerchantProduct> {
  const storeId = await findOwnStoreId(tx, actor.id);
  const form = new ViolationCollector();
  const context = { tx, form, storeId };
  requireNameAndCategory(form, changes);
  const {
    name = '',
    categoryId,
    ...columns
  } = await productColumnsFrom(context, emptyProduct, {
    price: null,
    ...changes,
  });
  const parts = await checkParts(context, changes);
  form.throwIfAny();
  const id = await insertWithSlug(tx, { ...columns, storeId, categoryId: categoryId ?? '', name, createdAt: now });
  await writeParts(tx, id, parts);
  return readMerchantProduct(tx, id);
}

export function requireNameAndCategory(form: ViolationCollector, changes: ProductChanges): void {
  const { error } = newProduct.safeParse(changes);
  if (error) form.addAll(violationsOf(error));
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
  if (published) requireNotHidden(product);
  if (product.published === published) return { ...(await readMerchantProduct(tx, product.id)), notice: 'already' };
  await tx
    .update(products)
    .set({ published, version: product.version + 1 })
    .where(eq(products.id, product.id));
  return readMerchantProduct(tx, product.id);
}

/** @throws 409 if the market has hidden the product */
function requireNotHidden({ hiddenReason }: { hiddenReason: string | null }): void {
  if (hiddenReason !== null) throw conflict('hidden', hiddenByMarket(hiddenReason));
}

/** Sentence for the merchant of a product that the market has hidden. */
export const hiddenByMarket = (reason: string): string =>
  `Le marché a retiré ce produit\u00a0: ${reason.replace(/[.\s]*$/, '.')} Pour en parler, écrivez-nous.`;

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
  current: CheckedProduct,
  changes: ProductChanges,
): Promise<ProductColumnValues> {
  const { form } = context;
  const [categoryId] = changes.category
    ? await findIds(context, 'category', 'finest-category', [changes.category])
    : [];
  if (changes.preOrderDate && !isCalendarDay(changes.preOrderDate)) form.add('preOrderDate', 'Date incorrecte.');
  form.addAll(productMistakes(changes, current));
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
    ...productPriceColumns(current, changes),
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
    netContent,
    weightTolerance,
    notSellToMinor,
    dematerialized,
    inevitable,
    news,
    currentOffers,
    externalURL,
    withdrawalException,
  } = changes;
  const columns: ProductColumnValues = {
    name,
    description,
    technicalText,
    netContent: netContent && formatNetContent(netContent),
    weightTolerance,
    notSellToMinor,
    dematerialized,
    inevitable,
    news,
    currentOffers,
    externalURL,
    withdrawalException,
    preOrderDate,
    technicalAttributes: technicalAttributes?.filter((each) => each.name !== '' && each.value !== ''),
    ...(dimensions && { ...dimensions, weight: Math.round(dimensions.weight * 1000) }),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Price and stock columns; a stock of null is not counted. */
export function productPriceColumns(current: ProductPrices, changes: ProductChanges): ProductColumnValues {
  const stock = changes.stockManagement === false ? null : changes.stock;
  return { ...(hasPriceChanges(changes) && pricesAfter(current, changes)), ...(stock !== undefined && { stock }) };
}
