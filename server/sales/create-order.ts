// Creates an order from a cart: one part per shop, each with its amounts.
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { cartTotals, discountOn, MOST_CENTS, MOST_IN_WORDS } from '#domain/orders/pricing.ts';
import { distanceChoices, isServed, shippingFees } from '#domain/orders/shipping.ts';
import { askedOf } from '#domain/product.ts';
import type { Tx } from '../db/client.ts';
import { deliveryPrices } from '../db/schema/content.ts';
import { orders, storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/shops.ts';
import { couponsInForce, isLineSold, type LineRow, linePrice, unanswered } from '../presenters/carts.ts';
import { offeredTypes, shippingTypeOf } from '../presenters/orders.ts';
import { conflict, notFound } from '../runtime/errors.ts';
import { lockCart } from './cart-lock.ts';
import { cartHead, cartLines } from './cart-reading.ts';
import { placeNow } from './collection-place.ts';
import { orderChanges } from './order-changes.ts';

/** The part of a cart that one shop will deliver. Amounts in cents. */
interface Part {
  storeId: string;
  lines: LineRow[];
  itemsTotal: number;
  discount: number;
  couponId: string | null;
}

/**
 * Makes the cart an order in state new, once for each version of the cart; called again it finds the same order.
 * An earlier order of the cart that nobody began to pay is canceled, and what was filled in for its delivery is kept.
 * @returns its number
 */
export async function makeOrder(tx: Tx, cartId: string, userId: string, now: Date): Promise<number> {
  await lockCart(tx, cartId, { userId, now });
  const head = await cartHead(tx, cartId);
  if (!head) throw notFound('cart-gone');
  const lines = await cartLines(tx, cartId);
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
  const asking = lines.filter((line) => unanswered(line).length > 0);
  if (asking.length > 0) {
    const asked = asking.map((line) => askedOf(line.product.name, unanswered(line)));
    throw conflict('choice-missing', `Un choix reste à faire dans votre panier\u00a0: ${asked.join(', ')}.`);
  }
  const parts = partsOf(lines, couponsInForce(head, lines, now));
  // A price may have risen since the cart was filled.
  if (parts.reduce((sum, part) => sum + part.itemsTotal, 0) > MOST_CENTS) {
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
    if (await stillHolds(tx, same.id, parts, now)) return same.id;
  }
  await cancelNewOrders(tx, cartId, now);

  const [order] = await tx
    .insert(orders)
    .values({ userId, cartId, cartVersion: head.version, createdAt: now })
    .returning({ id: orders.id });
  if (!order) throw notFound();
  await insertParts(tx, order.id, parts, { earlierOrderId: earlier[0]?.id, userId }, now);
  return order.id;
}

function partsOf(lines: readonly LineRow[], coupons: ReturnType<typeof couponsInForce>): Part[] {
  const byStore = new Map<string, LineRow[]>();
  for (const line of lines) byStore.set(line.store.id, [...(byStore.get(line.store.id) ?? []), line]);
  return [...byStore].map(([storeId, held]) => {
    const priced = held.map((line) => ({ storeId, unitPrice: linePrice(line), quantity: line.quantity }));
    const { total: itemsTotal } = cartTotals(priced);
    const own = coupons.find((coupon) => coupon.storeId === storeId) ?? null;
    return { storeId, lines: held, itemsTotal, discount: discountOn(itemsTotal, own), couponId: own?.id ?? null };
  });
}

/**
 * Does the order still say what the cart comes to? A price or coupon may have changed under an unchanged cart; once
 * a payment has begun, what was agreed stands.
 */
async function stillHolds(tx: Tx, orderId: number, parts: readonly Part[], now: Date): Promise<boolean> {
  const held = await tx.select().from(storeOrders).where(eq(storeOrders.orderId, orderId));
  if (held.some((part) => part.state !== 'new')) return true;
  return (
    held.length === parts.length &&
    parts.every((part) =>
      held.some(
        (row) =>
          row.storeId === part.storeId &&
          row.totalBeforeDiscount - row.shippingFees === part.itemsTotal &&
          row.totalBeforeDiscount - row.total === part.discount,
      ),
    ) &&
    (await orderChanges(tx, orderId, now)).length === 0
  );
}

/** Orders of the cart that nobody began to pay give way to another. */
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

type StoreOrderColumns = typeof storeOrders.$inferSelect;

/** Who and where, as was said for another part. */
const contactOf = (said: StoreOrderColumns | undefined) => ({
  firstName: said?.firstName ?? '',
  lastName: said?.lastName ?? '',
  phoneNumber: said?.phoneNumber ?? '',
  address1: said?.address1 ?? '',
  address2: said?.address2 ?? '',
  postalCode: said?.postalCode ?? '',
  city: said?.city ?? '',
});

/** What this person last said of themselves, so that nobody types it twice; what names a place counts most. */
async function lastContact(tx: Tx, userId: string): Promise<StoreOrderColumns | undefined> {
  const [last] = await tx
    .select({ said: storeOrders })
    .from(storeOrders)
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .where(and(eq(orders.userId, userId), ne(storeOrders.lastName, '')))
    .orderBy(desc(sql`${storeOrders.city} <> ''`), desc(storeOrders.updatedAt), desc(storeOrders.id))
    .limit(1);
  return last?.said;
}

async function insertParts(
  tx: Tx,
  orderId: number,
  parts: readonly Part[],
  { earlierOrderId, userId }: { earlierOrderId: number | undefined; userId: string },
  now: Date,
): Promise<void> {
  const shops = await tx
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
  const known = await lastContact(tx, userId);

  const rows: (typeof storeOrders.$inferInsert)[] = [];
  for (const part of parts) {
    const shop = shops.find((each) => each.id === part.storeId);
    if (!shop) throw notFound();
    const offered = offeredTypes(
      shop,
      part.lines.map((line) => line.product),
    );
    const before = filledIn.find((each) => each.storeId === part.storeId);
    const wished = before && shippingTypeOf(before.shippingType);
    const type = wished && offered.includes(wished) ? wished : (offered[0] ?? 'store');
    const paid = part.itemsTotal - part.discount;
    const tier = distanceChoices(shop.distancePriceLevels, shop.customShippingMaxDistance).find(
      (level) => level.distance === before?.distance && isServed(level, paid),
    );
    const distance = type === 'custom_store' ? (tier?.distance ?? null) : null;
    const weight = part.lines.reduce(
      (sum, { product, quantity }) => sum + (product.dematerialized ? 0 : product.weight * quantity),
      0,
    );
    const fees = shippingFees(type, { itemsTotal: paid, weight, distance }, shop, prices);
    const wanted = type === 'relay' ? (before?.pickupId ?? null) : null;
    const place = await placeNow(tx, shop, { type, pickupId: wanted });
    rows.push({
      orderId,
      storeId: part.storeId,
      shippingType: type,
      shippingFees: fees,
      distance,
      pickupId: place && wanted,
      place,
      ...contactOf(before ?? known),
      // Where a file goes is said for each order anew: an old address may be somebody else's by now.
      email: type === 'demat' ? (before?.email ?? '') : '',
      couponId: part.couponId,
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
        position,
      })),
    ),
  );
}
