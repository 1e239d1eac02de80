import { getTableColumns } from 'drizzle-orm';
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core';
import { DEMO_PASSWORD } from '../access/demo-accounts.ts';
import { hashPassword } from '../access/passwords.ts';
import type { Db } from '../db/client.ts';
import { tables } from '../db/tables.ts';
import { type PictureFiles, writePictures } from '../drawing/pictures.ts';
import { deliveryMethods, deliveryPrices } from './content/configuration.ts';
import { giftVoucher } from './gift-voucher.ts';
import { accountRows } from './rows/accounts.ts';
import { Album } from './rows/album.ts';
import { categoryRows } from './rows/categories.ts';
import {
  acceptedTermsRows,
  configurationRows,
  couponRows,
  eventRows,
  featuredCategoryRows,
  featuredProductRows,
  pageRows,
  relayPointRows,
  termsRows,
  vatRateRows,
} from './rows/market-content.ts';
import { type Moments, momentsFrom } from './rows/moments.ts';
import { productReviewRows, ratingOf, storeReviewRows } from './rows/opinions.ts';
import { orderRows, type SoldOrder } from './rows/orders.ts';
import { catalogueRows } from './rows/products.ts';
import { alertRows, appointmentRows, estimateItemRows, estimateRows, messageRows, viewRows } from './rows/requests.ts';
import { storeRows } from './rows/stores.ts';

/**
 * Fills an empty market with the demonstration market: the same rows and pictures for the same 'now'.
 * Everything is written in one transaction that ends when the pictures are there: a fill cut short leaves an empty
 * market, and the next one finds its pictures and draws only those that miss.
 */

export type DemoStorage = PictureFiles & { putFile(name: string, bytes: Uint8Array): Promise<void> };
export type FillProgress = (label: string, done: number, total: number) => void;

const filledKey = 'demoMarket';
/** PostgreSQL takes at most 65535 parameters in a statement. */
const mostParameters = 30_000;
const paymentLife = 30 * 60 * 1000;

function marketRows(passwordHash: string, moments: Moments) {
  const album = new Album(moments.ago(30));
  const users = accountRows(passwordHash, moments);
  const categories = categoryRows(album);
  const { stores, storeImages } = storeRows(album, moments);
  const catalogue = catalogueRows(album, moments);
  const events = eventRows(album);
  const configurations = configurationRows(album);
  const coupons = couponRows(moments);
  const productReviews = productReviewRows(moments);
  const storeReviews = storeReviewRows(moments);

  for (const product of catalogue.products) {
    Object.assign(product, ratingOf(productReviews.filter((review) => review.productId === product.id)));
  }
  for (const store of stores)
    Object.assign(store, ratingOf(storeReviews.filter((review) => review.storeId === store.id)));
  const orders = orderRows(catalogue, stores, coupons, moments);
  return {
    album,
    users,
    categories,
    stores,
    storeImages,
    catalogue,
    events,
    configurations,
    coupons,
    productReviews,
    storeReviews,
    orders,
  };
}

type MarketRows = ReturnType<typeof marketRows>;
type Batch = { label: string; insert(tx: Db): Promise<unknown> };

/** One table's rows, in as few statements as the number of parameters allows. */
function batch<Table extends PgTable>(label: string, table: Table, rows: Table['$inferInsert'][]): Batch {
  const perStatement = Math.floor(mostParameters / Object.keys(getTableColumns(table)).length);
  return {
    label,
    insert: async (tx) => {
      for (let start = 0; start < rows.length; start += perStatement) {
        await tx.insert(table).values(rows.slice(start, start + perStatement) as PgInsertValue<Table>[]);
      }
    },
  };
}

/** In the order in which rows refer to each other. */
function batchesOf(rows: MarketRows, moments: Moments): Batch[] {
  const { catalogue } = rows;
  return [
    batch('accounts', tables.users, rows.users),
    batch('pictures of the library', tables.images, rows.album.rows),
    batch('terms', tables.terms, termsRows(moments)),
    batch('VAT rates', tables.vatRates, vatRateRows()),
    batch('categories', tables.categories, rows.categories),
    batch('shops', tables.stores, rows.stores),
    batch('pictures of shops', tables.storeImages, rows.storeImages),
    batch('accepted terms', tables.storeAcceptedTerms, acceptedTermsRows(moments)),
    batch('products', tables.products, catalogue.products),
    batch('pictures of products', tables.productImages, catalogue.images),
    batch('secondary categories', tables.productCategories, catalogue.categories),
    batch('options', tables.productOptions, catalogue.options),
    batch('values of options', tables.productOptionValues, catalogue.optionValues),
    batch('associated products', tables.productAssociations, catalogue.associations),
    batch('events', tables.events, rows.events),
    batch('products of events', tables.productEvents, catalogue.events),
    batch('pages', tables.pages, pageRows()),
    batch('configuration', tables.configurations, rows.configurations),
    batch('featured products', tables.featuredProducts, featuredProductRows()),
    batch('featured categories', tables.featuredCategories, featuredCategoryRows()),
    batch('ways of delivery', tables.deliveryMethods, [...deliveryMethods]),
    batch('carrier prices', tables.deliveryPrices, [...deliveryPrices]),
    batch('relay points', tables.relayPoints, relayPointRows()),
    batch('coupons', tables.coupons, rows.coupons),
    batch('reviews of products', tables.productReviews, rows.productReviews),
    batch('reviews of shops', tables.storeReviews, rows.storeReviews),
    batch('messages', tables.storeMessages, messageRows(moments)),
    batch('appointments', tables.storeAppointments, appointmentRows(moments)),
    batch('quote requests', tables.estimates, estimateRows(moments)),
    batch('lines of quote requests', tables.estimateItems, estimateItemRows()),
    batch('stock alerts', tables.availabilityProducts, alertRows(moments)),
    batch('visits', tables.views, viewRows(moments)),
    { label: 'orders', insert: (tx) => insertOrders(tx, rows.orders) },
  ];
}

/** Orders and their parts are numbered by the database, in the order in which they were made. */
async function insertOrders(tx: Db, sold: readonly SoldOrder[]): Promise<void> {
  const numbers = await tx
    .insert(tables.orders)
    .values(
      sold.map(({ userId, paymentOnDelivery, stockTakenAt, createdAt }) => ({
        userId,
        paymentOnDelivery,
        stockTakenAt,
        createdAt,
      })),
    )
    .returning({ id: tables.orders.id });
  const numbered = sold.map((order, index) => ({ ...order, id: numbers[index]?.id ?? 0 }));
  const parts = numbered.flatMap(({ id, parts: held }) => held.map((part) => ({ orderId: id, ...part })));
  const partNumbers = await tx
    .insert(tables.storeOrders)
    .values(parts.map(({ orderId, storeOrder }) => ({ ...storeOrder, orderId })))
    .returning({ id: tables.storeOrders.id });
  const items = parts.flatMap((part, index) =>
    part.items.map((item) => ({ ...item, storeOrderId: partNumbers[index]?.id ?? 0 })),
  );
  await batch('lines of orders', tables.storeOrderItems, items).insert(tx);
  const payments = numbered.flatMap(({ id, createdAt, payment }) =>
    payment
      ? [
          {
            orderId: id,
            ...payment,
            createdAt,
            updatedAt: createdAt,
            expiresAt: new Date(createdAt.getTime() + paymentLife),
          },
        ]
      : [],
  );
  await batch('payments', tables.payments, payments).insert(tx);
}

async function writeVouchers(storage: DemoStorage, rows: MarketRows): Promise<void> {
  const names = new Map(rows.stores.map((store) => [store.id, store.name]));
  for (const { dematerializedFile, name, storeId, description = '' } of rows.catalogue.products) {
    if (!dematerializedFile) continue;
    await storage.putFile(dematerializedFile, giftVoucher(name, names.get(storeId) ?? '', description));
  }
}

/** @returns false when the market was filled already, by this process or by another one */
export async function fillDemoMarket(
  db: Db,
  storage: DemoStorage,
  { now, progress }: { now: Date; progress: FillProgress },
): Promise<boolean> {
  const moments = momentsFrom(now);
  const rows = marketRows(await hashPassword(DEMO_PASSWORD), moments);

  return db.transaction(async (tx) => {
    // Of two processes that start together, the second waits here for the first.
    const mark = { key: filledKey, value: now.toISOString() };
    const marked = await tx.insert(tables.marketMeta).values(mark).onConflictDoNothing().returning();
    if (marked.length === 0) return false;

    const pictures = writePictures(rows.album.drawings, storage, (done, total) => progress('pictures', done, total));
    // Its failure is met at the end; until then it must not count as one that nobody looks at.
    pictures.catch(() => {});
    try {
      const batches = batchesOf(rows, moments);
      for (const [index, { label, insert }] of batches.entries()) {
        await insert(tx as Db);
        progress(label, index + 1, batches.length);
      }
      await writeVouchers(storage, rows);
    } finally {
      await pictures;
    }
    return true;
  });
}
