// Cart lock: locks a cart for a write; rejects ordered carts and carts of others.
import { and, eq, sql } from 'drizzle-orm';
import { ownCart } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { carts } from '../db/schema/sales.ts';
import { conflict, notFound } from '../runtime/errors.ts';

/** Account and time of a cart write. */
export interface CartWriter {
  userId: string | null;
  now: Date;
}

/** Serializes opening and claiming carts of a user, so that there is one open cart. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

/**
 * Locks the cart until the end of the transaction. A user's first write to a visitor's cart claims it, unless the user
 * already has an open cart.
 */
export async function lockCart(tx: Tx, cartId: string, { userId }: CartWriter): Promise<void> {
  const [cart] = await tx
    .select({ userId: carts.userId, orderedAt: carts.orderedAt })
    .from(carts)
    .where(and(eq(carts.id, cartId), ownCart(userId)))
    .for('update');
  if (!cart) throw notFound('cart-gone', 'Ce panier n’existe pas.');
  if (cart.orderedAt !== null) throw conflict('cart-ordered', 'Ce panier a déjà été commandé.');
  if (cart.userId === null && userId !== null) {
    await lockUser(tx, userId);
    await tx
      .update(carts)
      .set({ userId })
      .where(
        and(
          eq(carts.id, cartId),
          sql`not exists (select 1 from ${carts} other where other.user_id = ${userId} and other.ordered_at is null)`,
        ),
      );
  }
}
