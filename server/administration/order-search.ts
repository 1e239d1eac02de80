// Order search of operators, by number, by the beginnings of words of a name or an address, by store, state and period.
// Guarantee: each way of searching has its index, and a list counts no further than it shows.
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { type OperatorOrderSummary, ORDERS_COUNTED } from '#contract/administration/orders.ts';
import { instantInParis } from '#domain/time/paris-instants.ts';
import { dayAfter } from '#domain/time/week.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { refunds } from '../db/schema/payments.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import { beginningsOf, wordsOfPerson, wordsOfRecipient } from '../db/words.ts';
import type { Call } from '../http/call.ts';
import { presentPage, requestedPage } from '../presenters/collection.ts';
import { storeOrderStateOf } from '../presenters/orders.ts';

const ORDERS_PER_PAGE = 25;

export async function listOrders({ tx, query, request }: Call<'administration.orders'>) {
  const page = requestedPage(request.url, query, ORDERS_PER_PAGE);
  const where = conditionOf(query);
  const rows = await selectSummaries(tx, where)
    .limit(page.itemsPerPage)
    .offset((page.page - 1) * page.itemsPerPage);
  const { rows: counted } = await tx.execute<{ total: number }>(countOf(where));
  return presentPage(await presentSummaries(tx, rows), counted[0]?.total ?? 0, page);
}

export const countOf = (where: SQL | undefined): SQL =>
  sql`select count(*)::int as total from (select 1 from ${orders} where ${where ?? sql`true`}
    limit ${ORDERS_COUNTED}::int) counted`;

export const selectSummaries = (tx: Tx, where: SQL | undefined) =>
  tx
    .select({
      id: orders.id,
      createdAt: orders.createdAt,
      paymentOnDelivery: orders.paymentOnDelivery,
      buyer: { id: users.id, name: users.username, email: users.email },
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(where)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .$dynamic();

export function conditionOf({ text, store, state, from, to }: Call<'administration.orders'>['query']): SQL | undefined {
  const ofPart = and(
    eq(storeOrders.orderId, orders.id),
    state === undefined ? sql`${storeOrders.state} <> 'new'` : eq(storeOrders.state, state),
    store === undefined ? undefined : eq(storeOrders.storeId, store),
  );
  return and(
    sql`exists (select 1 from ${storeOrders} where ${ofPart})`,
    text ? inArray(orders.id, ordersOf(text)) : undefined,
    from === undefined ? undefined : gte(orders.createdAt, instantInParis(from, '00:00')),
    to === undefined ? undefined : lt(orders.createdAt, instantInParis(dayAfter(to, 1), '00:00')),
  );
}

/** Ids of the orders that a text means. */
function ordersOf(text: string): SQL {
  const number = /^(?:n°)?\s*(\d{1,9})$/i.exec(text)?.[1];
  if (number !== undefined) {
    return sql`(select ${Number(number)}::int union
      select order_id from ${storeOrders} where ${storeOrders.id} = ${Number(number)}::int)`;
  }
  const wanted = beginningsOf(text);
  if (wanted === '') return sql`(select null::int where false)`;
  const meant = (words: SQL) => sql`${words} @@ ${wanted}::tsquery`;
  return sql`(select ${storeOrders.orderId} from ${storeOrders} where ${meant(wordsOfRecipient(storeOrders))} union
    select ${orders.id} from ${orders} where ${orders.userId} in (
      select ${users.id} from ${users} where ${meant(wordsOfPerson(users))}))`;
}

type SummaryRow = Awaited<ReturnType<typeof selectSummaries>>[number];

export async function presentSummaries(tx: Tx, rows: readonly SummaryRow[]): Promise<OperatorOrderSummary[]> {
  const parts = await tx
    .select({
      id: storeOrders.id,
      orderId: storeOrders.orderId,
      store: stores.name,
      state: storeOrders.state,
      total: storeOrders.total,
      name: sql<string>`btrim(${storeOrders.firstName} || ' ' || ${storeOrders.lastName})`,
      refunded: sql<number>`(select coalesce(sum(given.amount), 0)::int from ${refunds} given
        where given.store_order_id = store_orders.id)`,
    })
    .from(storeOrders)
    .innerJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(
      inArray(
        storeOrders.orderId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(storeOrders.id);
  return rows.map(({ id, createdAt, paymentOnDelivery, buyer }) => {
    const own = parts.filter(({ orderId }) => orderId === id);
    const typed = own.find(({ name }) => name !== '')?.name;
    return {
      '@type': 'OperatorOrder',
      number: id,
      createdAt: createdAt.toISOString(),
      buyer: { ...buyer, name: typed ?? buyer.name },
      parts: own.map((part) => ({ number: part.id, store: part.store, state: storeOrderStateOf(part.state) })),
      total: own.reduce((sum, { total }) => sum + total, 0),
      refunded: own.reduce((sum, { refunded }) => sum + refunded, 0),
      paymentOnDelivery,
    };
  });
}
