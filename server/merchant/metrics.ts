// Counts what a shop sold and who looked at it, by week, month and year. Only orders that hold count: payed, validated,
// shipped, each on the day it was placed in Europe/Paris.
import { and, between, count, eq, inArray, isNull, sql, sum } from 'drizzle-orm';
import { FIRST_YEAR, type StoreMetrics } from '#contract/merchant/metrics.ts';
import { MERCHANT_STATES } from '#domain/orders/store-order.ts';
import { parisDay } from '#domain/time/dates.ts';
import type { Tx } from '../db/client.ts';
import { categories, products } from '../db/schema/catalogue.ts';
import { views } from '../db/schema/requests.ts';
import { storeOrders } from '../db/schema/sales.ts';
import { notFound } from '../runtime/errors.ts';
import { requireOwnStore } from './own-rows.ts';

interface Sales {
  amount: number;
  orders: number;
}

const DAY_MS = 24 * 3_600_000;

/** 'YYYY-MM-DD' of the Monday of that week, or of the first day of the year where the Monday lies before it. */
export function weekInYear(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  const sinceMonday = (at.getUTCDay() + 6) % 7;
  const monday = new Date(at.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10);
  const newYear = `${day.slice(0, 4)}-01-01`;
  return monday < newYear ? newYear : monday;
}

/** Adds up what shares a name, in the order of the first of each. */
function grouped<R extends Sales>(rows: readonly R[], nameOf: (row: R) => string): Map<string, Sales> {
  const groups = new Map<string, Sales>();
  for (const row of rows) {
    const name = nameOf(row);
    const group = groups.get(name) ?? { amount: 0, orders: 0 };
    groups.set(name, { amount: group.amount + row.amount, orders: group.orders + row.orders });
  }
  return groups;
}

/**
 * @param asked the year; the present one without it
 * @throws 404 for a shop that is not the merchant's, and for a year that nobody can ask for
 */
export async function metricsOfStore(
  tx: Tx,
  storeId: string,
  merchantId: string,
  asked: number | undefined,
  now: Date,
): Promise<StoreMetrics> {
  await requireOwnStore(tx, storeId, merchantId);
  const thisYear = Number(parisDay(now).slice(0, 4));
  const year = asked ?? thisYear;
  if (year < FIRST_YEAR || year > thisYear) throw notFound();

  const days = await salesByDay(tx, storeId);
  const ofYear = days.filter(({ day }) => day.startsWith(`${year}-`));
  const orders = ofYear.reduce((all, row) => all + row.orders, 0);
  const amount = ofYear.reduce((all, row) => all + row.amount, 0);
  const named = await categoryCounts(tx, storeId);
  return {
    '@id': `/metrics/by_store/${storeId}?year=${year}`,
    '@type': 'StoreMetrics',
    year,
    storeViews: await viewsIn(tx, storeId, year),
    totalStoreOrders: orders,
    averageStoreOrders: orders === 0 ? 0 : Math.round(amount / orders),
    sales: {
      weekly: [...grouped(ofYear, ({ day }) => weekInYear(day))].map(([begin, sold]) => ({ begin, ...sold })),
      monthly: [...grouped(ofYear, ({ day }) => day.slice(5, 7))].map(([month, sold]) => ({
        month: Number(month),
        ...sold,
      })),
      annual: [...grouped(days, ({ day }) => day.slice(0, 4))].map(([name, sold]) => ({ year: Number(name), ...sold })),
    },
    totalShippingPrice: ofYear.reduce((all, row) => all + row.shipping, 0),
    totalProducts: named.reduce((all, [, products]) => all + products, 0),
    categoryWithCountOfProductAssociated: Object.fromEntries(named),
  };
}

async function salesByDay(tx: Tx, storeId: string) {
  const day = sql<string>`to_char(${storeOrders.createdAt} at time zone 'Europe/Paris', 'YYYY-MM-DD')`;
  return tx
    .select({
      day: day.as('day'),
      orders: count(),
      amount: sum(storeOrders.total).mapWith(Number),
      shipping: sum(storeOrders.shippingFees).mapWith(Number),
    })
    .from(storeOrders)
    .where(and(eq(storeOrders.storeId, storeId), inArray(storeOrders.state, [...MERCHANT_STATES])))
    .groupBy(sql`1`)
    .orderBy(sql`1`);
}

async function viewsIn(tx: Tx, storeId: string, year: number): Promise<number> {
  const [row] = await tx
    .select({ seen: count() })
    .from(views)
    .where(and(eq(views.storeId, storeId), between(views.day, `${year}-01-01`, `${year}-12-31`)));
  return row?.seen ?? 0;
}

/** The fullest first. */
async function categoryCounts(tx: Tx, storeId: string): Promise<[name: string, products: number][]> {
  const held = count();
  const rows = await tx
    .select({ name: categories.name, products: held })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(products.storeId, storeId), isNull(products.deletedAt)))
    .groupBy(categories.name)
    .orderBy(sql`${held} desc`, categories.name);
  return rows.map((row) => [row.name, row.products]);
}
