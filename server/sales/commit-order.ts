// Offline commit: places an order that was confirmed offline, exactly as agreed or not at all.
// Guarantees: one transaction; never above the agreed prices, fees and total; a cart becomes one order, however often
// it is committed or ordered elsewhere.
import { and, eq } from 'drizzle-orm';
import { type AgreedTerms, agreedCoupons, type OrderChanged } from '#contract/orders/agreed-terms.ts';
import type { Order } from '#contract/orders/orders.ts';
import { formatCents } from '#domain/money.ts';
import { weightTermsOf } from '#domain/net-content.ts';
import { isSameCode } from '#domain/orders/pricing.ts';
import { ownOrder } from '../access/ownership.ts';
import { payments } from '../db/schema/payments.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import type { Call } from '../http/call.ts';
import { activeCoupons, type LineRow, linePrice } from '../presenters/carts.ts';
import type { StoreOrderRow } from '../presenters/order-rows.ts';
import { takesPaymentOnDelivery } from '../presenters/orders.ts';
import { conflict, Refusal } from '../runtime/errors.ts';
import { type CartDifferences, reduceToAvailable } from './cart-as-agreed.ts';
import { lockCartCoupons } from './cart-coupons.ts';
import { lockCart } from './cart-lock.ts';
import { readCartHead } from './cart-reading.ts';
import { createOrder } from './create-order.ts';
import { saveDeliveryForm, setDistance } from './delivery.ts';
import { checkOpenOrders } from './open-orders.ts';
import { expirePayments, findOpenPayment } from './open-payments.ts';
import { closeCart, declineOrder, lockOrder } from './order-lifecycle.ts';
import { mailPaymentDue } from './order-mails.ts';
import { readOrder, readPresentedOrder } from './order-reading.ts';
import { belowMinimum, choosePaymentOnDelivery, preparePayment, unpayableReason } from './payment-start.ts';
import { lockSlots } from './slots.ts';

export async function commitCart(call: Call<'cart.commit'>): Promise<Order> {
  const { tx, params, body: agreed, actor, now } = call;
  const tooMany = agreed.paymentOnDelivery ? await checkOpenOrders(tx, actor.id) : null;
  await cancelOpenPayments(call);
  await lockCart(tx, params.id, { userId: actor.id, now });
  const found: CartDifferences = { missing: [], increased: [], impossible: [] };
  const lines = await reduceToAvailable(tx, params.id, agreed, found);
  if (lines.length === 0) throw refusal(agreed, found, null);

  await lockCartCoupons(tx, params.id);
  const orderId = await createOrder(tx, params.id, actor.id, now);
  await lockSlots(tx, orderId);
  await applyAgreedDelivery(call, orderId, found);
  const { storeOrders: parts } = await readOrder(tx, orderId);
  const head = await readCartHead(tx, params.id);
  const coupons = head ? activeCoupons(head, lines, now).map(({ code }) => code) : [];
  for (const code of agreedCoupons(agreed)) {
    if (!coupons.some((one) => isSameCode(one, code)))
      found.increased.push(`Le code promo ${code} n’est plus valable.`);
  }
  const most = compareMoney(agreed, parts, found);
  if (agreed.paymentOnDelivery && !parts.every(takesPaymentOnDelivery)) {
    found.impossible.push('Le paiement à la livraison n’est plus proposé pour cette commande.');
  }
  if (tooMany !== null) found.impossible.push(tooMany);
  if (!agreed.paymentOnDelivery && call.market.env.payment === 'none') {
    found.impossible.push('Le paiement en ligne n’est pas proposé sur ce marché.');
  }
  const tooLittle = agreed.paymentOnDelivery ? null : belowMinimum(call.market, most);
  if (tooLittle !== null) found.impossible.push(tooLittle);
  const unpayable = agreed.paymentOnDelivery || most === 0 ? null : await unpayableReason(tx, call.market, orderId);
  if (unpayable !== null) found.impossible.push(unpayable);
  const isPlaced =
    found.impossible.length + found.increased.length === 0 &&
    (found.missing.length === 0 || agreed.ifChanged === 'drop');
  if (!isPlaced) {
    const asItIs = { lines: lines.map(presentLine), coupons, parts: presentParts(agreed, parts), most };
    throw refusal(agreed, found, found.impossible.length === 0 ? asItIs : null);
  }

  if (agreed.paymentOnDelivery) await choosePaymentOnDelivery(call, orderId, true);
  else await reserveForPayment(call, orderId);
  return readPresentedOrder(tx, orderId);
}

/** Cancels unanswered payments of this cart; answered ones count. */
async function cancelOpenPayments(call: Call<'cart.commit'>): Promise<void> {
  const { tx, params, actor, now } = call;
  const pending = await tx
    .selectDistinct({ id: orders.id })
    .from(orders)
    .innerJoin(storeOrders, eq(storeOrders.orderId, orders.id))
    .where(and(eq(orders.cartId, params.id), ownOrder(actor.id), eq(storeOrders.state, 'payment_pending')));
  for (const { id } of pending) {
    const order = await lockOrder(tx, id, actor.id);
    const payment = await findOpenPayment(tx, id, now);
    if (order.state !== 'payment_pending' || !payment) continue;
    await expirePayments(tx, eq(payments.id, payment.id), now);
    await declineOrder(tx, order, now);
  }
}

/** Applies the shopper's choices to every part and reports those no longer offered. */
async function applyAgreedDelivery(call: Call<'cart.commit'>, orderId: number, found: CartDifferences): Promise<void> {
  const { tx, body } = call;
  for (const part of (await readOrder(tx, orderId)).storeOrders) {
    const chosen = body.parts.find(({ store }) => store === part.store.id);
    if (!chosen) {
      found.impossible.push(`${part.store.name}\u00a0: le mode de livraison est à choisir.`);
      continue;
    }
    const { store: _, fees: __, distance, pickupId, slot = null, ...form } = chosen;
    try {
      if (form.shippingType === 'custom_store' && distance !== null) {
        await setDistance(call, part.id, distance);
      }
      const saved = await saveDeliveryForm(call, part.id, {
        ...form,
        slot,
        pickupId: pickupId ?? '',
        isAdult: body.isAdult ?? false,
        ...(body.digitalConsent !== undefined && { digitalConsent: body.digitalConsent }),
      });
      if (slot && form.shippingType === 'store' && !saved.slot) {
        found.impossible.push(`${part.store.name}\u00a0: les créneaux de retrait ne sont plus proposés.`);
      }
    } catch (orderChangedError) {
      if (!(orderChangedError instanceof Refusal) || !orderChangedError.violations) throw orderChangedError;
      const messages = orderChangedError.violations.map(({ message }) => message);
      found.impossible.push(`${part.store.name}\u00a0: ${messages.join(' ')}`);
    }
  }
}

/** @returns the order's total in cents */
function compareMoney(agreed: AgreedTerms, parts: readonly StoreOrderRow[], found: CartDifferences): number {
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  for (const part of parts) {
    const fees = agreed.parts.find(({ store }) => store === part.store.id)?.fees ?? part.shippingFees;
    if (part.shippingFees <= fees) continue;
    const change = `${formatCents(part.shippingFees)} au lieu de ${formatCents(fees)}`;
    found.increased.push(`${part.store.name}\u00a0: la livraison est maintenant de ${change}.`);
  }
  if (total > agreed.most && found.increased.length === 0) {
    found.increased.push(`Le total est maintenant de ${formatCents(total)} au lieu de ${formatCents(agreed.most)}.`);
  }
  return total;
}

function presentLine(line: LineRow): AgreedTerms['lines'][number] {
  const byWeight = weightTermsOf(line.product);
  return {
    product: line.product.id,
    optionValues: line.optionValueIds,
    quantity: line.quantity,
    unitPrice: linePrice(line),
    ...(byWeight && { byWeight }),
  };
}

const presentParts = (agreed: AgreedTerms, parts: readonly StoreOrderRow[]) =>
  agreed.parts.flatMap((chosen) => {
    const part = parts.find(({ store }) => store.id === chosen.store);
    return part ? [{ ...chosen, fees: part.shippingFees }] : [];
  });

function refusal({ ifChanged }: AgreedTerms, found: CartDifferences, now: OrderChanged['now']): Refusal {
  const changes = [...found.impossible, ...found.increased, ...found.missing];
  if (ifChanged === 'cancel') {
    return conflict('order-given-up', `${changes.join(' ')} Comme demandé, rien n’a été commandé.`);
  }
  const detail = { changes, now } satisfies OrderChanged;
  return conflict('order-changed', `${changes.join(' ')} Rien n’a été commandé.`, { ...detail });
}

/**
 * Reserves the stock and asks the shopper to pay, since only the shopper starts a payment. A free order is confirmed at
 * once.
 */
async function reserveForPayment(call: Call<'cart.commit'>, orderId: number): Promise<void> {
  const { tx, actor, now } = call;
  await preparePayment(call, orderId);
  const order = await lockOrder(tx, orderId, actor.id);
  if (order.state !== 'payment_pending') return;
  await closeCart(tx, order, now);
  await mailPaymentDue(tx, orderId, call);
}
