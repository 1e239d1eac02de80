// Figures of the market: sales by week, store and category, new people, and searches without a result, in a bounded period.
import { type SQL, sql } from 'drizzle-orm';
import { MAX_FIGURE_DAYS, type MarketFigures } from '#contract/administration/figures.ts';
import { MERCHANT_STATES } from '#domain/orders/store-order.ts';
import { parisDay } from '#domain/time/dates.ts';
import { instantInParis } from '#domain/time/paris-instants.ts';
import { DAYS_OF_WEEK, dayAfter, mondayOf } from '#domain/time/week.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { categories, products } from '../db/schema/catalogue.ts';
import { searchMisses } from '../db/schema/operation.ts';
import { refunds } from '../db/schema/payments.ts';
import { storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import type { Call } from '../http/call.ts';
import { createMarketStatementLink } from '../money/payouts.ts';
import { invalid } from '../runtime/errors.ts';

const DEFAULT_DAYS = 12 * DAYS_OF_WEEK - 1;
const MAX_ROWS = 100;
/** Searches of one person alone are not shown. */
const LEAST_SEARCHES = 2;

export async function readFigures({ tx, query, now }: Call<'administration.figures'>): Promise<MarketFigures> {
  const to = query.to ?? parisDay(now);
  const from = query.from ?? dayAfter(to, -DEFAULT_DAYS);
  if (from > to) throw invalid([{ propertyPath: 'to', message: 'La fin vient avant le début.' }]);
  if (dayAfter(from, MAX_FIGURE_DAYS) < to) throw invalid([{ propertyPath: 'from', message: 'Deux ans au plus.' }]);
  const [begin, end] = [instantInParis(from, '00:00'), instantInParis(dayAfter(to, 1), '00:00')];
  const within = (column: SQL) =>
    sql`${column} >= ${begin.toISOString()}::timestamptz and ${column} < ${end.toISOString()}::timestamptz`;
  const sales = sql`(select part.id, part.order_id, part.store_id, part.created_at, part.total - coalesce(
      (select sum(given.amount) from ${refunds} given where given.store_order_id = part.id), 0) as amount
    from ${storeOrders} part where part.state in ${[...MERCHANT_STATES]} and ${within(sql`part.created_at`)})`;
  const sold = sql`count(distinct sale.order_id)::int as orders, coalesce(sum(sale.amount), 0)::int as amount`;
  const read = async <T extends Record<string, unknown>>(statement: SQL) => (await tx.execute<T>(statement)).rows;
  const [all] = await read<{ orders: number; amount: number }>(sql`select ${sold} from ${sales} sale`);
  return {
    '@type': 'MarketFigures',
    ...{ from, to, orders: all?.orders ?? 0, amount: all?.amount ?? 0 },
    weeks: await readWeeks(tx, { from, to, sales, sold, within }),
    stores: await read<MarketFigures['stores'][number]>(sql`
      select sold_by.id, sold_by.name, ${sold} from ${sales} sale join ${stores} sold_by on sold_by.id = sale.store_id
      group by sold_by.id order by amount desc, sold_by.name limit ${MAX_ROWS}`),
    categories: await read<MarketFigures['categories'][number]>(sql`
      select shelf.name, sum(item.quantity)::int as units, sum(item.total)::int as amount
      from ${sales} sale join ${storeOrderItems} item on item.store_order_id = sale.id
        join ${products} product on product.id = item.product_id
        join ${categories} shelf on shelf.id = product.category_id
      group by shelf.id order by amount desc, shelf.name limit ${MAX_ROWS}`),
    searches: await read<MarketFigures['searches'][number]>(sql`
      select words, sum(count)::int as count from ${searchMisses} where day >= ${from}::date and day <= ${to}::date
      group by words having sum(count) >= ${LEAST_SEARCHES}::int order by count desc, words limit ${MAX_ROWS}`),
  };
}

interface Period {
  from: string;
  to: string;
  sales: SQL;
  sold: SQL;
  within(column: SQL): SQL;
}

/** Every week of the period, also those without anything. */
async function readWeeks(tx: Tx, { from, to, sales, sold, within }: Period): Promise<MarketFigures['weeks']> {
  const week = (column: SQL) => sql`to_char(date_trunc('week', ${column} at time zone 'Europe/Paris'), 'YYYY-MM-DD')`;
  const { rows: sums } = await tx.execute<{ begin: string; orders: number; amount: number }>(sql`
    select ${week(sql`sale.created_at`)} as begin, ${sold} from ${sales} sale group by 1`);
  const { rows: people } = await tx.execute<{ begin: string; people: number }>(sql`
    select ${week(sql`person.created_at`)} as begin, count(*)::int as people from ${users} person
    where ${within(sql`person.created_at`)} group by 1`);
  const weeks: MarketFigures['weeks'] = [];
  for (let begin = mondayOf(from); begin <= to; begin = dayAfter(begin, DAYS_OF_WEEK)) {
    const { orders = 0, amount = 0 } = sums.find((row) => row.begin === begin) ?? {};
    weeks.push({ begin, orders, amount, people: people.find((row) => row.begin === begin)?.people ?? 0 });
  }
  return weeks;
}

export const linkMarketStatement = async ({ query, market, now }: Call<'administration.marketStatement'>) =>
  createMarketStatementLink(market, query, now);
