// Cart writes: opening a cart; adding, changing and removing lines.
import { and, eq, isNull, sql } from 'drizzle-orm';
import { MAX_CART_LINES, MAX_ORDER_CENTS, MAX_QUANTITY } from '#contract/limits.ts';
import type { Cart } from '#contract/orders/carts.ts';
import { optionKeyOf } from '#domain/orders/cart.ts';
import { MOST_IN_WORDS } from '#domain/orders/pricing.ts';
import { isOrderable } from '#domain/product.ts';
import { ownCart } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { preparedQuery } from '../db/prepared-query.ts';
import { productOptions, productOptionValues, products } from '../db/schema/catalogue.ts';
import { cartItems, carts } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import { conflict, invalid, notFound } from '../runtime/errors.ts';
import { type CartWriter, lockCart, lockUser } from './cart-lock.ts';
import { incrementVersion, requireCart } from './cart-version.ts';

const outOfStockError = () => conflict('stock', 'Produit en rupture de stock', { available: 0 });
const notEnoughStockError = (available: number) => conflict('stock', 'Plus de produit en stock !', { available });
const notOrderableError = () => conflict('not-orderable', 'Ce produit n’est pas vendu en ligne.');

/** Finds or creates the user's open cart; visitors always get a new one. */
export async function openCart(tx: Tx, { userId, now }: CartWriter): Promise<Cart> {
  if (userId !== null) {
    await lockUser(tx, userId);
    const [open] = await tx
      .select({ id: carts.id })
      .from(carts)
      .where(and(eq(carts.userId, userId), isNull(carts.orderedAt)));
    if (open) return requireCart(tx, open.id, now);
  }
  const [made] = await tx.insert(carts).values({ userId, createdAt: now, updatedAt: now }).returning({ id: carts.id });
  if (!made) throw notFound();
  return requireCart(tx, made.id, now);
}

/** Fields that decide whether a product can be added, in one query under the cart's lock. */
const addQuery = preparedQuery((tx) =>
  tx
    .select({
      id: products.id,
      stock: products.stock,
      price: products.price,
      indicativePrice: products.indicativePrice,
      priceDisabled: products.priceDisabled,
      plan: stores.plan,
      ready: stores.ready,
      /** Options of the sent values that belong to this product. */
      chosen: sql<{ option: string }[]>`(
        select coalesce(json_agg(json_build_object('option', asked.id)), '[]')
        from ${productOptionValues} offered join ${productOptions} asked on asked.id = offered.option_id
        where asked.product_id = ${products.id} and offered.id = any(${sql.placeholder('optionValueIds')}::uuid[]))`,
      optionCount: sql<number>`(select count(*)::int from ${productOptions} asked where asked.product_id = ${products.id})`,
      lineCount: sql<number>`(select count(*)::int from ${cartItems} line where line.cart_id = ${sql.placeholder('cartId')})`,
      inCart: sql<number>`(select coalesce(sum(line.quantity), 0)::int from ${cartItems} line
        where line.cart_id = ${sql.placeholder('cartId')} and line.product_id = ${products.id})`,
      inLine: sql<number>`(select coalesce(sum(line.quantity), 0)::int from ${cartItems} line
        where line.cart_id = ${sql.placeholder('cartId')} and line.product_id = ${products.id} and line.option_key = ${sql.placeholder('optionKey')})`,
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
  const [product] = await addQuery(tx).execute({
    cartId,
    productId: wanted.productId,
    optionValueIds: `{${optionValueIds.join(',')}}`,
    optionKey,
  });
  if (!product) throw notFound('product-gone', 'Ce produit n’est plus proposé.');
  if (!isOrderable({ ...product, store: { plan: { name: product.plan }, ready: product.ready } }))
    throw notOrderableError();
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
    if (product.stock <= 0) throw outOfStockError();
    if (product.inCart + wanted.quantity > product.stock)
      throw notEnoughStockError(Math.max(0, product.stock - product.inCart));
  }
  if (product.inLine + wanted.quantity > MAX_QUANTITY) {
    throw invalid([{ propertyPath: 'quantity', message: `La quantité maximale est ${MAX_QUANTITY}.` }]);
  }
  if (product.inLine === 0 && product.lineCount >= MAX_CART_LINES) {
    throw conflict('cart-full', `Un panier compte ${MAX_CART_LINES} lignes au maximum.`);
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
  return requireMaxTotal(await incrementVersion(tx, cartId, writer.now));
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
      elsewhere: sql<number>`(select coalesce(sum(line.quantity), 0)::int from ${cartItems} line
        where line.cart_id = ${cartItems.cartId} and line.product_id = ${cartItems.productId} and line.id <> ${lineId})`,
    })
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .innerJoin(stores, eq(stores.id, products.storeId))
    .where(eq(cartItems.id, lineId));
  if (!line) throw lineGoneError();
  // A reduction is always allowed, even if the product has changed.
  if (quantity > line.quantity) {
    const sold = isOrderable({ ...line, store: { plan: { name: line.plan }, ready: line.ready } });
    if (!line.published || !sold) throw notOrderableError();
    if (line.stock !== null && quantity + line.elsewhere > line.stock) {
      throw notEnoughStockError(Math.max(0, line.stock - line.elsewhere));
    }
  }
  await tx.update(cartItems).set({ quantity }).where(eq(cartItems.id, lineId));
  const cart = await incrementVersion(tx, cartId, writer.now);
  return quantity > line.quantity ? requireMaxTotal(cart) : cart;
}

export async function removeLine(tx: Tx, lineId: string, writer: CartWriter): Promise<Cart> {
  const cartId = await lockCartOfLine(tx, lineId, writer);
  const removed = await tx.delete(cartItems).where(eq(cartItems.id, lineId)).returning({ id: cartItems.id });
  if (removed.length === 0) throw lineGoneError();
  return incrementVersion(tx, cartId, writer.now);
}

/** The refusal rolls the change back. */
function requireMaxTotal(cart: Cart): Cart {
  if (cart.total.amount <= MAX_ORDER_CENTS) return cart;
  const message = `Un panier ne peut pas dépasser ${MOST_IN_WORDS}\u00a0: diminuez la quantité.`;
  throw invalid([{ propertyPath: 'quantity', message }], 'cart-too-much');
}

const lineGoneError = () => notFound('line-gone', 'Ce produit n’est plus dans votre panier.');

/** Lines of other people's carts are not found. */
async function lockCartOfLine(tx: Tx, lineId: string, writer: CartWriter): Promise<string> {
  const [line] = await tx
    .select({ cartId: cartItems.cartId })
    .from(cartItems)
    .innerJoin(carts, eq(carts.id, cartItems.cartId))
    .where(and(eq(cartItems.id, lineId), ownCart(writer.userId)));
  if (!line) throw lineGoneError();
  await lockCart(tx, line.cartId, writer);
  return line.cartId;
}
