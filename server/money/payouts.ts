// Payouts of a store, for its merchant, and links to the provider's pages and to statements, signed and valid for an hour.
import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { AnyEndpointAnswer } from '#contract/all-endpoints.ts';
import type { StorePayouts } from '#contract/merchant/payouts.ts';
import type { Tx } from '../db/client.ts';
import { payments } from '../db/schema/payments.ts';
import { payoutIncidents, transfers } from '../db/schema/payouts.ts';
import { storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import type { Market } from '../http/call.ts';
import { mailSite } from '../mails/site.ts';
import { conflict } from '../runtime/errors.ts';
import { marketStatementCsv, marketStatementPdf, statementCsv, statementPdf } from './statement-files.ts';
import { readMonths } from './statements.ts';
import { openStoreAccount, readStoreAccount } from './store-accounts.ts';

const HOUR_MS = 3_600_000;
const MAX_INCIDENTS = 20;

/** Below the private path of downloads, which the service worker leaves to the server. */
export const PAYOUTS_PATH = '/media/telechargements/versements';

/** The caller is the store's merchant. */
export async function readPayouts(tx: Tx, market: Market, storeId: string): Promise<StorePayouts> {
  const months = await readMonths(tx, storeId);
  const pending = await tx
    .select({ storeOrder: transfers.storeOrderId, amount: transfers.amount, error: transfers.error })
    .from(transfers)
    .where(and(eq(transfers.storeId, storeId), isNull(transfers.acceptedAt)))
    .orderBy(asc(transfers.createdAt));
  return {
    '@id': `/stores/${storeId}/payouts`,
    '@type': 'StorePayouts',
    account: await readStoreAccount(tx, market, storeId),
    owed: months[0]?.balance ?? 0,
    pending: pending.map(({ error, ...transfer }) => ({ ...transfer, late: error !== null })),
    incidents: await readIncidents(tx, storeId),
    months,
  };
}

/** Those of the store's account, and disputes of orders with a part of the store. */
async function readIncidents(tx: Tx, storeId: string): Promise<StorePayouts['incidents']> {
  const { kind, amount, open, createdAt } = payoutIncidents;
  const isOfOrder = sql`${payoutIncidents.paymentId} in (select paid.id from ${payments} paid
    join ${storeOrders} part on part.order_id = paid.order_id where part.store_id = ${storeId})`;
  const found = await tx
    .select({ kind, amount, open, createdAt })
    .from(payoutIncidents)
    .where(or(eq(payoutIncidents.storeId, storeId), isOfOrder))
    .orderBy(desc(createdAt))
    .limit(MAX_INCIDENTS);
  return found.map((incident) => ({ ...incident, createdAt: incident.createdAt.toISOString() }));
}

type Link = AnyEndpointAnswer<'payouts.account'>;

function signLink({ downloads }: Pick<Market, 'downloads'>, what: string, now: Date): Link {
  const expiresAt = new Date(now.getTime() + HOUR_MS);
  const named = `${what}.${Math.floor(expiresAt.getTime() / 1000)}`;
  const url = `${PAYOUTS_PATH}?lien=${named}.${downloads.sign(`payouts.${named}`)}`;
  return { '@type': 'Download', url, expiresAt: expiresAt.toISOString() };
}

/** @throws 409 if stores have no accounts at this provider */
export function createAccountLink(market: Market, storeId: string, now: Date): Link {
  if (market.payment.accounts === null) {
    throw conflict('no-accounts', 'Sur ce marché, les boutiques n’ont pas de compte à ouvrir.');
  }
  return signLink(market, `${storeId}.compte`, now);
}

export const createStatementLink = (
  market: Pick<Market, 'downloads'>,
  { storeId, month, format }: { storeId: string; month: string; format: 'csv' | 'pdf' },
  now: Date,
): Link => signLink(market, `${storeId}.${month}.${format}`, now);

/** In place of a store in a link: all of them. */
const WHOLE_MARKET = 'marche';

export const createMarketStatementLink = (
  market: Pick<Market, 'downloads'>,
  { month, format }: { month: string; format: 'csv' | 'pdf' },
  now: Date,
): Link => signLink(market, `${WHOLE_MARKET}.${month}.${format}`, now);

/** redirect: to the provider's page. */
export type OpenedLink = { redirect: string } | { name: string; type: string; content: Buffer | string };

/** Resolves a link's token; null for one that is wrong or has expired. Rejects if the provider is unreachable. */
export async function openPayoutLink(market: Market, token: string, now: Date): Promise<OpenedLink | null> {
  const { db, downloads } = market;
  const [, named = '', storeId = '', what = '', end = '', signature = ''] =
    /^(([0-9a-f-]{36}|marche)\.(compte|\d{4}-\d{2}\.(?:csv|pdf))\.(\d{1,12}))\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (!downloads.verifies(`payouts.${named}`, signature) || Number(end) * 1000 <= now.getTime()) return null;
  if (storeId === WHOLE_MARKET) return openMarketStatement(market, what);
  if (what === 'compte') {
    const redirect = await openStoreAccount(market, storeId);
    return redirect === null ? null : { redirect };
  }
  const [store] = await db.select().from(stores).where(eq(stores.id, storeId));
  if (!store) return null;
  const [month = '', format] = what.split('.');
  const name = `releve-${store.slug}-${month}.${format}`;
  if (format === 'csv') {
    return { name, type: 'text/csv; charset=utf-8', content: await statementCsv(db, storeId, month) };
  }
  const { siteName } = await mailSite(db, market);
  const content = await statementPdf(db, { store, month, siteName, at: new Date(`${month}-01T00:00:00Z`) });
  return { name, type: 'application/pdf', content };
}

/** @param what such as '2026-10.pdf' */
async function openMarketStatement(market: Market, what: string): Promise<OpenedLink> {
  const [month = '', format] = what.split('.');
  const name = `releve-du-marche-${month}.${format}`;
  if (format === 'csv') {
    return { name, type: 'text/csv; charset=utf-8', content: await marketStatementCsv(market.db, month) };
  }
  const { siteName } = await mailSite(market.db, market);
  const content = await marketStatementPdf(market.db, { month, siteName, at: new Date(`${month}-01T00:00:00Z`) });
  return { name, type: 'application/pdf', content };
}
