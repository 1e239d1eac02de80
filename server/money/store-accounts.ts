// Accounts of the stores at the payment provider: their opening, their state as last reported, and who can be paid.
// Guarantees: the provider is asked outside transactions; a state counts only for the account that was asked about.
import { and, eq, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm';
import { paths } from '#paths';
import type { Tx } from '../db/client.ts';
import { payoutAccounts, transfers } from '../db/schema/payouts.ts';
import { stores } from '../db/schema/stores.ts';
import type { Market } from '../http/call.ts';
import { requestDueTransfers } from './transfers.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Accounts are checked at their page, but not more often than this. */
const FRESH_MS = MINUTE_MS / 2;
const BATCH_SIZE = 100;

const isOfAccount = and(eq(payoutAccounts.storeId, stores.id), eq(payoutAccounts.account, stores.sMoneyAccount));

/**
 * Opens the store's account, once, and asks the provider for its page. Rejects if the provider is unreachable.
 * @returns null if stores have no accounts at this provider
 */
export async function openStoreAccount(market: Market, storeId: string): Promise<string | null> {
  const { db, payment, env } = market;
  if (payment.accounts === null) return null;
  const [store] = await db.select().from(stores).where(eq(stores.id, storeId));
  if (!store) return null;
  const place = `${env.publicUrl}${paths.merchantPayouts}`;
  const account = store.sMoneyAccount || (await createAccount(market, payment.accounts, store));
  return payment.accounts.link(account, { back: place, again: place });
}

type Store = typeof stores.$inferSelect;
type Accounts = NonNullable<Market['payment']['accounts']>;

async function createAccount({ db, env }: Market, accounts: Accounts, store: Store): Promise<string> {
  const { id, name, email, slug } = store;
  const url = `${env.publicUrl}${paths.store.replace(':slug', slug)}`;
  const created = await accounts.create({ id, name, email, url });
  // Another request may have saved it first.
  await db
    .update(stores)
    .set({ sMoneyAccount: created, version: sql`${stores.version} + 1` })
    .where(and(eq(stores.id, id), or(sql`${stores.sMoneyAccount} is null`, eq(stores.sMoneyAccount, ''))));
  const [saved] = await db.select({ account: stores.sMoneyAccount }).from(stores).where(eq(stores.id, id));
  return saved?.account || created;
}

/** Asks the provider for the state of an account. Rejects if it is unreachable; an unknown account is ignored. */
export async function checkStoreAccount(market: Market, account: string, now: Date): Promise<void> {
  const { db, payment } = market;
  if (payment.accounts === null) return;
  const [store] = await db.select({ id: stores.id }).from(stores).where(eq(stores.sMoneyAccount, account));
  if (!store) return;
  const { state, missing } = await payment.accounts.read(account);
  const values = { account, state, missing, checkedAt: now };
  await db
    .insert(payoutAccounts)
    .values({ storeId: store.id, ...values })
    .onConflictDoUpdate({ target: payoutAccounts.storeId, set: values });
  if (state !== 'ready') return;
  // What waited for the account is requested at once.
  const woken = await db
    .update(transfers)
    .set({ dueAt: now })
    .where(and(eq(transfers.storeId, store.id), isNotNull(transfers.dueAt), isNotNull(transfers.error)))
    .returning({ id: transfers.id });
  if (woken.length > 0) await requestDueTransfers(market, now);
}

/** Checks the account of a store whose merchant looks at it; an unreachable provider is logged. */
export async function refreshStoreAccount(market: Market, storeId: string, now: Date): Promise<void> {
  const { db, payment, log } = market;
  if (payment.accounts === null) return;
  const [store] = await db
    .select({ account: stores.sMoneyAccount, checkedAt: payoutAccounts.checkedAt })
    .from(stores)
    .leftJoin(payoutAccounts, isOfAccount)
    .where(eq(stores.id, storeId));
  if (!store?.account) return;
  if (store.checkedAt && now.getTime() - store.checkedAt.getTime() < FRESH_MS) return;
  await checkStoreAccount(market, store.account, now).catch((failure: unknown) =>
    log.warn({ err: failure, store: storeId }, 'an account of a store could not be checked'),
  );
}

/** Periodic: accounts that cannot receive yet, and the others once a day, since a call of the provider may be lost. */
export async function checkStoreAccounts(market: Market, now: Date): Promise<void> {
  if (market.payment.accounts === null) return;
  const isDue = or(
    sql`${payoutAccounts.storeId} is null`,
    ne(payoutAccounts.state, 'ready'),
    lt(payoutAccounts.checkedAt, new Date(now.getTime() - DAY_MS)),
  );
  const due = await market.db
    .select({ account: stores.sMoneyAccount })
    .from(stores)
    .leftJoin(payoutAccounts, isOfAccount)
    .where(and(isNotNull(stores.sMoneyAccount), ne(stores.sMoneyAccount, ''), isDue))
    .limit(BATCH_SIZE);
  for (const { account } of due) {
    await checkStoreAccount(market, account ?? '', now).catch((failure: unknown) =>
      market.log.warn({ err: failure, account }, 'an account of a store could not be checked'),
    );
  }
}

export interface StoreAccountView {
  /** none: not opened yet. */
  state: 'none' | 'to-complete' | 'ready' | 'restricted';
  missing: string[];
}

/** As last reported. Null: every store can receive, without an account at the provider. */
export async function readStoreAccount(
  tx: Tx,
  { payment }: Pick<Market, 'payment'>,
  storeId: string,
): Promise<StoreAccountView | null> {
  if (payment.accounts === null) return null;
  const [found] = await tx
    .select({ account: stores.sMoneyAccount, state: payoutAccounts.state, missing: payoutAccounts.missing })
    .from(stores)
    .leftJoin(payoutAccounts, isOfAccount)
    .where(eq(stores.id, storeId));
  if (!found?.account) return { state: 'none', missing: [] };
  return { state: (found.state ?? 'to-complete') as StoreAccountView['state'], missing: found.missing ?? [] };
}

/** @returns the names of those of these stores that the market cannot pay */
export async function findUnpayableStores(
  tx: Tx,
  { payment }: Pick<Market, 'payment'>,
  storeIds: readonly string[],
): Promise<string[]> {
  if (payment.accounts === null) return [];
  const found = await tx
    .select({ name: stores.name, state: payoutAccounts.state })
    .from(stores)
    .leftJoin(payoutAccounts, isOfAccount)
    .where(inArray(stores.id, [...storeIds]))
    .orderBy(stores.name);
  return found.filter(({ state }) => state !== 'ready').map(({ name }) => name);
}
