// Store metrics: sales less refunds, and visits, by week, month and year. Counts orders in states payed, validated and
// shipped, by their creation day in Europe/Paris.
import { and, between, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import { FIRST_YEAR, type StoreMetrics } from '#contract/merchant/metrics.ts';
import { MERCHANT_STATES } from '#domain/orders/store-order.ts';
import { parisDay } from '#domain/time/dates.ts';
import type { Tx } from '../db/client.ts';
import { categories, products } from '../db/schema/catalogue.ts';
import { refunds } from '../db/schema/payments.ts';
import { views } from '../db/schema/requests.ts';
import { storeOrders } from '../db/schema/sales.ts';
import type { ActorContext } from '../http/call.ts';
import { readMonths } from '../money/statements.ts';
import { notFound } from '../runtime/errors.ts';
import { requireOwnStore } from './own-rows.ts';

interface Sales {
  amount: number;
  orders: number;
}

const DAY_MS = 24 * 3_600_000;

/** Monday of the week as 'YYYY-MM-DD', but not before the first day of the year. */
export function startOfWeek(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  const sinceMonday = (at.getUTCDay() + 6) % 7;
  const monday = new Date(at.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10);
  const newYear = `${day.slice(0, 4)}-01-01`;
  return monday < newYear ? newYear : monday;
}

/** Sums by name, in order of first occurrence. */
function sumBy<R extends Sales>(rows: readonly R[], nameOf: (row: R) => string): Map<string, Sales> {
  const groups = new Map<string, Sales>();
  for (const row of rows) {
    const name = nameOf(row);
    const group = groups.get(name) ?? { amount: 0, orders: 0 };
    groups.set(name, { amount: group.amount + row.amount, orders: group.orders + row.orders });
  }
  return groups;
}

/**
 * @param requestedYear defaults to the current one
 * @throws 404 for another merchant's store, and for years out of range
 */
export async function readMetrics(
  { tx, actor, now }: ActorContext,
  storeId: string,
  requestedYear: number | undefined,
): Promise<StoreMetrics> {
  await requireOwnStore(tx, storeId, actor.id);
  const thisYear = Number(parisDay(now).slice(0, 4));
  const year = requestedYear ?? thisYear;
  if (year < FIRST_YEAR || year > thisYear) throw notFound();

  const days = await salesByDay(tx, storeId);
  const ofYear = days.filter(({ day }) => day.startsWith(`${year}-`));
  const orders = ofYear.reduce((all, row) => all + row.orders, 0);
  const amount = ofYear.reduce((all, row) => all + row.amount, 0);
  const named = await countByCategoryName(tx, storeId);
  return {
    '@id': `/metrics/by_store/${storeId}?year=${year}`,
    '@type': 'StoreMetrics',
    year,
    storeViews: await countViews(tx, storeId, year),
    totalStoreOrders: orders,
    averageStoreOrders: orders === 0 ? 0 : Math.round(amount / orders),
    sales: {
      weekly: [...sumBy(ofYear, ({ day }) => startOfWeek(day))].map(([begin, sold]) => ({ begin, ...sold })),
      monthly: [...sumBy(ofYear, ({ day }) => day.slice(5, 7))].map(([month, sold]) => ({
        month: Number(month),
        ...sold,
      })),
      annual: [...sumBy(days, ({ day }) => day.slice(0, 4))].map(([name, sold]) => ({ year: Number(name), ...sold })),
    },
    totalShippingPrice: ofYear.reduce((all, row) => all + row.shipping, 0),
    commission: await readCommission(tx, storeId, year),
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
      amount: sql<number>`sum(${storeOrders.total} - coalesce(given.amount, 0))`.mapWith(Number),
      shipping: sql<number>`sum(${storeOrders.shippingFees} - coalesce(given.delivery, 0))`.mapWith(Number),
    })
    .from(storeOrders)
    .leftJoin(
      sql`(select store_order_id, sum(amount) as amount,
          sum((select coalesce(sum((share ->> 'amount')::int), 0) from jsonb_array_elements(delivery) share)) as delivery
        from ${refunds} where store_order_id is not null group by store_order_id) given`,
      sql`given.store_order_id = ${storeOrders.id}`,
    )
    .where(and(eq(storeOrders.storeId, storeId), inArray(storeOrders.state, [...MERCHANT_STATES])))
    .groupBy(sql`1`)
    .orderBy(sql`1`);
}

async function readCommission(tx: Tx, storeId: string, year: number): Promise<number> {
  const months = await readMonths(tx, storeId);
  return months.reduce((sum, { month, commission }) => (month.startsWith(`${year}-`) ? sum + commission : sum), 0);
}

async function countViews(tx: Tx, storeId: string, year: number): Promise<number> {
  const [row] = await tx
    .select({ views: count() })
    .from(views)
    .where(and(eq(views.storeId, storeId), between(views.day, `${year}-01-01`, `${year}-12-31`)));
  return row?.views ?? 0;
}

/** Largest first. */
async function countByCategoryName(tx: Tx, storeId: string): Promise<[name: string, products: number][]> {
  const productCount = count();
  const rows = await tx
    .select({ name: categories.name, products: productCount })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(products.storeId, storeId), isNull(products.deletedAt)))
    .groupBy(categories.name)
    .orderBy(sql`${productCount} desc`, categories.name);
  return rows.map((row) => [row.name, row.products]);
}
