// Open order limit per account: unpaid orders reserve stock and cause work for stores.
import { and, countDistinct, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';

/** Maximum number of orders payable on delivery and not handed over. */
export const MAX_OPEN_ORDERS = { confirmed: 10, unconfirmed: 3 };

/**
 * Locks the account, so that parallel orders count each other.
 * @returns the reason for which another order payable on delivery is not possible, or null
 */
export async function checkOpenOrders(tx: Tx, userId: string): Promise<string | null> {
  const [user] = await tx
    .select({ emailConfirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  const most = user?.emailConfirmedAt ? MAX_OPEN_ORDERS.confirmed : MAX_OPEN_ORDERS.unconfirmed;
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
