// Coupons of a cart: adding and removing codes, and locking coupons while an order with them is placed.
import { and, asc, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { Cart } from '#contract/orders/carts.ts';
import { isSameCode } from '#domain/orders/pricing.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { cartItems, carts, coupons } from '../db/schema/sales.ts';
import {
  activeCoupons,
  type CartRow,
  couponRefusal,
  INVALID_COUPON,
  type LineRow,
  totalFor,
} from '../presenters/carts.ts';
import { usesBeside } from '../presenters/coupon-uses.ts';
import { invalid, notFound } from '../runtime/errors.ts';
import { type CartWriter, lockCart } from './cart-lock.ts';
import { readCartHead, readCartLines } from './cart-reading.ts';
import { incrementVersion } from './cart-version.ts';

const NOT_FOR_THESE = `${INVALID_COUPON}\u00a0: il ne vaut pas pour les produits de votre panier.`;

/**
 * Adds a code to the cart. A store accepts one code at a time, the newest; an earlier one that no store needs any more
 * leaves the cart.
 */
export async function applyCoupon(tx: Tx, cartId: string, code: string, writer: CartWriter): Promise<Cart> {
  await lockCart(tx, cartId, writer);
  const candidates = await tx
    .select({ ...getTableColumns(coupons), ...usesBeside(carts.id, carts.userId) })
    .from(coupons)
    .innerJoin(carts, eq(carts.id, cartId))
    .where(
      and(
        sql`upper(${coupons.code}) = upper(${code})`,
        isNull(coupons.deletedAt),
        sql`${coupons.storeId} in (select sold.store_id from ${cartItems} line
          join ${products} sold on sold.id = line.product_id where line.cart_id = ${cartId})`,
      ),
    )
    // Prefers the exact spelling.
    .orderBy(desc(eq(coupons.code, code)), asc(coupons.id));
  const lines = await readCartLines(tx, cartId);
  const refusals = candidates.map((one) => {
    const total = totalFor(one, lines);
    return total === null ? NOT_FOR_THESE : couponRefusal(one, total, writer.now);
  });
  const coupon = candidates[refusals.indexOf(null)];
  if (!coupon) throw invalid([{ propertyPath: 'code', message: refusals[0] ?? INVALID_COUPON }], 'coupon-invalid');
  const head = await readCartHead(tx, cartId);
  if (!head) throw notFound();
  const isOther = (earlier: string) => !isSameCode(earlier, coupon.code);
  const couponCodes = usefulCodes(
    {
      ...head,
      codes: [...head.codes.filter(isOther), coupon.code],
      coupons: [...head.coupons.filter((earlier) => isOther(earlier.code)), ...candidates],
    },
    lines,
    writer.now,
  );
  await tx.update(carts).set({ couponCodes }).where(eq(carts.id, cartId));
  return incrementVersion(tx, cartId, writer.now);
}

/** Codes that give a discount, or whose store has no other one that does. */
function usefulCodes(head: CartRow, lines: readonly LineRow[], now: Date): string[] {
  const active = activeCoupons(head, lines, now);
  return head.codes.filter((code) =>
    head.coupons.some(
      (coupon) =>
        isSameCode(coupon.code, code) &&
        lines.some(({ store }) => store.id === coupon.storeId) &&
        active.every((one) => one.storeId !== coupon.storeId || one.id === coupon.id),
    ),
  );
}

/**
 * Returns the cart unchanged if it has no coupon.
 * @param code the one to remove; undefined: all of them
 */
export async function removeCoupon(
  tx: Tx,
  cartId: string,
  code: string | undefined,
  writer: CartWriter,
): Promise<Cart> {
  await lockCart(tx, cartId, writer);
  const head = await readCartHead(tx, cartId);
  const couponCodes = (head?.codes ?? []).filter((entered) => code !== undefined && !isSameCode(entered, code));
  await tx.update(carts).set({ couponCodes }).where(eq(carts.id, cartId));
  return incrementVersion(tx, cartId, writer.now);
}

/** Of the codes that were entered, until the end of the transaction. */
export const lockCartCoupons = (tx: Tx, cartId: string): Promise<void> =>
  lockCoupons(
    tx,
    sql`upper(${coupons.code}) in (select upper(entered) from ${carts} open, unnest(open.coupon_codes) entered
      where open.id = ${cartId})`,
  );

/** One after the other by their ids, so that two orders never wait for each other. */
export async function lockCoupons(tx: Tx, which: SQL): Promise<void> {
  await tx.select({ id: coupons.id }).from(coupons).where(which).orderBy(coupons.id).for('no key update');
}
