// Offline commit: compares a cart with the lines agreed to offline.
// Guarantee: the cart is reduced to what is available, and every difference is described in a sentence.
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { AgreedTerms } from '#contract/orders/agreed-terms.ts';
import { formatCents } from '#domain/money.ts';
import { weightTermsOf } from '#domain/net-content.ts';
import { lineKeyOf } from '#domain/orders/cart.ts';
import { weightChange } from '#domain/orders/weighing.ts';
import { nameWithOptions } from '#domain/product.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { cartItems, carts } from '../db/schema/sales.ts';
import { isLineSold, type LineRow, linePrice, missingOptions } from '../presenters/carts.ts';
import { readCartLines } from './cart-reading.ts';

/** Differences, as sentences. */
export interface CartDifferences {
  /** Less than agreed. */
  missing: string[];
  /** More than agreed, in articles or money. */
  increased: string[];
  /** Not orderable in this way at any price. */
  impossible: string[];
}

/**
 * Removes unavailable lines and quantities from the cart. The stock of the rest stays locked until the end of the
 * transaction.
 * @returns the remaining lines with their available quantities, for the next agreement
 */
export async function reduceToAvailable(
  tx: Tx,
  cartId: string,
  agreed: AgreedTerms,
  found: CartDifferences,
): Promise<LineRow[]> {
  await lockStock(tx, cartId);
  const wanted = new Map(agreed.lines.map((line) => [lineKeyOf(line.product, line.optionValues), line]));
  const lines = await linesWithChoices(tx, cartId, wanted, found);
  const stockLeft = new Map(lines.map(({ product }) => [product.id, product.stock ?? Number.POSITIVE_INFINITY]));
  const remaining: LineRow[] = [];
  for (const line of lines) {
    const { product, quantity } = line;
    const key = lineKeyOf(product.id, line.optionValueIds);
    const agreedLine = wanted.get(key);
    wanted.delete(key);
    const available = isLineSold(line) ? Math.min(quantity, Math.max(0, stockLeft.get(product.id) ?? 0)) : 0;
    stockLeft.set(product.id, (stockLeft.get(product.id) ?? 0) - available);
    if (available < quantity) await reduceLine(tx, cartId, line, available);
    // A smaller quantity in the cart is reported separately; lines outside the agreement are never missing.
    if (available < Math.min(quantity, agreedLine?.quantity ?? 0)) {
      found.missing.push(shortageSentence(line, available));
    } else if (agreedLine && quantity < agreedLine.quantity) {
      found.missing.push(`${product.name}\u00a0: ${quantity} au lieu de ${agreedLine.quantity} dans votre panier.`);
    }
    if (available === 0) continue;
    remaining.push({ ...line, quantity: available });
    found.increased.push(...increasesOf(line, available, agreedLine));
  }
  if (wanted.size > 0) {
    const gone = wanted.size > 1 ? `${wanted.size} articles ne sont` : 'Un article n’est';
    found.missing.push(`${gone} plus dans votre panier.`);
  }
  return remaining;
}

function increasesOf(line: LineRow, available: number, agreed: AgreedTerms['lines'][number] | undefined): string[] {
  const { name } = line.product;
  if (!agreed) return [`${name}\u00a0: ajouté à votre panier entre-temps.`];
  const price = linePrice(line);
  const change = `${formatCents(price)} au lieu de ${formatCents(agreed.unitPrice)}`;
  const weight = weightChange(agreed.byWeight, weightTermsOf(line.product));
  return [
    ...(available > agreed.quantity
      ? [`${name}\u00a0: ${available} au lieu de ${agreed.quantity} dans votre panier.`]
      : []),
    ...(price > agreed.unitPrice ? [`${name}\u00a0: le prix est maintenant de ${change}.`] : []),
    ...(weight?.isWorse ? [`${name} ${weight.text}.`] : []),
  ];
}

/** Drops lines that lack an option: only the shopper can choose it. The refusal rolls the removal back. */
async function linesWithChoices(
  tx: Tx,
  cartId: string,
  wanted: Map<string, unknown>,
  found: CartDifferences,
): Promise<LineRow[]> {
  const answered: LineRow[] = [];
  for (const line of await readCartLines(tx, cartId)) {
    const missing = isLineSold(line) ? missingOptions(line) : [];
    if (missing.length === 0) {
      answered.push(line);
      continue;
    }
    found.impossible.push(
      `${nameWithOptions(line.product.name, missing)}\u00a0: un choix reste à faire dans votre panier.`,
    );
    wanted.delete(lineKeyOf(line.product.id, line.optionValueIds));
    await reduceLine(tx, cartId, line, 0);
  }
  return answered;
}

/** Locks in id order, like all others, to avoid deadlocks. */
async function lockStock(tx: Tx, cartId: string): Promise<void> {
  const ids = (await readCartLines(tx, cartId)).map(({ product }) => product.id);
  if (ids.length === 0) return;
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for('update');
}

function shortageSentence(line: LineRow, available: number): string {
  const { name } = line.product;
  if (!isLineSold(line)) return `${name}\u00a0: n’est plus vendu en ligne.`;
  return available === 0 ? `${name}\u00a0: il n’en reste plus.` : `${name}\u00a0: il n’en reste que ${available}.`;
}

/** The new version prevents an earlier order from matching the cart. */
async function reduceLine(tx: Tx, cartId: string, { id }: LineRow, quantity: number): Promise<void> {
  if (quantity === 0) await tx.delete(cartItems).where(eq(cartItems.id, id));
  else await tx.update(cartItems).set({ quantity }).where(eq(cartItems.id, id));
  await tx
    .update(carts)
    .set({ version: sql`${carts.version} + 1` })
    .where(eq(carts.id, cartId));
}
