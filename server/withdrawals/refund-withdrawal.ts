// Refund of a contract withdrawal: its articles, and the delivery if nothing of the part is kept.

import { eq } from 'drizzle-orm';
import type { AnyEndpointBody } from '#contract/all-endpoints.ts';
import type { ContractWithdrawal } from '#contract/orders/contract-withdrawals.ts';
import { isUnderway } from '#domain/orders/store-order.ts';
import type { WithdrawnItemRow } from '../db/schema/contract-withdrawals.ts';
import { contractWithdrawals } from '../db/schema/contract-withdrawals.ts';
import { storeOrderStateOf } from '../presenters/orders.ts';
import { remainderOf } from '../presenters/refund-amounts.ts';
import { invalid } from '../runtime/errors.ts';
import type { ActorPaymentContext } from '../sales/payment-context.ts';
import { refundPart } from '../sales/refund-part.ts';
import { settleWithdrawal, unitsDue } from '../sales/settle-withdrawals.ts';
import { lockOwnWithdrawal, requireOpen } from './answer.ts';
import { presentWithdrawal, readWithdrawals, referenceOf } from './withdrawal-parts.ts';

/**
 * Units that were refunded otherwise are left out. The delivery is refunded as it was paid: stores offer no express
 * kind beside the standard one. Repeated: unchanged.
 * @throws 409 `settled` once refused; 422 without articles, if the shopper named them in own words
 */
export async function refundWithdrawal(
  context: ActorPaymentContext,
  id: string,
  body: AnyEndpointBody<'contractWithdrawals.refund'>,
): Promise<ContractWithdrawal> {
  const { tx, actor, now } = context;
  const { row, part } = await lockOwnWithdrawal(tx, id, actor.id);
  if (row.state === 'refunded') return presentWithdrawal(row, part);
  requireOpen(row);
  const [own] = await readWithdrawals(tx, [part]);
  const due = unitsDue(part, own?.withdrawals ?? []).get(row.id);
  const chosen = (row.items && due) ?? body.items ?? [];
  if (chosen.length === 0) throw invalid([{ propertyPath: 'items', message: 'Choisissez les articles rendus.' }]);
  // First, so that its refund settles no other withdrawal of the same articles.
  await settleWithdrawal(tx, row.id, now);
  const remainder = remainderOf(part);
  const lines = unitsAmong(chosen, remainder.lines, row.items !== null);
  if (lines.length > 0) {
    const isAll = remainder.lines.every(
      ({ item, quantity }) => quantity === (lines.find((line) => line.item === item)?.quantity ?? 0),
    );
    const delivery = isAll && remainder.delivery.some(({ amount }) => amount > 0);
    const restock = body.restock || isUnderway(storeOrderStateOf(part.state));
    const message = `Votre rétractation ${referenceOf(row)}.`;
    await refundPart(
      tx,
      part,
      { content: { kind: 'articles', lines, delivery }, restock, message, madeBy: actor.id },
      context,
    );
  }
  const [settled = row] = await tx.select().from(contractWithdrawals).where(eq(contractWithdrawals.id, row.id));
  return presentWithdrawal(settled, part);
}

/** @param capped the units were declared before: what was refunded since is left out */
function unitsAmong(
  chosen: readonly WithdrawnItemRow[],
  left: readonly WithdrawnItemRow[],
  capped: boolean,
): WithdrawnItemRow[] {
  return chosen
    .map(({ item, quantity }) => {
      const most = left.find((line) => line.item === item)?.quantity ?? 0;
      return { item, quantity: capped ? Math.min(quantity, most) : quantity };
    })
    .filter(({ quantity }) => quantity > 0);
}
