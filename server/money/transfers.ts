// Transfers: what a store is owed for its part of an order paid online, scheduled in the transaction in which the store
// accepts it, and requested from the provider after the commit and periodically until accepted.
// Guarantees: one transfer per part, never more than the ledger owes for it; a reversal follows its transfer.
import { and, eq, isNull, sql } from 'drizzle-orm';
import { commissionOf, commissionShare } from '#domain/orders/commission.ts';
import type { Tx } from '../db/client.ts';
import { payments } from '../db/schema/payments.ts';
import { transferReversals, transfers } from '../db/schema/payouts.ts';
import { storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import type { Market } from '../http/call.ts';
import type { MailContext } from '../mails/post.ts';
import { readCommissionRate } from './commission.ts';
import { requestDueRows } from './due-requests.ts';
import { addMovements, readOwed } from './ledger.ts';
import { type PartAmount, transferPaid, transferReversed } from './movements.ts';

/** Schedules what is owed for a part, once; nothing for one that is paid on delivery. The part must be locked. */
export async function scheduleTransfer(
  tx: Tx,
  storeOrderId: number,
  { market, now, after }: MailContext,
): Promise<void> {
  const { amount: base, tax } = await readOwed(tx, storeOrderId);
  if (base <= 0) return;
  const [paid] = await tx
    .select({ storeId: storeOrders.storeId, paymentId: payments.id, agreed: storeOrders.commission })
    .from(storeOrders)
    .innerJoin(payments, and(eq(payments.orderId, storeOrders.orderId), eq(payments.state, 'accepted')))
    .where(eq(storeOrders.id, storeOrderId));
  if (!paid) return;
  const { agreed, ...ofPart } = paid;
  const rate = agreed ?? (await readCommissionRate(tx, paid.storeId));
  const commission = commissionOf(base, rate);
  const amounts = { base, tax, rate, commission, amount: base - commission };
  await tx
    .insert(transfers)
    .values({ ...ofPart, storeOrderId, ...amounts, createdAt: now, dueAt: now })
    .onConflictDoNothing();
  after(() => requestDueTransfers(market, now));
}

/** A refund after the transfer takes it back in the same proportion. The part must be locked. */
export async function scheduleReversal(
  tx: Tx,
  refund: { id: string; storeOrderId: number; amount: number; tax: number },
  { market, now, after }: MailContext,
): Promise<void> {
  const { id: refundId, storeOrderId, amount: base, tax } = refund;
  const [transfer] = await tx.select().from(transfers).where(eq(transfers.storeOrderId, storeOrderId));
  if (!transfer) return;
  const [earlier] = await tx
    .select({ base: sql<number>`coalesce(sum(${transferReversals.base}), 0)::int` })
    .from(transferReversals)
    .where(eq(transferReversals.transferId, transfer.id));
  const before = earlier?.base ?? 0;
  // Of all refunds together, so that the whole commission is given back with the last cent.
  const commission = share(transfer, before + base) - share(transfer, before);
  const amounts = { base, tax, commission, amount: base - commission };
  await tx
    .insert(transferReversals)
    .values({ refundId, transferId: transfer.id, ...amounts, createdAt: now, dueAt: now });
  after(() => requestDueTransfers(market, now));
}

const share = ({ commission, base }: { commission: number; base: number }, refunded: number) =>
  commissionShare(commission, refunded, base);

/** Requests due transfers, then due reversals of accepted transfers. */
export async function requestDueTransfers(market: Market, now: Date): Promise<void> {
  await requestDueRows(market, transfers, {
    ...{ now, name: 'a transfer' },
    request: (row) => requestTransfer(market, row, now),
  });
  const isTransferred = sql`exists (select 1 from ${transfers} paid
    where paid.id = ${transferReversals.transferId} and paid.accepted_at is not null)`;
  await requestDueRows(market, transferReversals, {
    ...{ now, name: 'a reversal of a transfer', which: isTransferred },
    request: (row) => requestReversal(market, row, now),
  });
}

type Transfer = typeof transfers.$inferSelect;
type Reversal = typeof transferReversals.$inferSelect;

async function requestTransfer({ db, payment }: Market, transfer: Transfer, now: Date): Promise<void> {
  const { id, paymentId, amount, storeId } = transfer;
  const [store] = await db.select({ account: stores.sMoneyAccount }).from(stores).where(eq(stores.id, storeId));
  const account = store?.account ?? null;
  const reference = amount > 0 ? await payment.transfer(db, { id, paymentId, amount, account }) : null;
  await db.transaction(async (tx) => {
    await tx
      .update(transfers)
      .set({ dueAt: null, error: null, acceptedAt: now, reference })
      .where(and(eq(transfers.id, id), isNull(transfers.acceptedAt)));
    await addMovements(tx, [transferPaid(id, await partAmount(tx, transfer, transfer), transfer.commission, now)]);
  });
}

async function requestReversal({ db, payment }: Market, reversal: Reversal, now: Date): Promise<void> {
  const { id, amount, commission, transferId } = reversal;
  const [transfer] = await db.select().from(transfers).where(eq(transfers.id, transferId));
  if (!transfer) throw new Error(`The transfer ${transferId} does not exist.`);
  const { paymentId, reference } = transfer;
  if (amount > 0) await payment.reverse(db, { id, paymentId, transferId, reference, amount });
  await db.transaction(async (tx) => {
    await tx
      .update(transferReversals)
      .set({ dueAt: null, error: null, acceptedAt: now })
      .where(and(eq(transferReversals.id, id), isNull(transferReversals.acceptedAt)));
    await addMovements(tx, [transferReversed(id, await partAmount(tx, transfer, reversal), commission, now)]);
  });
}

async function partAmount(
  tx: Tx,
  { storeOrderId, storeId }: Transfer,
  { base, tax }: { base: number; tax: number },
): Promise<PartAmount> {
  const [part] = await tx
    .select({ orderId: storeOrders.orderId })
    .from(storeOrders)
    .where(eq(storeOrders.id, storeOrderId));
  if (!part) throw new Error(`The part ${storeOrderId} does not exist.`);
  return { ...part, storeOrderId, storeId, amount: base, tax };
}
