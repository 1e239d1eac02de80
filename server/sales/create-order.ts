// Order creation from a cart: one part per store, with its amounts.
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { MAX_ORDER_CENTS } from '#contract/limits.ts';
import { weightTermsOf } from '#domain/net-content.ts';
import { discountOnLines, isDiscounted, MOST_IN_WORDS, totalOf } from '#domain/orders/pricing.ts';
import { distanceChoices, isDistanceServed, shippingFees } from '#domain/orders/shipping.ts';
import { nameWithOptions } from '#domain/product.ts';
import type { Tx } from '../db/client.ts';
import { deliveryPrices } from '../db/schema/content.ts';
import { orders, storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import {
  type ActiveCoupon,
  activeCoupons,
  isLineSold,
  type LineRow,
  linePrice,
  missingOptions,
  pricedLine,
} from '../presenters/carts.ts';
import { offeredTypes, shippingTypeOf, slotOf } from '../presenters/orders.ts';
import { conflict, notFound } from '../runtime/errors.ts';
import { lockCart } from './cart-lock.ts';
import { readCartHead, readCartLines } from './cart-reading.ts';
import { readCurrentPlace } from './collection-place.ts';
import { currentException, currentVatRate } from './current-terms.ts';
import { contactColumns, findLastContact } from './last-contact.ts';
import { findOrderChanges } from './order-changes.ts';
import { keepSlot, slotColumns } from './slots.ts';

/** Part of a cart for one store. Amounts in cents. */
interface OrderPart {
  storeId: string;
  lines: LineRow[];
  itemsTotal: number;
  discount: number;
  coupon: ActiveCoupon | null;
}

/**
 * Creates an order in state new, once per cart version; a repeated call returns the same order. Cancels an earlier
 * unpaid order of the cart and reuses its delivery details.
 * @returns the order's number
 */
export async function createOrder(tx: Tx, cartId: string, userId: string, now: Date): Promise<number> {
  await lockCart(tx, cartId, { userId, now });
  const head = await readCartHead(tx, cartId);
  if (!head) throw notFound('cart-gone');
  const lines = await readCartLines(tx, cartId);
  if (lines.length === 0) throw conflict('cart-empty', 'Votre panier est vide !');
  const withdrawn = lines.filter((line) => !isLineSold(line));
  if (withdrawn.length > 0) {
    const names = withdrawn.map((line) => line.product.name);
    throw conflict(
      'not-orderable',
      `N’est plus vendu en ligne\u00a0: ${names.join(', ')}. Retirez-le de votre panier.`,
      {
        products: withdrawn.map((line) => ({ id: line.product.id, name: line.product.name })),
      },
    );
  }
  const asking = lines.filter((line) => missingOptions(line).length > 0);
  if (asking.length > 0) {
    const asked = asking.map((line) => nameWithOptions(line.product.name, missingOptions(line)));
    throw conflict('choice-missing', `Un choix reste à faire dans votre panier\u00a0: ${asked.join(', ')}.`);
  }
  const parts = splitByStore(lines, activeCoupons(head, lines, now));
  // Prices may have risen since the lines were added.
  if (parts.reduce((sum, part) => sum + part.itemsTotal, 0) > MAX_ORDER_CENTS) {
    throw conflict(
      'order-too-much',
      `Une commande ne peut pas dépasser ${MOST_IN_WORDS}\u00a0: diminuez les quantités.`,
    );
  }

  const earlier = await tx
    .select({ id: orders.id, userId: orders.userId, cartVersion: orders.cartVersion })
    .from(orders)
    .where(eq(orders.cartId, cartId))
    .orderBy(desc(orders.id));
  const same = earlier.find((order) => order.cartVersion === head.version);
  if (same) {
    if (same.userId !== userId) throw notFound();
    if (await isUnchanged(tx, same.id, parts, now)) return same.id;
  }
  await cancelNewOrders(tx, cartId, now);

  const [order] = await tx
    .insert(orders)
    .values({ userId, cartId, cartVersion: head.version, createdAt: now })
    .returning({ id: orders.id });
  if (!order) throw notFound();
  await insertParts(tx, order.id, parts, { earlierOrderId: earlier[0]?.id, userId, cartId }, now);
  return order.id;
}

function splitByStore(lines: readonly LineRow[], coupons: readonly ActiveCoupon[]): OrderPart[] {
  const byStore = new Map<string, LineRow[]>();
  for (const line of lines) byStore.set(line.store.id, [...(byStore.get(line.store.id) ?? []), line]);
  return [...byStore].map(([storeId, storeLines]) => {
    const priced = storeLines.map(pricedLine);
    const coupon = coupons.find((one) => one.storeId === storeId) ?? null;
    const discount = coupon ? discountOnLines(priced, coupon) : 0;
    return { storeId, lines: storeLines, itemsTotal: totalOf(priced), discount, coupon };
  });
}

/**
 * True if the order still matches the cart. Prices and coupons may change under an unchanged cart; once a payment has
 * started, the order is fixed.
 */
async function isUnchanged(tx: Tx, orderId: number, parts: readonly OrderPart[], now: Date): Promise<boolean> {
  const saved = await tx.select().from(storeOrders).where(eq(storeOrders.orderId, orderId));
  if (saved.some((part) => part.state !== 'new')) return true;
  return (
    saved.length === parts.length &&
    parts.every((part) =>
      saved.some(
        (row) =>
          row.storeId === part.storeId &&
          row.totalBeforeDiscount - row.shippingFees === part.itemsTotal &&
          row.totalBeforeDiscount - row.total === part.discount,
      ),
    ) &&
    (await findOrderChanges(tx, orderId, now)).length === 0
  );
}

/** Cancels unpaid new orders of the cart. */
export async function cancelNewOrders(tx: Tx, cartId: string, now: Date, except = 0): Promise<void> {
  const canceled = await tx
    .update(storeOrders)
    .set({ state: 'canceled', updatedAt: now, version: sql`${storeOrders.version} + 1` })
    .where(
      and(
        eq(storeOrders.state, 'new'),
        sql`${storeOrders.orderId} in (select old.id from ${orders} old where old.cart_id = ${cartId})`,
        ne(storeOrders.orderId, except),
      ),
    )
    .returning({ orderId: storeOrders.orderId });
  const ids = [...new Set(canceled.map(({ orderId }) => orderId))];
  if (ids.length > 0) await tx.update(orders).set({ cartVersion: null }).where(inArray(orders.id, ids));
}

async function insertParts(
  tx: Tx,
  orderId: number,
  parts: readonly OrderPart[],
  { earlierOrderId, userId, cartId }: { earlierOrderId: number | undefined; userId: string; cartId: string },
  now: Date,
): Promise<void> {
  const storeRows = await tx
    .select()
    .from(stores)
    .where(
      inArray(
        stores.id,
        parts.map((part) => part.storeId),
      ),
    );
  const filledIn = earlierOrderId
    ? await tx.select().from(storeOrders).where(eq(storeOrders.orderId, earlierOrderId))
    : [];
  const prices = await tx.select().from(deliveryPrices);
  const known = await findLastContact(tx, userId);

  const rows: (typeof storeOrders.$inferInsert)[] = [];
  for (const part of parts) {
    const store = storeRows.find((each) => each.id === part.storeId);
    if (!store) throw notFound();
    const items = part.lines.map(({ product }) => product);
    const offered = offeredTypes(store, items);
    const before = filledIn.find((each) => each.storeId === part.storeId);
    const previousType = before && shippingTypeOf(before.shippingType);
    const type = previousType && offered.includes(previousType) ? previousType : (offered[0] ?? 'store');
    const paid = part.itemsTotal - part.discount;
    const tier = distanceChoices(store.distancePriceLevels, store.customShippingMaxDistance).find(
      (level) => level.distance === before?.distance && isDistanceServed(level, paid),
    );
    const distance = type === 'custom_store' ? (tier?.distance ?? null) : null;
    const weight = part.lines.reduce(
      (sum, { product, quantity }) => sum + (product.dematerialized ? 0 : product.weight * quantity),
      0,
    );
    const fees = shippingFees(type, { itemsTotal: paid, weight, distance }, store, prices);
    const wanted = type === 'relay' ? (before?.pickupId ?? null) : null;
    const place = await readCurrentPlace(tx, store, { type, pickupId: wanted });
    const slot =
      type === 'store' && before ? await keepSlot(tx, { store, items, slot: slotOf(before) }, cartId, now) : null;
    rows.push({
      orderId,
      storeId: part.storeId,
      shippingType: type,
      shippingFees: fees,
      distance,
      pickupId: place && wanted,
      place,
      ...slotColumns(slot),
      ...contactColumns(before ?? known),
      // The address for digital files is never copied: an old one may belong to someone else by now.
      email: type === 'demat' ? (before?.email ?? '') : '',
      couponId: part.coupon?.id ?? null,
      totalBeforeDiscount: part.itemsTotal + fees,
      total: paid + fees,
      createdAt: now,
      updatedAt: now,
    });
  }
  const inserted = await tx
    .insert(storeOrders)
    .values(rows)
    .returning({ id: storeOrders.id, storeId: storeOrders.storeId });
  const numbers = new Map(inserted.map((row) => [row.storeId, row.id]));
  await tx.insert(storeOrderItems).values(
    parts.flatMap((part) =>
      part.lines.map((line, position) => ({
        storeOrderId: numbers.get(part.storeId) ?? 0,
        productId: line.product.id,
        name: line.product.name,
        optionValues: line.optionValues,
        quantity: line.quantity,
        unitPrice: linePrice(line),
        total: linePrice(line) * line.quantity,
        discounted: part.coupon === null || isDiscounted(pricedLine(line), part.coupon),
        vatRate: currentVatRate(line.product.id),
        withdrawalException: currentException(line.product.id),
        byWeight: weightTermsOf(line.product),
        position,
      })),
    ),
  );
}
