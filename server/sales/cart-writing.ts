// Changes carts: opens them, adds, counts and removes lines, applies coupons.
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Cart } from '#contract/orders/carts.ts';
import { optionKeyOf } from '#domain/orders/cart.ts';
import { MOST_CENTS, MOST_IN_WORDS } from '#domain/orders/pricing.ts';
import { isOrderable } from '#domain/product.ts';
import { ownCart } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { keptQuery } from '../db/prepared-query.ts';
import { productOptions, productOptionValues, products } from '../db/schema/catalogue.ts';
import { cartItems, carts, coupons } from '../db/schema/sales.ts';
import { stores } from '../db/schema/shops.ts';
import { couponInForce, presentCart } from '../presenters/carts.ts';
import { conflict, invalid, notFound } from '../runtime/errors.ts';
import { type CartWriter, lockCart, lockUser } from './cart-lock.ts';
import { cartLines, wholeCart } from './cart-reading.ts';

const QUANTITY_AT_MOST = 999;
/** A cart with more lines than this is no one's shopping. */
const LINES_AT_MOST = 200;

const outOfStock = () => conflict('stock', 'Produit en rupture de stock', { available: 0 });
const noMoreStock = (available: number) => conflict('stock', 'Plus de produit en stock !', { available });
const notOrderable = () => conflict('not-orderable', 'Ce produit n’est pas vendu en ligne.');

/** The user's open cart, made if there is none; a visitor's is always new. */
export async function openCart(tx: Tx, { userId, now }: CartWriter): Promise<Cart> {
  if (userId !== null) {
    await lockUser(tx, userId);
    const [open] = await tx
      .select({ id: carts.id })
      .from(carts)
      .where(and(eq(carts.userId, userId), isNull(carts.orderedAt)));
    if (open) return answer(tx, open.id, now);
  }
  const [made] = await tx.insert(carts).values({ userId, createdAt: now, updatedAt: now }).returning({ id: carts.id });
  if (!made) throw notFound();
  return answer(tx, made.id, now);
}

/** All that decides whether a product may be added: one query, under the lock of the cart. */
const productToAdd = keptQuery((tx) =>
  tx
    .select({
      id: products.id,
      stock: products.stock,
      price: products.price,
      indicativePrice: products.indicativePrice,
      priceDisabled: products.priceDisabled,
      plan: stores.plan,
      ready: stores.ready,
      /** Of the ids sent, those that are this product's, each with its option. */
      chosen: sql<{ option: string }[]>`(
        select coalesce(json_agg(json_build_object('option', asked.id)), '[]')
        from ${productOptionValues} offered join ${productOptions} asked on asked.id = offered.option_id
        where asked.product_id = ${products.id} and offered.id = any(${sql.placeholder('optionValueIds')}::uuid[]))`,
      optionCount: sql<number>`(select count(*)::int from ${productOptions} asked where asked.product_id = ${products.id})`,
      lineCount: sql<number>`(select count(*)::int from ${cartItems} held where held.cart_id = ${sql.placeholder('cartId')})`,
      inCart: sql<number>`(select coalesce(sum(held.quantity), 0)::int from ${cartItems} held
        where held.cart_id = ${sql.placeholder('cartId')} and held.product_id = ${products.id})`,
      inLine: sql<number>`(select coalesce(sum(held.quantity), 0)::int from ${cartItems} held
        where held.cart_id = ${sql.placeholder('cartId')} and held.product_id = ${products.id} and held.option_key = ${sql.placeholder('optionKey')})`,
    })
    .from(products)
    .innerJoin(stores, eq(stores.id, products.storeId))
    .where(
      and(
        eq(products.id, sql.placeholder('productId')),
        sql`${products.published}`,
        isNull(products.deletedAt),
        sql`${stores.published}`,
      ),
    )
    .prepare('product to add'),
);

export async function addToCart(
  tx: Tx,
  cartId: string,
  wanted: { productId: string; optionValueIds: readonly string[]; quantity: number },
  writer: CartWriter,
): Promise<Cart> {
  await lockCart(tx, cartId, writer);
  const optionValueIds = [...new Set(wanted.optionValueIds.map((id) => id.toLowerCase()))].sort();
  const optionKey = optionKeyOf(optionValueIds);
  const [product] = await productToAdd(tx).execute({
    cartId,
    productId: wanted.productId,
    optionValueIds: `{${optionValueIds.join(',')}}`,
    optionKey,
  });
  if (!product) throw notFound('product-gone', 'Ce produit n’est plus proposé.');
  if (!isOrderable({ ...product, store: { plan: { name: product.plan }, ready: product.ready } })) throw notOrderable();
  if (product.chosen.length !== optionValueIds.length) {
    throw invalid([{ propertyPath: 'optionValues', message: 'Ce choix n’existe pas pour ce produit.' }]);
  }
  if (new Set(product.chosen.map(({ option }) => option)).size !== product.optionCount) {
    throw invalid([{ propertyPath: 'optionValues', message: 'Veuillez faire un choix pour chaque option.' }]);
  }
  if (product.chosen.length !== product.optionCount) {
    throw invalid([{ propertyPath: 'optionValues', message: 'Un seul choix par option.' }]);
  }
  if (product.stock !== null) {
    if (product.stock <= 0) throw outOfStock();
    if (product.inCart + wanted.quantity > product.stock)
      throw noMoreStock(Math.max(0, product.stock - product.inCart));
  }
  if (product.inLine + wanted.quantity > QUANTITY_AT_MOST) {
    throw invalid([{ propertyPath: 'quantity', message: `La quantité maximale est ${QUANTITY_AT_MOST}.` }]);
  }
  if (product.inLine === 0 && product.lineCount >= LINES_AT_MOST) {
    throw conflict('cart-full', `Un panier compte ${LINES_AT_MOST} lignes au maximum.`);
  }
  await tx
    .insert(cartItems)
    .values({
      cartId,
      productId: product.id,
      optionValueIds,
      optionKey,
      quantity: wanted.quantity,
    })
    .onConflictDoUpdate({
      target: [cartItems.cartId, cartItems.productId, cartItems.optionKey],
      set: { quantity: sql`${cartItems.quantity} + excluded.quantity` },
    });
  return withinBounds(await changed(tx, cartId, writer.now));
}

export async function setLineQuantity(tx: Tx, lineId: string, quantity: number, writer: CartWriter): Promise<Cart> {
  const cartId = await lockCartOfLine(tx, lineId, writer);
  const [line] = await tx
    .select({
      quantity: cartItems.quantity,
      published: sql<boolean>`${products.published} and ${stores.published} and ${products.deletedAt} is null`,
      stock: products.stock,
      price: products.price,
      indicativePrice: products.indicativePrice,
      priceDisabled: products.priceDisabled,
      plan: stores.plan,
      ready: stores.ready,
      elsewhere: sql<number>`(select coalesce(sum(held.quantity), 0)::int from ${cartItems} held
        where held.cart_id = ${cartItems.cartId} and held.product_id = ${cartItems.productId} and held.id <> ${lineId})`,
    })
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .innerJoin(stores, eq(stores.id, products.storeId))
    .where(eq(cartItems.id, lineId));
  if (!line) throw lineGone();
  // Taking less is always possible, whatever became of the product meanwhile.
  if (quantity > line.quantity) {
    const sold = isOrderable({ ...line, store: { plan: { name: line.plan }, ready: line.ready } });
    if (!line.published || !sold) throw notOrderable();
    if (line.stock !== null && quantity + line.elsewhere > line.stock) {
      throw noMoreStock(Math.max(0, line.stock - line.elsewhere));
    }
  }
  await tx.update(cartItems).set({ quantity }).where(eq(cartItems.id, lineId));
  const cart = await changed(tx, cartId, writer.now);
  return quantity > line.quantity ? withinBounds(cart) : cart;
}

export async function removeLine(tx: Tx, lineId: string, writer: CartWriter): Promise<Cart> {
  const cartId = await lockCartOfLine(tx, lineId, writer);
  const removed = await tx.delete(cartItems).where(eq(cartItems.id, lineId)).returning({ id: cartItems.id });
  if (removed.length === 0) throw lineGone();
  return changed(tx, cartId, writer.now);
}

/** A coupon takes effect only on lines of the shop that gave it out. */
export async function applyCoupon(tx: Tx, cartId: string, code: string, writer: CartWriter): Promise<Cart> {
  await lockCart(tx, cartId, writer);
  const candidates = await tx
    .select()
    .from(coupons)
    .where(
      and(
        sql`upper(${coupons.code}) = upper(${code})`,
        isNull(coupons.deletedAt),
        sql`${coupons.storeId} in (select sold.store_id from ${cartItems} held
          join ${products} sold on sold.id = held.product_id where held.cart_id = ${cartId})`,
      ),
    )
    // Spelled as it was typed first.
    .orderBy(desc(eq(coupons.code, code)), asc(coupons.id));
  const coupon = candidates.find((candidate) => couponInForce(candidate, writer.now) !== null);
  if (!coupon) throw invalid([{ propertyPath: 'code', message: 'Coupon invalide' }], 'coupon-invalid');
  await tx.update(carts).set({ couponId: coupon.id }).where(eq(carts.id, cartId));
  return changed(tx, cartId, writer.now);
}

/** Taken off already, or never there: the cart is answered as it is. */
export async function removeCoupon(tx: Tx, cartId: string, writer: CartWriter): Promise<Cart> {
  await lockCart(tx, cartId, writer);
  await tx.update(carts).set({ couponId: null }).where(eq(carts.id, cartId));
  return changed(tx, cartId, writer.now);
}

/** What made it too much is undone with the refusal. */
function withinBounds(cart: Cart): Cart {
  if (cart.total.amount <= MOST_CENTS) return cart;
  const message = `Un panier ne peut pas dépasser ${MOST_IN_WORDS}\u00a0: diminuez la quantité.`;
  throw invalid([{ propertyPath: 'quantity', message }], 'cart-too-much');
}

const lineGone = () => notFound('line-gone', 'Ce produit n’est plus dans votre panier.');

/** A line of someone else's cart is no line. */
async function lockCartOfLine(tx: Tx, lineId: string, writer: CartWriter): Promise<string> {
  const [line] = await tx
    .select({ cartId: cartItems.cartId })
    .from(cartItems)
    .innerJoin(carts, eq(carts.id, cartItems.cartId))
    .where(and(eq(cartItems.id, lineId), ownCart(writer.userId)));
  if (!line) throw lineGone();
  await lockCart(tx, line.cartId, writer);
  return line.cartId;
}

async function changed(tx: Tx, cartId: string, now: Date): Promise<Cart> {
  const [row] = await tx
    .update(carts)
    .set({ version: sql`${carts.version} + 1`, updatedAt: now })
    .where(eq(carts.id, cartId))
    .returning({ id: carts.id, version: carts.version, orderedAt: carts.orderedAt, couponId: carts.couponId });
  if (!row) throw notFound();
  if (row.couponId !== null) return answer(tx, cartId, now);
  return presentCart({ ...row, code: null, coupons: [] }, await cartLines(tx, cartId), now);
}

async function answer(tx: Tx, cartId: string, now: Date): Promise<Cart> {
  const cart = await wholeCart(tx, cartId, now);
  if (!cart) throw notFound();
  return cart;
}
