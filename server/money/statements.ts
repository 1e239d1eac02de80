// Statements: the ledger of a store by month, in Europe/Paris. Cents, VAT included; what the store is owed is positive.
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { StorePayouts } from '#contract/merchant/payouts.ts';
import type { Tx } from '../db/client.ts';
import { ledgerEntries, ledgerMovements } from '../db/schema/ledger.ts';
import type { Cause } from './movements.ts';

/** What a movement adds to the debt to the store, the VAT in it, and the commission that it bears. */
export interface StatementLine {
  cause: Cause;
  at: Date;
  storeOrderId: number | null;
  amount: number;
  tax: number;
  commission: number;
}

export type StatementMonth = StorePayouts['months'][number];

const month = sql<string>`to_char(${ledgerMovements.at} at time zone 'Europe/Paris', 'YYYY-MM')`;
const total = (which: SQL) => sql<number>`coalesce(-sum(${ledgerEntries.amount}) filter (where ${which}), 0)::int`;
const isOwed = sql`${ledgerEntries.account} in ('shop', 'tax')`;
const ofCause = (...causes: Cause[]) => sql`${isOwed} and ${ledgerMovements.cause} in ${causes}`;

/** Newest first. */
export async function readMonths(tx: Tx, storeId: string): Promise<StatementMonth[]> {
  const rows = await tx
    .select({
      month: month.as('month'),
      sales: total(ofCause('sale')),
      collected: total(ofCause('paid-to-store')),
      paidBack: total(ofCause('paid-back-by-store')),
      refunds: total(ofCause('refund')),
      paid: total(ofCause('transfer', 'reversal')),
      commission: total(sql`${ledgerEntries.account} = 'market'`),
      change: total(isOwed),
    })
    .from(ledgerEntries)
    .innerJoin(ledgerMovements, eq(ledgerMovements.id, ledgerEntries.movementId))
    .where(eq(ledgerEntries.storeId, storeId))
    .groupBy(sql`month`)
    .orderBy(sql`month`);
  let balance = 0;
  const months = rows.map((row): StatementMonth => {
    balance += row.change;
    return {
      month: row.month,
      online: row.sales + row.collected,
      // What the store collected and gave back itself; the rest was refunded by the market.
      onDelivery: -row.collected - row.paidBack,
      refunds: -row.refunds - row.paidBack,
      commission: row.commission,
      transfers: -row.paid - row.commission,
      balance,
    };
  });
  return months.reverse();
}

/** Movements of a month, oldest first. @param of YYYY-MM */
export const readStatementLines = (tx: Tx, storeId: string, of: string): Promise<StatementLine[]> =>
  tx
    .select({
      cause: sql<Cause>`${ledgerMovements.cause}`,
      at: ledgerMovements.at,
      storeOrderId: ledgerMovements.storeOrderId,
      amount: total(isOwed),
      tax: total(sql`${ledgerEntries.account} = 'tax'`),
      commission: total(sql`${ledgerEntries.account} = 'market'`),
    })
    .from(ledgerEntries)
    .innerJoin(ledgerMovements, eq(ledgerMovements.id, ledgerEntries.movementId))
    .where(and(eq(ledgerEntries.storeId, storeId), sql`${month} = ${of}`))
    .groupBy(ledgerMovements.id)
    .orderBy(asc(ledgerMovements.at), asc(ledgerMovements.id));
