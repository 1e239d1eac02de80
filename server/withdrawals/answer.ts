// Answers of a store to a contract withdrawal: articles received back, or a refusal with its reason.
import { and, eq, sql } from 'drizzle-orm';
import type { ContractWithdrawal } from '#contract/orders/contract-withdrawals.ts';
import { ownStore } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { contractWithdrawals } from '../db/schema/contract-withdrawals.ts';
import { storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import type { ActorContext } from '../http/call.ts';
import type { MailContext } from '../mails/post.ts';
import { conflict, notFound } from '../runtime/errors.ts';
import { lockOrder } from '../sales/order-lifecycle.ts';
import { readStoreOrder } from '../sales/order-reading.ts';
import { mailRefused } from './withdrawal-mails.ts';
import { presentWithdrawal, type WithdrawalRow } from './withdrawal-parts.ts';

type AnswerContext = ActorContext & MailContext;

/** Locks the order, so that answers and refunds follow each other. @throws 404 for another merchant's */
export async function lockOwnWithdrawal(tx: Tx, id: string, merchantId: string) {
  const [own] = await tx
    .select({ orderId: storeOrders.orderId, storeOrderId: storeOrders.id })
    .from(contractWithdrawals)
    .innerJoin(storeOrders, eq(storeOrders.id, contractWithdrawals.storeOrderId))
    .innerJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(and(eq(contractWithdrawals.id, id), ownStore(merchantId)));
  if (!own) throw notFound();
  await lockOrder(tx, own.orderId, null);
  const [row] = await tx.select().from(contractWithdrawals).where(eq(contractWithdrawals.id, id));
  if (!row) throw notFound();
  return { row, part: await readStoreOrder(tx, own.storeOrderId) };
}

/** Changes the row, and lets the pages of its order read it again. */
export async function updateWithdrawal(
  { tx, now }: Pick<ActorContext, 'tx' | 'now'>,
  { id, storeOrderId }: Pick<WithdrawalRow, 'id' | 'storeOrderId'>,
  values: Partial<typeof contractWithdrawals.$inferInsert>,
): Promise<WithdrawalRow> {
  const [row] = await tx.update(contractWithdrawals).set(values).where(eq(contractWithdrawals.id, id)).returning();
  await tx
    .update(storeOrders)
    .set({ version: sql`${storeOrders.version} + 1`, updatedAt: now })
    .where(eq(storeOrders.id, storeOrderId));
  if (!row) throw notFound();
  return row;
}

export const requireOpen = ({ state }: WithdrawalRow): void => {
  if (state !== 'open') throw conflict('settled', 'Cette rétractation a déjà sa réponse.');
};

export async function receiveGoods(context: AnswerContext, id: string): Promise<ContractWithdrawal> {
  const { row, part } = await lockOwnWithdrawal(context.tx, id, context.actor.id);
  if (row.goodsBackAt !== null) return presentWithdrawal(row, part);
  requireOpen(row);
  return presentWithdrawal(await updateWithdrawal(context, row, { goodsBackAt: context.now }), part);
}

/** A repeated refusal changes nothing. @throws 409 `settled` once refunded */
export async function refuseWithdrawal(
  context: AnswerContext,
  id: string,
  reason: string,
): Promise<ContractWithdrawal> {
  const { tx, actor, now } = context;
  const { row, part } = await lockOwnWithdrawal(tx, id, actor.id);
  if (row.state === 'refused') return presentWithdrawal(row, part);
  requireOpen(row);
  const settled = { state: 'refused', refusal: reason, settledAt: now, dueAt: null };
  const refused = await updateWithdrawal(context, row, settled);
  await mailRefused(tx, { part, row: refused }, context);
  return presentWithdrawal(refused, part);
}
