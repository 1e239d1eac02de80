// Imported demo market, ordered by opening date: the base of the history.
import { asc, eq, inArray } from 'drizzle-orm';
import { parisDay } from '#domain/time/dates.ts';
import type { Tx } from '../db/client.ts';
import { tables } from '../db/tables.ts';
import type { MarketEntries } from '../market/format/entries.ts';
import type { RelayPoint } from '../services/relay-points.ts';
import type { ReviewFamily } from './content/product-reviews.ts';
import type { History } from './history.ts';

export type DemoStoreRow = typeof tables.stores.$inferSelect;
export type DemoProductRow = typeof tables.products.$inferSelect;
export type DemoCouponRow = typeof tables.coupons.$inferSelect & { discountType: 'fix' | 'relative' };

export interface DemoStore {
  row: DemoStoreRow;
  owner: string;
  /** Days since its opening. */
  age: number;
  reviews: ReviewFamily;
  products: { row: DemoProductRow; age: number }[];
}

export interface ImportedMarket {
  stores: DemoStore[];
  options: (typeof tables.productOptions.$inferSelect)[];
  optionValues: (typeof tables.productOptionValues.$inferSelect)[];
  coupons: DemoCouponRow[];
  featured: readonly string[];
  relayPoints: RelayPoint[];
  carrierPrices: { shippingType: 'home' | 'relay'; maxWeight: number; price: number }[];
}

/** Future dates and seasons depend on the time of filling. */
export async function writeDatesAndSeasons(tx: Tx, history: History, now: Date, dayIn: (days: number) => string) {
  for (const [code, { endsIn }] of Object.entries(history.coupons)) {
    const expirationDate = new Date(now.getTime() + endsIn * 86_400_000);
    await tx.update(tables.coupons).set({ expirationDate }).where(eq(tables.coupons.code, code));
  }
  const month = Number(parisDay(now).slice(5, 7));
  for (const { availableIn, seasons } of Object.values(history.shops)) {
    const absent = Object.keys(seasons).filter((slug) => !seasons[slug]?.includes(month));
    if (absent.length > 0)
      await tx.update(tables.products).set({ stock: 0 }).where(inArray(tables.products.slug, absent));
    for (const [slug, days] of Object.entries(availableIn)) {
      await tx
        .update(tables.products)
        .set({ preOrderDate: dayIn(days) })
        .where(eq(tables.products.slug, slug));
    }
  }
}

export async function readImported(tx: Tx, market: MarketEntries, history: History): Promise<ImportedMarket> {
  const storeRows = new Map((await tx.select().from(tables.stores)).map((row) => [row.slug, row]));
  const products = new Map((await tx.select().from(tables.products)).map((row) => [row.slug, row]));
  const stores = Object.entries(history.shops).map(([slug, past]) => ({
    row: requireRow(storeRows, slug),
    owner: market.shop.get(slug)?.values.owner ?? '',
    age: past.age,
    reviews: past.reviews,
    products: Object.entries(past.products).map(([product, age]) => ({ row: requireRow(products, product), age })),
  }));
  const missing = [
    ...[...market.shop.keys()].filter((slug) => !history.shops[slug]),
    ...[...market.product.values()].flatMap(({ key, values }) =>
      history.shops[values.shop]?.products[key] === undefined ? [key] : [],
    ),
  ];
  if (missing.length > 0) throw new Error(`history.yaml says no age of: ${missing.join(', ')}`);
  return {
    stores: stores,
    options: await tx.select().from(tables.productOptions).orderBy(asc(tables.productOptions.position)),
    optionValues: await tx.select().from(tables.productOptionValues).orderBy(asc(tables.productOptionValues.position)),
    coupons: (await tx.select().from(tables.coupons)) as DemoCouponRow[],
    featured: market.featured.get('products')?.values.slugs ?? [],
    relayPoints: [...market.relayPoint.values()].map(({ key, values }) => ({ id: key, ...values })),
    carrierPrices: (['home', 'relay'] as const).flatMap((shippingType) =>
      (market.carrierPrices.get(shippingType)?.values.prices ?? []).map((price) => ({ shippingType, ...price })),
    ),
  };
}

function requireRow<Row>(rows: ReadonlyMap<string, Row>, slug: string): Row {
  const row = rows.get(slug);
  if (!row) throw new Error(`history.yaml names '${slug}', which is not in demo/`);
  return row;
}
