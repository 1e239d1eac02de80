// Version of a cart: incremented by each of its changes, which answers the whole cart.
import { eq, sql } from 'drizzle-orm';
import type { Cart } from '#contract/orders/carts.ts';
import type { Tx } from '../db/client.ts';
import { carts } from '../db/schema/sales.ts';
import { presentCart } from '../presenters/carts.ts';
import { notFound } from '../runtime/errors.ts';
import { readCartLines, readPresentedCart } from './cart-reading.ts';

export async function incrementVersion(tx: Tx, cartId: string, now: Date): Promise<Cart> {
  const [row] = await tx
    .update(carts)
    .set({ version: sql`${carts.version} + 1`, updatedAt: now })
    .where(eq(carts.id, cartId))
    .returning({ id: carts.id, version: carts.version, orderedAt: carts.orderedAt, codes: carts.couponCodes });
  if (!row) throw notFound();
  if (row.codes.length > 0) return requireCart(tx, cartId, now);
  return presentCart({ ...row, coupons: [] }, await readCartLines(tx, cartId), now);
}

export async function requireCart(tx: Tx, cartId: string, now: Date): Promise<Cart> {
  const cart = await readPresentedCart(tx, cartId, now);
  if (!cart) throw notFound();
  return cart;
}
