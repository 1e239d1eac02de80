// Order changes before payment: prices, choices, availability, coupon, delivery.
// Guarantee: an order is paid as displayed or not at all; the shopper sees what has changed.
import { eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Violation } from '#contract/wire/hydra.ts';
import { formatCents } from '#domain/money.ts';
import { weightTermsOf } from '#domain/net-content.ts';
import { discountOnLines, isDiscounted, totalOf, unitPrice } from '#domain/orders/pricing.ts';
import { weightChange } from '#domain/orders/weighing.ts';
import { isOrderable, nameWithOptions, unansweredOptions } from '#domain/product.ts';
import { optionCells } from '../catalogue/product-detail.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { coupons, orders, storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import { activeCoupon } from '../presenters/carts.ts';
import { usesBeside } from '../presenters/coupon-uses.ts';
import { Refusal } from '../runtime/errors.ts';
import { lockCoupons } from './cart-coupons.ts';
import { findDeliveryChanges } from './delivery-changes.ts';
import { lockSlots } from './slots.ts';

/** One sentence per changed product, coupon or delivery. */
export async function findOrderChanges(tx: Tx, orderId: number, now: Date): Promise<Violation[]> {
  return [
    ...(await findLineChanges(tx, orderId)),
    ...(await findCouponChanges(tx, orderId, now)),
    ...(await findDeliveryChanges(tx, orderId, now)),
  ];
}

/** Until the end of the transaction, so that two orders cannot both be the last use of a coupon or of a slot. */
export async function lockLimits(tx: Tx, orderId: number): Promise<void> {
  const ofOrder = tx.select({ id: storeOrders.couponId }).from(storeOrders).where(eq(storeOrders.orderId, orderId));
  await lockCoupons(tx, inArray(coupons.id, ofOrder));
  await lockSlots(tx, orderId);
}

/**
 * With the limits of the order locked (`lockLimits`).
 * @throws 409 if anything has changed: the order is created again from the cart
 */
export async function requireUnchanged(tx: Tx, orderId: number, now: Date): Promise<void> {
  const violations = await findOrderChanges(tx, orderId, now);
  if (violations.length === 0) return;
  const messages = violations.map(({ message }) => message);
  const message = `${messages.join(' ')} Rien n’a été débité\u00a0: vérifiez votre commande, puis validez de nouveau.`;
  throw new Refusal({ status: 409, code: 'order-changed', message, detail: { changes: violations } });
}

async function findLineChanges(tx: Tx, orderId: number): Promise<Violation[]> {
  const lines = await tx
    .select({
      name: storeOrderItems.name,
      agreed: storeOrderItems.unitPrice,
      chosen: storeOrderItems.optionValues,
      byWeight: storeOrderItems.byWeight,
      product: {
        id: products.id,
        price: products.price,
        reducedPrice: products.reducedPrice,
        indicativePrice: products.indicativePrice,
        priceDisabled: products.priceDisabled,
        netContent: products.netContent,
        weightTolerance: products.weightTolerance,
        options: optionCells,
      },
      sold: sql<boolean>`${products.published} and ${products.deletedAt} is null and ${stores.published}`,
      plan: stores.plan,
      ready: stores.ready,
    })
    .from(storeOrderItems)
    .innerJoin(storeOrders, eq(storeOrders.id, storeOrderItems.storeOrderId))
    .innerJoin(products, eq(products.id, storeOrderItems.productId))
    .innerJoin(stores, eq(stores.id, products.storeId))
    .where(eq(storeOrders.orderId, orderId))
    .orderBy(storeOrderItems.storeOrderId, storeOrderItems.position);

  return lines.flatMap(({ name, agreed, chosen, byWeight, product, sold, plan, ready }) => {
    const propertyPath = `products.${product.id}`;
    const offered = product.options.flatMap(({ values }) => values);
    const chosenValues = chosen.map(({ id }) => offered.find((value) => value.id === id));
    const isSold = sold && isOrderable({ ...product, store: { plan: { name: plan }, ready } });
    if (!isSold || chosenValues.includes(undefined)) {
      return [{ propertyPath, message: `${name}\u00a0: ce produit n’est plus vendu ainsi.` }];
    }
    const missing = unansweredOptions(
      product.options,
      chosen.map(({ id }) => id),
    );
    if (missing.length > 0) {
      return [
        { propertyPath, message: `${nameWithOptions(name, missing)}\u00a0: un choix reste à faire dans votre panier.` },
      ];
    }
    const price = unitPrice(
      product,
      chosenValues.map((value) => value?.price ?? 0),
    );
    const changed = weightChange(byWeight, weightTermsOf(product));
    if (changed) return [{ propertyPath, message: `${name} ${changed.text}.` }];
    if (price === agreed) return [];
    const change = `${formatCents(price ?? 0)} au lieu de ${formatCents(agreed)}`;
    return [{ propertyPath, message: `${name}\u00a0: le prix est maintenant de ${change}.` }];
  });
}

const pricedColumns = {
  storeId: storeOrders.storeId,
  productId: storeOrderItems.productId,
  unitPrice: storeOrderItems.unitPrice,
  quantity: storeOrderItems.quantity,
};

/** Compares the discount with the coupon's current one. */
async function findCouponChanges(tx: Tx, orderId: number, now: Date): Promise<Violation[]> {
  const parts = await tx
    .select({ part: storeOrders, coupon: { ...getTableColumns(coupons), ...usesBeside(orders.cartId, orders.userId) } })
    .from(storeOrders)
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .innerJoin(coupons, eq(coupons.id, storeOrders.couponId))
    .where(eq(storeOrders.orderId, orderId));
  const ordered = await tx
    .select({ part: storeOrderItems.storeOrderId, ...pricedColumns })
    .from(storeOrderItems)
    .innerJoin(storeOrders, eq(storeOrders.id, storeOrderItems.storeOrderId))
    .where(eq(storeOrders.orderId, orderId));
  return parts.flatMap(({ part, coupon }) => {
    const propertyPath = `coupons.${coupon.id}`;
    const lines = ordered.filter((line) => line.part === part.id);
    const inForce = activeCoupon(coupon, totalOf(lines.filter((line) => isDiscounted(line, coupon))), now);
    if (!inForce) return [{ propertyPath, message: `Le code promo ${coupon.code} n’est plus valable.` }];
    const agreed = part.totalBeforeDiscount - part.total;
    if (discountOnLines(lines, inForce) === agreed) return [];
    return [{ propertyPath, message: `La remise du code promo ${coupon.code} a changé.` }];
  });
}
