// Merchant's view of products.
import { and, asc, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { MerchantProduct, VatRate } from '#contract/merchant/own-products.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { detailColumns, productById } from '../catalogue/product-detail.ts';
import type { Tx } from '../db/client.ts';
import { digitalFiles, productAssociations, productEvents, products, vatRates } from '../db/schema/catalogue.ts';
import { stores } from '../db/schema/stores.ts';
import { type PageRequest, presentPage } from '../presenters/collection.ts';
import { presentProduct, type SummaryRow, summaryColumns } from '../presenters/products.ts';
import { qualified } from '../presenters/qualified.ts';
import { notFound } from '../runtime/errors.ts';
import { presentDigitalFile } from './digital-files.ts';

const eventIds = sql<string[]>`(
  select coalesce(json_agg(link.event_id order by link.event_id), '[]') from ${productEvents} link
  where link.product_id = ${qualified(products.id)})`;

const merchantProductColumns = {
  ...detailColumns,
  published: products.published,
  vatRateId: products.vatRateId,
  length: products.length,
  width: products.width,
  height: products.height,
  weight: products.weight,
  inevitable: products.inevitable,
  news: products.news,
  currentOffers: products.currentOffers,
  eventIds,
  digitalName: products.dematerializedFile,
  digitalId: digitalFiles.id,
  digitalSize: digitalFiles.size,
};

const selectOwn = (tx: Tx) =>
  tx
    .select(merchantProductColumns)
    .from(products)
    .innerJoin(stores, eq(stores.id, products.storeId))
    .leftJoin(
      digitalFiles,
      and(eq(digitalFiles.storeId, products.storeId), eq(digitalFiles.stored, products.dematerializedFile)),
    );
type OwnRow = Awaited<ReturnType<typeof selectOwn>>[number];

/** By the id of each of these: the products that are shown with it. */
async function associatedWith(tx: Tx, ids: string[]): Promise<Map<string, SummaryRow[]>> {
  const found = new Map<string, SummaryRow[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return found;
  const rows = await tx
    .select({ ...summaryColumns, of: productAssociations.productId })
    .from(products)
    .innerJoin(stores, eq(stores.id, products.storeId))
    .innerJoin(productAssociations, eq(productAssociations.associatedId, products.id))
    .where(and(inArray(productAssociations.productId, ids), isNull(products.deletedAt)))
    .orderBy(asc(productAssociations.position));
  for (const { of, ...row } of rows) found.get(of)?.push(row);
  return found;
}

function present(row: OwnRow, associated: SummaryRow[]): MerchantProduct {
  return {
    ...presentProduct(row, associated),
    published: row.published,
    stockManagement: row.stock !== null,
    vatRate: row.vatRateId && `/vat_rates/${row.vatRateId}`,
    dimensions: { length: row.length, width: row.width, height: row.height, weight: row.weight / 1000 },
    weightTolerance: row.weightTolerance,
    inevitable: row.inevitable,
    news: row.news,
    currentOffers: row.currentOffers,
    events: row.eventIds.map((event) => `/events/${event}`),
    dematerializedFile:
      row.digitalId && row.digitalName
        ? presentDigitalFile({ id: row.digitalId, stored: row.digitalName, size: row.digitalSize })
        : null,
  };
}

async function presentAll(tx: Tx, rows: OwnRow[]): Promise<MerchantProduct[]> {
  const associated = await associatedWith(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => present(row, associated.get(row.id) ?? []));
}

/** A product with its public and private fields. The caller has checked that it belongs to the merchant. */
export async function readMerchantProduct(tx: Tx, id: string): Promise<MerchantProduct> {
  const rows = await selectOwn(tx).where(and(eq(products.id, id), isNull(products.deletedAt)));
  const [product] = await presentAll(tx, rows);
  if (!product) throw notFound('product-gone', 'Ce produit n’existe plus.');
  return { ...(await productById(tx, id)), ...product };
}

export async function listVatRates(tx: Tx): Promise<VatRate[]> {
  const rows = await tx.select().from(vatRates).orderBy(desc(vatRates.rate), asc(vatRates.name));
  return rows.map(({ id, name, rate }) => ({
    '@id': `/vat_rates/${id}`,
    '@type': 'VatRate',
    id,
    name,
    rate: rate / 100,
  }));
}

interface OwnProductFilters {
  published?: boolean | undefined;
  /** Part of the name, ignoring case and accents. */
  name?: string | undefined;
}

const nameContains = (typed: string): SQL => sql`strpos(${products.nameFolded}, public.folded(${typed}::text)) > 0`;

/** One page of a merchant's own products, newest first, with all fields of the form. */
export async function listOwnProducts(
  tx: Tx,
  storeId: string,
  { published, name }: OwnProductFilters,
  page: PageRequest,
): Promise<Collection<MerchantProduct>> {
  const shown = and(
    eq(products.storeId, storeId),
    isNull(products.deletedAt),
    published === undefined ? undefined : eq(products.published, published),
    name ? nameContains(name) : undefined,
  );
  const [counted] = await tx.select({ total: count() }).from(products).where(shown);
  const rows = await selectOwn(tx)
    .where(shown)
    .orderBy(desc(products.createdAt), asc(products.id))
    .limit(page.itemsPerPage)
    .offset((page.page - 1) * page.itemsPerPage);
  return presentPage(await presentAll(tx, rows), counted?.total ?? 0, page);
}
