// Cart queries: a cart with its lines and coupons.
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Cart, CartItem } from '#contract/orders/carts.ts';
import { ownCart } from '../access/ownership.ts';
import { optionCells } from '../catalogue/product-detail.ts';
import type { Tx } from '../db/client.ts';
import { preparedQuery } from '../db/prepared-query.ts';
import { productOptions, productOptionValues, products } from '../db/schema/catalogue.ts';
import { cartItems, carts, coupons, type OrderedOptionValueRow } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import { type CartRow, type LineRow, presentCart } from '../presenters/carts.ts';
import { usesBeside } from '../presenters/coupon-uses.ts';
import { firstProductImage, imageCell } from '../presenters/images.ts';
import { qualified } from '../presenters/qualified.ts';

/** One row per coupon of the entered codes, or one row without coupon. */
const headQuery = preparedQuery((db) =>
  db
    .select({
      id: carts.id,
      version: carts.version,
      orderedAt: carts.orderedAt,
      codes: carts.couponCodes,
      coupon: {
        id: coupons.id,
        code: coupons.code,
        storeId: coupons.storeId,
        productIds: coupons.productIds,
        discountType: coupons.discountType,
        discount: coupons.discount,
        active: coupons.active,
        expirationDate: coupons.expirationDate,
        deletedAt: coupons.deletedAt,
        minimumAmount: coupons.minimumAmount,
        maxUses: coupons.maxUses,
        oncePerPerson: coupons.oncePerPerson,
        ...usesBeside(carts.id, carts.userId),
      },
    })
    .from(carts)
    .leftJoin(coupons, sql`upper(${coupons.code}) in (select upper(entered) from unnest(${carts.couponCodes}) entered)`)
    .where(eq(carts.id, sql.placeholder('cartId')))
    .prepare('cart head'),
);

export async function readCartHead(db: Tx, cartId: string): Promise<CartRow | undefined> {
  const rows = await headQuery(db).execute({ cartId });
  const [row] = rows;
  return row && { ...row, coupons: rows.flatMap(({ coupon }) => coupon ?? []) };
}

const chosenCells = sql<OrderedOptionValueRow[]>`(
  select coalesce(json_agg(json_build_object('id', offered.id, 'option', asked.name, 'name', offered.name, 'price', offered.price)
    order by asked.position), '[]')
  from ${productOptionValues} offered join ${productOptions} asked on asked.id = offered.option_id
  where offered.id = any(${qualified(cartItems.optionValueIds)}))`;

const linesQuery = preparedQuery((db) =>
  db
    .select({
      id: cartItems.id,
      quantity: cartItems.quantity,
      optionValueIds: cartItems.optionValueIds,
      optionValues: chosenCells,
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
        netContent: products.netContent,
        weightTolerance: products.weightTolerance,
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
        openingHours: stores.openingHours,
        closedDays: stores.closedDays,
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

/** Lines in order of addition, with all displayed and priced fields, in one query. */
export const readCartLines = (db: Tx, cartId: string): Promise<LineRow[]> => linesQuery(db).execute({ cartId });

/** @returns the presented cart, or undefined */
export async function readPresentedCart(db: Tx, cartId: string, now: Date): Promise<Cart | undefined> {
  const row = await readCartHead(db, cartId);
  return row && presentCart(row, await readCartLines(db, cartId), now);
}

/** A line of a cart that the caller may access, or undefined. */
export async function findCartItem(
  db: Tx,
  id: string,
  userId: string | null,
  now: Date,
): Promise<CartItem | undefined> {
  const [line] = await db.select({ cartId: cartItems.cartId }).from(cartItems).where(eq(cartItems.id, id));
  if (!line || !(await canReachCart(db, line.cartId, userId))) return undefined;
  const cart = await readPresentedCart(db, line.cartId, now);
  return cart?.items.find((item) => item['@id'] === `/cart_items/${id.toLowerCase()}`);
}

/** True if the caller may access the cart. */
export async function canReachCart(db: Tx, cartId: string, userId: string | null): Promise<boolean> {
  const [found] = await db
    .select({ id: carts.id })
    .from(carts)
    .where(and(eq(carts.id, cartId), ownCart(userId)));
  return found !== undefined;
}
