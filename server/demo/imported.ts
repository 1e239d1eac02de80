// What the import of demo/ brought, in the order in which shops opened: the history goes on from there.
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { tables } from '../db/tables.ts';
import type { Market } from '../market/format/entries.ts';
import type { RelayPoint } from '../services/relay-points.ts';
import type { ReviewFamily } from './content/reviews.ts';
import type { History } from './history.ts';

export type StoreRow = typeof tables.stores.$inferSelect;
export type ProductRow = typeof tables.products.$inferSelect;
export type CouponRow = typeof tables.coupons.$inferSelect & { discountType: 'fix' | 'relative' };

export interface DemoShop {
  row: StoreRow;
  owner: string;
  /** Days since it opened. */
  age: number;
  reviews: ReviewFamily;
  products: { row: ProductRow; age: number }[];
}

export interface Imported {
  shops: DemoShop[];
  options: (typeof tables.productOptions.$inferSelect)[];
  optionValues: (typeof tables.productOptionValues.$inferSelect)[];
  coupons: CouponRow[];
  featured: readonly string[];
  relayPoints: RelayPoint[];
  carrierPrices: { shippingType: 'home' | 'relay'; maxWeight: number; price: number }[];
}

/** Dates that lie ahead are counted from now, which no file can say. */
export async function writeDaysAhead(tx: Tx, history: History, now: Date, dayIn: (days: number) => string) {
  for (const [code, { endsIn }] of Object.entries(history.coupons)) {
    const expirationDate = new Date(now.getTime() + endsIn * 86_400_000);
    await tx.update(tables.coupons).set({ expirationDate }).where(eq(tables.coupons.code, code));
  }
  for (const { availableIn } of Object.values(history.shops)) {
    for (const [slug, days] of Object.entries(availableIn)) {
      await tx
        .update(tables.products)
        .set({ preOrderDate: dayIn(days) })
        .where(eq(tables.products.slug, slug));
    }
  }
}

export async function readImported(tx: Tx, market: Market, history: History): Promise<Imported> {
  const stores = new Map((await tx.select().from(tables.stores)).map((row) => [row.slug, row]));
  const products = new Map((await tx.select().from(tables.products)).map((row) => [row.slug, row]));
  const shops = Object.entries(history.shops).map(([slug, told]) => ({
    row: known(stores, slug),
    owner: market.shop.get(slug)?.values.owner ?? '',
    age: told.age,
    reviews: told.reviews,
    products: Object.entries(told.products).map(([product, age]) => ({ row: known(products, product), age })),
  }));
  const untold = [
    ...[...market.shop.keys()].filter((slug) => !history.shops[slug]),
    ...[...market.product.values()].flatMap(({ key, values }) =>
      history.shops[values.shop]?.products[key] === undefined ? [key] : [],
    ),
  ];
  if (untold.length > 0) throw new Error(`history.yaml says no age of: ${untold.join(', ')}`);
  return {
    shops,
    options: await tx.select().from(tables.productOptions).orderBy(asc(tables.productOptions.position)),
    optionValues: await tx.select().from(tables.productOptionValues).orderBy(asc(tables.productOptionValues.position)),
    coupons: (await tx.select().from(tables.coupons)) as CouponRow[],
    featured: market.featured.get('products')?.values.slugs ?? [],
    relayPoints: [...market.relayPoint.values()].map(({ key, values }) => ({ id: key, ...values })),
    carrierPrices: (['home', 'relay'] as const).flatMap((shippingType) =>
      (market.carrierPrices.get(shippingType)?.values.prices ?? []).map((price) => ({ shippingType, ...price })),
    ),
  };
}

function known<Row>(rows: ReadonlyMap<string, Row>, slug: string): Row {
  const row = rows.get(slug);
  if (!row) throw new Error(`history.yaml names '${slug}', which is not in demo/`);
  return row;
}
