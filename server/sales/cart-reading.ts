// Reads a cart with its lines and coupon.
import { and, asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Cart, CartItem } from '#contract/orders/carts.ts';
import { ownCart } from '../access/ownership.ts';
import { optionCells } from '../catalogue/product-detail.ts';
import type { Tx } from '../db/client.ts';
import { keptQuery } from '../db/prepared-query.ts';
import { productOptions, productOptionValues, products } from '../db/schema/catalogue.ts';
import { cartItems, carts, coupons, type OrderedOptionValueRow } from '../db/schema/sales.ts';
import { stores } from '../db/schema/shops.ts';
import { type CartRow, type LineRow, presentCart } from '../presenters/carts.ts';
import { firstProductImage, imageCell } from '../presenters/images.ts';
import { qualified } from '../presenters/qualified.ts';

const entered = alias(coupons, 'entered');

/** One row for each coupon of the entered code; one without where none was entered. */
const head = keptQuery((db) =>
  db
    .select({
      id: carts.id,
      version: carts.version,
      orderedAt: carts.orderedAt,
      code: entered.code,
      coupon: {
        id: coupons.id,
        code: coupons.code,
        storeId: coupons.storeId,
        discountType: coupons.discountType,
        discount: coupons.discount,
        active: coupons.active,
        expirationDate: coupons.expirationDate,
        deletedAt: coupons.deletedAt,
      },
    })
    .from(carts)
    .leftJoin(entered, eq(entered.id, carts.couponId))
    .leftJoin(coupons, sql`upper(${coupons.code}) = upper(${entered.code})`)
    .where(eq(carts.id, sql.placeholder('cartId')))
    .prepare('cart head'),
);

export async function cartHead(db: Tx, cartId: string): Promise<CartRow | undefined> {
  const rows = await head(db).execute({ cartId });
  const [row] = rows;
  return row && { ...row, coupons: rows.flatMap(({ coupon }) => coupon ?? []) };
}

const chosen = sql<OrderedOptionValueRow[]>`(
  select coalesce(json_agg(json_build_object('id', offered.id, 'option', asked.name, 'name', offered.name, 'price', offered.price)
    order by asked.position), '[]')
  from ${productOptionValues} offered join ${productOptions} asked on asked.id = offered.option_id
  where offered.id = any(${qualified(cartItems.optionValueIds)}))`;

const lines = keptQuery((db) =>
  db
    .select({
      id: cartItems.id,
      quantity: cartItems.quantity,
      optionValueIds: cartItems.optionValueIds,
      optionValues: chosen,
      product: {
        id: products.id,
        slug: products.slug,
        name: products.name,
        price: products.price,
        reducedPrice: products.reducedPrice,
        indicativePrice: products.indicativePrice,
        priceDisabled: products.priceDisabled,
        stock: products.stock,
        preOrderDate: products.preOrderDate,
        notSellToMinor: products.notSellToMinor,
        dematerialized: products.dematerialized,
        published: products.published,
        deletedAt: products.deletedAt,
        weight: products.weight,
        options: optionCells,
      },
      image: firstProductImage(products.id),
      store: {
        id: stores.id,
        slug: stores.slug,
        name: stores.name,
        plan: stores.plan,
        ready: stores.ready,
        published: stores.published,
        minimumDelivery: stores.minimumDelivery,
      },
      logo: imageCell(stores.logoId),
    })
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .innerJoin(stores, eq(stores.id, products.storeId))
    .where(eq(cartItems.cartId, sql.placeholder('cartId')))
    .orderBy(asc(cartItems.createdAt), asc(cartItems.id))
    .prepare('cart lines'),
);

/** The lines in the order they were added, each with all that is drawn or priced: one query. */
export const cartLines = (db: Tx, cartId: string): Promise<LineRow[]> => lines(db).execute({ cartId });

/** The whole cart as it is answered, or undefined. */
export async function wholeCart(db: Tx, cartId: string, now: Date): Promise<Cart | undefined> {
  const row = await cartHead(db, cartId);
  return row && presentCart(row, await cartLines(db, cartId), now);
}

/** A line of a cart that is open to who asks, or undefined. */
export async function cartItemOf(db: Tx, id: string, userId: string | null, now: Date): Promise<CartItem | undefined> {
  const [line] = await db.select({ cartId: cartItems.cartId }).from(cartItems).where(eq(cartItems.id, id));
  if (!line || !(await canReachCart(db, line.cartId, userId))) return undefined;
  const cart = await wholeCart(db, line.cartId, now);
  return cart?.items.find((item) => item['@id'] === `/cart_items/${id.toLowerCase()}`);
}

/** Is this cart open to who asks? */
export async function canReachCart(db: Tx, cartId: string, userId: string | null): Promise<boolean> {
  const [found] = await db
    .select({ id: carts.id })
    .from(carts)
    .where(and(eq(carts.id, cartId), ownCart(userId)));
  return found !== undefined;
}
