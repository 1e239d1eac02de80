// Stores for operators: the list, and one with its people, commission, identity and payouts.
import { and, asc, count, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { OperatorStore, OperatorStoreSummary, StoreState } from '#contract/administration/stores.ts';
import { isOnlineStore } from '#domain/store.ts';
import type { Tx } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { users } from '../db/schema/accounts.ts';
import { payoutAccounts } from '../db/schema/payouts.ts';
import { storeMembers, stores } from '../db/schema/stores.ts';
import type { Call, Market } from '../http/call.ts';
import { readPeople } from '../merchant/store-members.ts';
import { stateOf } from '../merchant/store-publication.ts';
import { readMarketCommission } from '../money/commission.ts';
import { createStatementLink, readPayouts } from '../money/payouts.ts';
import { presentPage, requestedPage } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';

const STORES_PER_PAGE = 25;

const inState: Record<StoreState, SQL | undefined> = {
  published: eq(stores.published, true),
  hidden: and(eq(stores.published, false), isNotNull(stores.hiddenReason)),
  suspended: and(eq(stores.published, false), isNull(stores.hiddenReason), isNotNull(stores.suspendedAt)),
  draft: and(eq(stores.published, false), isNull(stores.hiddenReason), isNull(stores.suspendedAt)),
};

const columns = {
  store: stores,
  owner: sql<string | null>`(select person.email from ${storeMembers} member
    join ${users} person on person.id = member.user_id where member.store_id = stores.id and member.role = 'owner'
    order by member.created_at, member.user_id limit 1)`,
  account: payoutAccounts.state,
};
const ofAccount = and(eq(payoutAccounts.storeId, stores.id), eq(payoutAccounts.account, stores.sMoneyAccount));
const select = (tx: Tx) => tx.select(columns).from(stores).leftJoin(payoutAccounts, ofAccount);
type Row = Awaited<ReturnType<typeof select>>[number];

/** All stores are read: they are few. */
export async function listStores({ tx, query, request, market }: Call<'administration.stores'>) {
  const page = requestedPage(request.url, query, STORES_PER_PAGE);
  const { text, state } = query;
  const where = and(state && inState[state], text ? matches(text) : undefined);
  const rows = await select(tx)
    .where(where)
    .orderBy(asc(stores.name), asc(stores.id))
    .limit(page.itemsPerPage)
    .offset((page.page - 1) * page.itemsPerPage);
  const [counted] = await tx.select({ total: count() }).from(stores).where(where);
  return presentPage(
    rows.map((row) => present(row, market)),
    counted?.total ?? 0,
    page,
  );
}

const matches = (text: string) =>
  or(
    contains(stores.name, text),
    contains(stores.city, text),
    sql`exists (select 1 from ${storeMembers} member join ${users} on users.id = member.user_id
      where member.store_id = stores.id and ${contains(users.email, text)})`,
  );

function present({ store, owner, account }: Row, { payment }: Pick<Market, 'payment'>): OperatorStoreSummary {
  const { id, slug, name, city } = store;
  const opened = store.sMoneyAccount ? (account ?? 'to-complete') : 'none';
  return {
    '@type': 'OperatorStore',
    ...{ id, slug, name, city, owner },
    state: stateOf(store),
    sells: isOnlineStore({ ...store, plan: { name: store.plan } }),
    account: payment.accounts === null ? null : opened,
  };
}

export const readStore = ({ tx, params, market, now }: Call<'administration.store'>) =>
  findStore(tx, market, params.id, now);

export async function findStore(tx: Tx, market: Market, id: string, now: Date): Promise<OperatorStore> {
  const [row] = await select(tx).where(eq(stores.id, id));
  if (!row) throw notFound();
  const { createdAt, plan, suspendedAt, suspendedReason, commission, legalIdentity } = row.store;
  const { people } = await readPeople(tx, id, now);
  return {
    ...present(row, market),
    createdAt: createdAt.toISOString(),
    plan,
    suspension:
      stateOf(row.store) === 'suspended' && suspendedAt
        ? { since: suspendedAt.toISOString(), reasons: suspendedReason ?? '' }
        : null,
    people,
    commission,
    marketCommission: await readMarketCommission(tx),
    legalIdentity,
    payouts: await readPayouts(tx, market, id),
  };
}

export async function linkStatement({ tx, params, query, market, now }: Call<'administration.statement'>) {
  const [store] = await tx.select({ id: stores.id }).from(stores).where(eq(stores.id, params.id));
  if (!store) throw notFound();
  return createStatementLink(market, { storeId: store.id, ...query }, now);
}
