// Finds what became different since an order was made and before it is paid: prices, choices, what is sold, its coupon, its
// delivery.
// Guarantee: an order is paid at what it says or not at all; whoever has to look at it again is told what changed.
import { eq, sql } from 'drizzle-orm';
import type { Violation } from '#contract/wire/hydra.ts';
import { formatCents } from '#domain/money.ts';
import { discountOn, unitPrice } from '#domain/orders/pricing.ts';
import { askedOf, isOrderable, unansweredOptions } from '#domain/product.ts';
import { optionCells } from '../catalogue/product-detail.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { coupons, storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/shops.ts';
import { couponInForce } from '../presenters/carts.ts';
import { Refusal } from '../runtime/errors.ts';
import { deliveryChanged } from './delivery-changes.ts';

/** One sentence each, about a product, or the coupon or delivery of a part. */
export async function orderChanges(tx: Tx, orderId: number, now: Date): Promise<Violation[]> {
  return [
    ...(await linesChanged(tx, orderId)),
    ...(await couponsChanged(tx, orderId, now)),
    ...(await deliveryChanged(tx, orderId)),
  ];
}

/** Refuses with 409 what is no longer as it was agreed: the order is made anew from the cart, and looked at again. */
export async function refuseChanged(tx: Tx, orderId: number, now: Date): Promise<void> {
  const violations = await orderChanges(tx, orderId, now);
  if (violations.length === 0) return;
  const said = violations.map(({ message }) => message);
  const message = `${said.join(' ')} Rien n’a été débité\u00a0: vérifiez votre commande, puis validez de nouveau.`;
  throw new Refusal({ status: 409, code: 'order-changed', message, detail: { changes: violations } });
}

async function linesChanged(tx: Tx, orderId: number): Promise<Violation[]> {
  const lines = await tx
    .select({
      name: storeOrderItems.name,
      agreed: storeOrderItems.unitPrice,
      chosen: storeOrderItems.optionValues,
      product: {
        id: products.id,
        price: products.price,
        reducedPrice: products.reducedPrice,
        indicativePrice: products.indicativePrice,
        priceDisabled: products.priceDisabled,
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

  return lines.flatMap(({ name, agreed, chosen, product, sold, plan, ready }) => {
    const propertyPath = `products.${product.id}`;
    const offered = product.options.flatMap(({ values }) => values);
    const held = chosen.map(({ id }) => offered.find((value) => value.id === id));
    const isSold = sold && isOrderable({ ...product, store: { plan: { name: plan }, ready } });
    if (!isSold || held.includes(undefined)) {
      return [{ propertyPath, message: `${name}\u00a0: ce produit n’est plus vendu ainsi.` }];
    }
    const asked = unansweredOptions(
      product.options,
      chosen.map(({ id }) => id),
    );
    if (asked.length > 0) {
      return [{ propertyPath, message: `${askedOf(name, asked)}\u00a0: un choix reste à faire dans votre panier.` }];
    }
    const price = unitPrice(
      product,
      held.map((value) => value?.price ?? 0),
    );
    if (price === agreed) return [];
    const change = `${formatCents(price ?? 0)} au lieu de ${formatCents(agreed)}`;
    return [{ propertyPath, message: `${name}\u00a0: le prix est maintenant de ${change}.` }];
  });
}

/** A discount is what its coupon gives now; one that was stopped, ended or made smaller says so. */
async function couponsChanged(tx: Tx, orderId: number, now: Date): Promise<Violation[]> {
  const parts = await tx
    .select({ part: storeOrders, coupon: coupons })
    .from(storeOrders)
    .innerJoin(coupons, eq(coupons.id, storeOrders.couponId))
    .where(eq(storeOrders.orderId, orderId));
  return parts.flatMap(({ part, coupon }) => {
    const propertyPath = `coupons.${coupon.id}`;
    const inForce = couponInForce(coupon, now);
    if (!inForce) return [{ propertyPath, message: `Le code promo ${coupon.code} n’est plus valable.` }];
    const agreed = part.totalBeforeDiscount - part.total;
    const itemsTotal = part.totalBeforeDiscount - part.shippingFees;
    if (discountOn(itemsTotal, inForce) === agreed) return [];
    return [{ propertyPath, message: `La remise du code promo ${coupon.code} a changé.` }];
  });
}
