// Coupon uses: orders with a coupon that are paid, being paid, or to be paid on delivery. For use in statements.
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { coupons, orders, storeOrders } from '../db/schema/sales.ts';
import { qualified } from './qualified.ts';

const isPlaced = sql`used.state in ('payment_pending', 'payed', 'validated', 'shipped')`;

/** Of a row of `coupons`. */
export const couponUses = sql<number>`(
  select count(*)::int from ${storeOrders} used where used.coupon_id = ${qualified(coupons.id)} and ${isPlaced})`;

/**
 * Of a row of `coupons`, in orders of other carts, since a cart is read while its own order is being paid: of everybody,
 * and of a person.
 */
export const usesBeside = (cartId: PgColumn, personId: PgColumn) => {
  const count = (whose: SQL) => sql<number>`(
    select count(*)::int from ${storeOrders} used join ${orders} placed on placed.id = used.order_id
    where used.coupon_id = ${qualified(coupons.id)} and ${isPlaced}
    and placed.cart_id is distinct from ${qualified(cartId)} ${whose})`;
  return { uses: count(sql``), ownUses: count(sql`and placed.user_id = ${qualified(personId)}`) };
};
