// The lines of a cart compared with what was agreed to without a network.
// Guarantee: the cart keeps what can be had, and everything that is otherwise is said in a sentence.
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Agreed } from '#contract/orders/agreed-terms.ts';
import { formatCents } from '#domain/money.ts';
import { lineKeyOf } from '#domain/orders/cart.ts';
import { askedOf } from '#domain/product.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { cartItems, carts } from '../db/schema/sales.ts';
import { isLineSold, type LineRow, linePrice, unanswered } from '../presenters/carts.ts';
import { cartLines } from './cart-reading.ts';

/** What is no longer as agreed, in sentences. */
export interface Differences {
  /** Less than was wanted. */
  missing: string[];
  /** More than was agreed to, in articles or money. */
  risen: string[];
  /** Cannot be ordered this way, at any price. */
  impossible: string[];
}

/**
 * Takes out of the cart what can no longer be had, and says so. The stock of what is left is held until the transaction ends.
 * @returns the lines of which something stays, with so many of each: what is agreed to next is exactly that
 */
export async function onlyWhatIsLeft(tx: Tx, cartId: string, agreed: Agreed, found: Differences): Promise<LineRow[]> {
  await holdStock(tx, cartId);
  const wanted = new Map(agreed.lines.map((line) => [lineKeyOf(line.product, line.optionValues), line]));
  const held = await answeredLines(tx, cartId, wanted, found);
  const left = new Map(held.map(({ product }) => [product.id, product.stock ?? Number.POSITIVE_INFINITY]));
  const staying: LineRow[] = [];
  for (const line of held) {
    const { product, quantity } = line;
    const key = lineKeyOf(product.id, line.optionValueIds);
    const seen = wanted.get(key);
    wanted.delete(key);
    const available = isLineSold(line) ? Math.min(quantity, Math.max(0, left.get(product.id) ?? 0)) : 0;
    left.set(product.id, (left.get(product.id) ?? 0) - available);
    if (available < quantity) await keepOnly(tx, cartId, line, available);
    // Less in the cart than was agreed to is told of its own; of what was never agreed to nothing lacks.
    if (available < Math.min(quantity, seen?.quantity ?? 0)) {
      found.missing.push(shortOf(line, available));
    } else if (seen && quantity < seen.quantity) {
      found.missing.push(`${product.name}\u00a0: ${quantity} au lieu de ${seen.quantity} dans votre panier.`);
    }
    if (available === 0) continue;
    staying.push({ ...line, quantity: available });
    if (!seen) found.risen.push(`${product.name}\u00a0: ajouté à votre panier entre-temps.`);
    else if (available > seen.quantity) {
      found.risen.push(`${product.name}\u00a0: ${available} au lieu de ${seen.quantity} dans votre panier.`);
    }
    if (seen && linePrice(line) > seen.unitPrice) {
      const change = `${formatCents(linePrice(line))} au lieu de ${formatCents(seen.unitPrice)}`;
      found.risen.push(`${product.name}\u00a0: le prix est maintenant de ${change}.`);
    }
  }
  if (wanted.size > 0) {
    const gone = wanted.size > 1 ? `${wanted.size} articles ne sont` : 'Un article n’est';
    found.missing.push(`${gone} plus dans votre panier.`);
  }
  return staying;
}

/** Without the lines that ask for a choice: only the shopper can make it, and the refusal leaves the cart as it is. */
async function answeredLines(
  tx: Tx,
  cartId: string,
  wanted: Map<string, unknown>,
  found: Differences,
): Promise<LineRow[]> {
  const answered: LineRow[] = [];
  for (const line of await cartLines(tx, cartId)) {
    const asked = isLineSold(line) ? unanswered(line) : [];
    if (asked.length === 0) {
      answered.push(line);
      continue;
    }
    found.impossible.push(`${askedOf(line.product.name, asked)}\u00a0: un choix reste à faire dans votre panier.`);
    wanted.delete(lineKeyOf(line.product.id, line.optionValueIds));
    await keepOnly(tx, cartId, line, 0);
  }
  return answered;
}

/** In the order in which everybody takes it, so that nobody waits in a circle. */
async function holdStock(tx: Tx, cartId: string): Promise<void> {
  const ids = (await cartLines(tx, cartId)).map(({ product }) => product.id);
  if (ids.length === 0) return;
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for('update');
}

function shortOf(line: LineRow, available: number): string {
  const { name } = line.product;
  if (!isLineSold(line)) return `${name}\u00a0: n’est plus vendu en ligne.`;
  return available === 0 ? `${name}\u00a0: il n’en reste plus.` : `${name}\u00a0: il n’en reste que ${available}.`;
}

/** The version says that the cart is another one, so that no order made before is taken for its own. */
async function keepOnly(tx: Tx, cartId: string, { id }: LineRow, quantity: number): Promise<void> {
  if (quantity === 0) await tx.delete(cartItems).where(eq(cartItems.id, id));
  else await tx.update(cartItems).set({ quantity }).where(eq(cartItems.id, id));
  await tx
    .update(carts)
    .set({ version: sql`${carts.version} + 1` })
    .where(eq(carts.id, cartId));
}
