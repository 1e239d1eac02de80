// Weighing: the merchant enters the real weight of articles sold by weight; what it is less than agreed is given back.
// Guarantees: a line is weighed once, before the order leaves; never more than agreed; all lines of a call, or none.
import { eq, sql } from 'drizzle-orm';
import type { AnyEndpointBody } from '#contract/all-endpoints.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { isUnderway } from '#domain/orders/store-order.ts';
import { weigh, weighingReason, weightMistake } from '#domain/orders/weighing.ts';
import { formatGrams, type ItemByWeight, type Weighed } from '#domain/orders/weight-terms.ts';
import { idOfReference } from '../catalogue/product-list.ts';
import type { Tx } from '../db/client.ts';
import { storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { presentToMerchant } from '../presenters/merchant-orders.ts';
import type { OrderedItemRow, StoreOrderRow } from '../presenters/order-rows.ts';
import { storeOrderStateOf } from '../presenters/orders.ts';
import { remainderOf } from '../presenters/refund-amounts.ts';
import { conflict, invalid } from '../runtime/errors.ts';
import { lockOwnPart, requireRefundedSum } from './merchant-refunds.ts';
import { readStoreOrder } from './order-reading.ts';
import type { ActorPaymentContext } from './payment-context.ts';
import { refundPart } from './refund-part.ts';

interface WeighedLine {
  item: OrderedItemRow;
  terms: ItemByWeight;
  units: number;
  weighed: Weighed;
}

/**
 * @returns with notice `already` if all lines were weighed before with these weights
 * @throws 404 for another merchant's order; 409 `canceled`, 409 `weighed` for a line that was weighed otherwise, 409
 *   `refunded` if it was refunded since; 422 with a violation at `lines`, `lines.N.item`, `lines.N.grams` or `state`
 */
export async function weighStoreOrder(
  context: ActorPaymentContext,
  storeOrderId: number,
  { lines, refunded }: AnyEndpointBody<'storeOrders.weigh'>,
): Promise<StoreOrder> {
  const { tx, actor, now } = context;
  const part = await lockOwnPart(tx, storeOrderId, actor.id);
  requireUnderway(part);
  if (lines.length === 0) throw invalid([{ propertyPath: 'lines', message: 'Indiquez un poids.' }]);
  const ids = lines.map(({ item }) => idOfReference(item));
  const asked = lines.map(({ item, grams }, index) => ({
    ...findItem(part, item, index, ids.slice(0, index)),
    grams,
  }));
  if (asked.every(({ terms, grams }) => terms.weighed?.grams === grams)) {
    return { ...presentToMerchant(part), notice: 'already' };
  }
  for (const { item, terms } of asked) {
    if (!terms.weighed) continue;
    const message = `${item.name}\u00a0: déjà pesé, ${formatGrams(terms.weighed.grams)}. Une pesée ne se change plus.`;
    throw conflict('weighed', message);
  }
  requireRefundedSum(part, refunded);
  const weighed = weighLines(part, asked);
  for (const { item, terms, weighed: one } of weighed) {
    const byWeight: ItemByWeight = { grams: terms.grams, tolerance: terms.tolerance, weighed: one };
    await tx.update(storeOrderItems).set({ byWeight }).where(eq(storeOrderItems.id, item.id));
  }
  const less = weighed.filter((line) => line.weighed.less > 0);
  if (less.length > 0) {
    const content = {
      kind: 'weight' as const,
      lines: less.map(({ item, weighed: one }) => ({ item: item.id, amount: one.less })),
      reason: reasonOf(less),
    };
    await refundPart(tx, part, { content, restock: false, message: '', madeBy: actor.id }, context);
  } else {
    await tx
      .update(storeOrders)
      .set({ version: sql`${storeOrders.version} + 1`, updatedAt: now })
      .where(eq(storeOrders.id, part.id));
  }
  return presentToMerchant(await readStoreOrder(tx, part.id));
}

const reasonOf = (lines: readonly WeighedLine[]) =>
  weighingReason(lines.map(({ item, terms, units, weighed: { grams } }) => ({ name: item.name, terms, units, grams })));

function requireUnderway(part: StoreOrderRow): void {
  const state = storeOrderStateOf(part.state);
  if (isUnderway(state)) return;
  if (state === 'canceled') throw conflict('canceled', 'Cette commande est annulée\u00a0: il n’y a rien à peser.');
  const message =
    state === 'shipped'
      ? 'Cette commande est partie\u00a0: elle ne se pèse plus.'
      : 'Cette commande n’est pas encore confirmée.';
  throw invalid([{ propertyPath: 'state', message }]);
}

/** @throws 422 */
function findItem(part: StoreOrderRow, reference: string, index: number, earlier: readonly string[]) {
  const item = part.items.find(({ id }) => id === idOfReference(reference));
  if (item && earlier.includes(item.id)) {
    throw invalid([{ propertyPath: `lines.${index}.item`, message: 'Cet article est déjà dans cette pesée.' }]);
  }
  if (item?.byWeight) return { item, terms: item.byWeight };
  const message = item ? 'Cet article ne se vend pas au poids.' : 'Cet article n’est pas dans cette commande.';
  throw invalid([{ propertyPath: `lines.${index}.item`, message }]);
}

/** @throws 422 for the first line of which no unit is left, or whose weight is not accepted */
function weighLines(
  part: StoreOrderRow,
  asked: readonly Pick<WeighedLine & { grams: number }, 'item' | 'terms' | 'grams'>[],
): WeighedLine[] {
  const { lines: left } = remainderOf(part);
  return asked.map(({ item, terms, grams }, index) => {
    const line = left.find((each) => each.item === item.id);
    if (!line || line.quantity === 0) {
      throw invalid([{ propertyPath: `lines.${index}.item`, message: 'Cet article est déjà remboursé.' }]);
    }
    const message = weightMistake(terms, line.quantity, grams);
    if (message !== null) throw invalid([{ propertyPath: `lines.${index}.grams`, message }]);
    return { item, terms, units: line.quantity, weighed: weigh(terms, line, grams) };
  });
}

/** @throws 409 `unweighed` while an article of the order is still to be weighed */
export async function requireWeighed(tx: Tx, storeOrderId: number): Promise<void> {
  const part = await readStoreOrder(tx, storeOrderId);
  const left = remainderOf(part).lines;
  const names = part.items.flatMap(({ id, name, byWeight }) => {
    const isLeft = left.some(({ item, quantity }) => item === id && quantity > 0);
    return byWeight && !byWeight.weighed && isLeft ? [name] : [];
  });
  if (names.length > 0) throw conflict('unweighed', `À peser d’abord\u00a0: ${names.join(', ')}.`);
}
