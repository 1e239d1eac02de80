// Orders for operators: one with its money and documents, and refunds by the market.
// Guarantee: a refund follows the rules of the merchant's, in one transaction with its row in the log; the shopper and the
// store are mailed the reasons.
import { asc, eq, inArray, or } from 'drizzle-orm';
import type { OperatorOrder } from '#contract/administration/orders.ts';
import { formatCents } from '#domain/money.ts';
import { recordAction } from '../access/operator-actions.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { payments, refunds } from '../db/schema/payments.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import type { Call } from '../http/call.ts';
import { queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { storeMailAddress } from '../mails/store-address.ts';
import { refundedByMarketLetter } from '../mails/templates/refunds.ts';
import { presentStoreOrder } from '../presenters/orders.ts';
import { notFound } from '../runtime/errors.ts';
import { createAnyDocumentLink } from '../sales/document-links.ts';
import { refundAsAgreed } from '../sales/merchant-refunds.ts';
import { lockOrder } from '../sales/order-lifecycle.ts';
import { readStoreOrder, readStoreOrders } from '../sales/order-reading.ts';
import { presentSummaries, selectSummaries } from './order-search.ts';

export const readOrderOf = ({ tx, params }: Call<'administration.order'>) => findOrder(tx, params.id);

export const linkDocument = ({ tx, params, market, now }: Call<'administration.document'>) =>
  createAnyDocumentLink(tx, market, { id: params.id, now });

async function findOrder(tx: Tx, number: number): Promise<OperatorOrder> {
  const [summary] = await presentSummaries(tx, await selectSummaries(tx, eq(orders.id, number)));
  if (!summary) throw notFound();
  const parts = await readStoreOrders(tx, eq(storeOrders.orderId, number));
  const paid = await tx
    .select()
    .from(payments)
    .where(eq(payments.orderId, number))
    .orderBy(asc(payments.createdAt), asc(payments.id));
  const given = await readRefunds(tx, { parts: parts.map(({ id }) => id), payments: paid.map(({ id }) => id) });
  return {
    ...summary,
    storeOrders: parts.map(presentStoreOrder),
    payments: paid.map(({ createdAt, amount, state, reference }) => ({
      createdAt: createdAt.toISOString(),
      ...{ amount, reference, state: state as OperatorOrder['payments'][number]['state'] },
    })),
    refunds: given,
  };
}

async function readRefunds(tx: Tx, of: { parts: number[]; payments: string[] }): Promise<OperatorOrder['refunds']> {
  const given = await tx
    .select({ refund: refunds, madeBy: users.email })
    .from(refunds)
    .leftJoin(users, eq(users.id, refunds.madeBy))
    .where(or(inArray(refunds.storeOrderId, of.parts), inArray(refunds.paymentId, of.payments)))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  return given.map(({ refund, madeBy }) => ({
    createdAt: refund.createdAt.toISOString(),
    ...{ amount: refund.amount, means: refund.means as 'payment' | 'store' | 'due', part: refund.storeOrderId },
    ...{ reason: refund.reason, message: refund.message, madeBy },
    isSettled: refund.dueAt === null,
    error: refund.error,
  }));
}

export async function refundByMarket(call: Call<'administration.refund'>): Promise<OperatorOrder> {
  const { tx, params, body, actor, now } = call;
  const [found] = await tx
    .select({ orderId: storeOrders.orderId, email: storeMailAddress })
    .from(storeOrders)
    .innerJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(eq(storeOrders.id, params.id));
  if (!found) throw notFound();
  await lockOrder(tx, found.orderId, null);
  const { reasons, ...agreed } = body;
  const before = await readStoreOrder(tx, params.id);
  // Of a free amount they are on the credit note, which is mailed; of articles they are the message.
  const isFree = !agreed.lines?.length && agreed.delivery !== true;
  const written = isFree ? { reason: reasons } : { message: reasons };
  const { refund, part } = await refundAsAgreed(call, before, { ...agreed, ...written, isByMarket: true });
  await recordAction(
    tx,
    { by: actor, now },
    {
      ...{ action: 'order-refunded', subject: `/administration/orders/${part.orderId}`, reasons },
      title: `${formatCents(refund.amount)} de la commande n°\u00a0${part.orderId} (${part.store.name})`,
    },
  );
  if (found.email !== null) {
    const letter = refundedByMarketLetter(await mailSite(tx, call.market), part, refund);
    await queueMail(tx, call, { kind: 'refunded-by-market', to: found.email, letter });
  }
  return findOrder(tx, part.orderId);
}
