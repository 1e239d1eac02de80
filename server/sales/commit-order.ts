// Places an order that was committed without a network: as it was agreed to, or not at all.
// Guarantees: one transaction decides; nothing is placed above the prices, fees and total that were agreed; a cart becomes one
// order, whoever else orders it and however often this is sent.
import { and, eq } from 'drizzle-orm';
import type { Agreed, OrderChanged } from '#contract/orders/agreed-terms.ts';
import type { Order } from '#contract/orders/orders.ts';
import { formatCents } from '#domain/money.ts';
import { ownOrder } from '../access/ownership.ts';
import { orders, payments, storeOrders } from '../db/schema/sales.ts';
import type { Call } from '../http/call.ts';
import { couponsInForce, type LineRow, linePrice } from '../presenters/carts.ts';
import { type StoreOrderRow, takesPaymentOnDelivery } from '../presenters/orders.ts';
import { conflict, Refusal } from '../runtime/errors.ts';
import { type Differences, onlyWhatIsLeft } from './cart-as-agreed.ts';
import { lockCart } from './cart-lock.ts';
import { cartHead } from './cart-reading.ts';
import { makeOrder } from './create-order.ts';
import { saveDeliveryForm, setDistance } from './delivery.ts';
import { tooManyOpenOrders } from './open-orders.ts';
import { giveUpPayments, openPayment } from './open-payments.ts';
import { closeCart, declineOrder, lockOrder } from './order-lifecycle.ts';
import { postToPay } from './order-mails.ts';
import { readOrder, wholeOrder } from './order-reading.ts';
import { belowLeast, choosePaymentOnDelivery, preparePayment } from './paying.ts';

export async function commitCart(call: Call<'cart.commit'>): Promise<Order> {
  const { tx, params, body: agreed, actor, now } = call;
  const tooMany = agreed.paymentOnDelivery ? await tooManyOpenOrders(tx, actor.id) : null;
  await giveUpBegun(call);
  await lockCart(tx, params.id, { userId: actor.id, now });
  const found: Differences = { missing: [], risen: [], impossible: [] };
  const lines = await onlyWhatIsLeft(tx, params.id, agreed, found);
  if (lines.length === 0) throw refusal(agreed, found, null);

  const orderId = await makeOrder(tx, params.id, actor.id, now);
  await deliverAsAgreed(call, orderId, found);
  const { storeOrders: parts } = await readOrder(tx, orderId);
  const head = await cartHead(tx, params.id);
  const coupon = head && couponsInForce(head, lines, now).length > 0 ? head.code : null;
  if (agreed.coupon !== null && agreed.coupon !== coupon) {
    found.risen.push(`Le code promo ${agreed.coupon} n’est plus valable.`);
  }
  const most = compareMoney(agreed, parts, found);
  if (agreed.paymentOnDelivery && !parts.every(takesPaymentOnDelivery)) {
    found.impossible.push('Le paiement à la livraison n’est plus proposé pour cette commande.');
  }
  if (tooMany !== null) found.impossible.push(tooMany);
  if (!agreed.paymentOnDelivery && call.market.env.payment === 'none') {
    found.impossible.push('Le paiement en ligne n’est pas proposé sur ce marché.');
  }
  const tooLittle = agreed.paymentOnDelivery ? null : belowLeast(call.market, most);
  if (tooLittle !== null) found.impossible.push(tooLittle);
  const isPlaced =
    found.impossible.length + found.risen.length === 0 && (found.missing.length === 0 || agreed.ifChanged === 'drop');
  if (!isPlaced) {
    const asItIs = { lines: lines.map(lineNow), coupon, parts: partsNow(agreed, parts), most };
    throw refusal(agreed, found, found.impossible.length === 0 ? asItIs : null);
  }

  if (agreed.paymentOnDelivery) await choosePaymentOnDelivery(tx, orderId, actor.id, true, call);
  else await holdForPayment(call, orderId);
  return wholeOrder(tx, orderId);
}

/** A payment of this cart that was begun and never answered gives way; one that was answered counts. */
async function giveUpBegun(call: Call<'cart.commit'>): Promise<void> {
  const { tx, params, actor, now } = call;
  const begun = await tx
    .selectDistinct({ id: orders.id })
    .from(orders)
    .innerJoin(storeOrders, eq(storeOrders.orderId, orders.id))
    .where(and(eq(orders.cartId, params.id), ownOrder(actor.id), eq(storeOrders.state, 'payment_pending')));
  for (const { id } of begun) {
    const order = await lockOrder(tx, id, actor.id);
    const payment = await openPayment(tx, id, now);
    if (order.state !== 'payment_pending' || !payment) continue;
    await giveUpPayments(tx, eq(payments.id, payment.id), now);
    await declineOrder(tx, order, now);
  }
}

/** Every part as its shopper chose; what a shop or the market no longer offers is said. */
async function deliverAsAgreed(call: Call<'cart.commit'>, orderId: number, found: Differences): Promise<void> {
  const { tx, actor, now, body } = call;
  for (const part of (await readOrder(tx, orderId)).storeOrders) {
    const chosen = body.parts.find(({ store }) => store === part.store.id);
    if (!chosen) {
      found.impossible.push(`${part.store.name}\u00a0: le mode de livraison est à choisir.`);
      continue;
    }
    const { store: _, fees: __, distance, pickupId, ...form } = chosen;
    try {
      if (form.shippingType === 'custom_store' && distance !== null) {
        await setDistance(tx, part.id, actor.id, distance, now);
      }
      await saveDeliveryForm(
        tx,
        part.id,
        actor.id,
        { ...form, pickupId: pickupId ?? '', isAdult: body.isAdult ?? false },
        now,
      );
    } catch (refused) {
      if (!(refused instanceof Refusal) || !refused.violations) throw refused;
      const said = refused.violations.map(({ message }) => message);
      found.impossible.push(`${part.store.name}\u00a0: ${said.join(' ')}`);
    }
  }
}

/** @returns what the order comes to, in cents */
function compareMoney(agreed: Agreed, parts: readonly StoreOrderRow[], found: Differences): number {
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  for (const part of parts) {
    const fees = agreed.parts.find(({ store }) => store === part.store.id)?.fees ?? part.shippingFees;
    if (part.shippingFees <= fees) continue;
    const change = `${formatCents(part.shippingFees)} au lieu de ${formatCents(fees)}`;
    found.risen.push(`${part.store.name}\u00a0: la livraison est maintenant de ${change}.`);
  }
  if (total > agreed.most && found.risen.length === 0) {
    found.risen.push(`Le total est maintenant de ${formatCents(total)} au lieu de ${formatCents(agreed.most)}.`);
  }
  return total;
}

const lineNow = (line: LineRow) => ({
  product: line.product.id,
  optionValues: line.optionValueIds,
  quantity: line.quantity,
  unitPrice: linePrice(line),
});

const partsNow = (agreed: Agreed, parts: readonly StoreOrderRow[]) =>
  agreed.parts.flatMap((chosen) => {
    const part = parts.find(({ store }) => store.id === chosen.store);
    return part ? [{ ...chosen, fees: part.shippingFees }] : [];
  });

function refusal({ ifChanged }: Agreed, found: Differences, now: OrderChanged['now']): Refusal {
  const changes = [...found.impossible, ...found.risen, ...found.missing];
  if (ifChanged === 'cancel') {
    return conflict('order-given-up', `${changes.join(' ')} Comme demandé, rien n’a été commandé.`);
  }
  const detail = { changes, now } satisfies OrderChanged;
  return conflict('order-changed', `${changes.join(' ')} Rien n’a été commandé.`, { ...detail });
}

/** Placed, its stock held, and the shopper asked to pay: only they begin a payment. Where nothing is to pay it is confirmed. */
async function holdForPayment(call: Call<'cart.commit'>, orderId: number): Promise<void> {
  const { tx, actor, now } = call;
  await preparePayment(tx, orderId, actor.id, call);
  const order = await lockOrder(tx, orderId, actor.id);
  if (order.state !== 'payment_pending') return;
  await closeCart(tx, order, now);
  await postToPay(tx, orderId, call);
}
