// Limits how many orders an account may have placed and not paid: each of them takes stock and makes a shop work.
import { and, countDistinct, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';

/** Orders to be paid on delivery, not handed over yet, that an account may have. */
export const OPEN_ORDERS_AT_MOST = { confirmed: 10, unconfirmed: 3 };

/**
 * Locks the account, so that of many orders at once each sees the ones before.
 * @returns why there cannot be another one to be paid on delivery; null when there can
 */
export async function tooManyOpenOrders(tx: Tx, userId: string): Promise<string | null> {
  const [user] = await tx
    .select({ emailConfirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  const most = user?.emailConfirmedAt ? OPEN_ORDERS_AT_MOST.confirmed : OPEN_ORDERS_AT_MOST.unconfirmed;
  const [open] = await tx
    .select({ number: countDistinct(orders.id) })
    .from(orders)
    .innerJoin(storeOrders, eq(storeOrders.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.paymentOnDelivery, true),
        inArray(storeOrders.state, ['payed', 'validated']),
      ),
    );
  if ((open?.number ?? 0) < most) return null;
  const advice = user?.emailConfirmedAt
    ? 'payez celle-ci en ligne, ou attendez que l’une d’elles vous soit remise'
    : 'confirmez votre adresse e-mail (le lien est dans votre boîte mail), ou payez celle-ci en ligne';
  return `Vous avez déjà ${most} commandes à payer à la livraison\u00a0: ${advice}.`;
}
