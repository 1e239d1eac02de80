// Says whose a thing is: one condition for each kind of thing that belongs to somebody, for the queries that look for it.
// Who is not the owner finds nothing. A shop's part of an order is its shopper's by the order, its merchant's by the shop.
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { users } from '../db/schema/accounts.ts';
import { products } from '../db/schema/catalogue.ts';
import { images } from '../db/schema/pictures.ts';
import { pushSubscriptions } from '../db/schema/pushes.ts';
import { estimates, storeAppointments, storeMessages } from '../db/schema/requests.ts';
import { carts, coupons, orders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/shops.ts';
import { notFound } from '../runtime/errors.ts';

export const ownAccount = (userId: string) => eq(users.id, userId);

/** Refuses the account that a path names when it is not the caller's. */
export function requireOwnAccount(id: string, userId: string): void {
  if (id.toLowerCase() !== userId) throw notFound();
}

/** A visitor's cart is guarded by its id alone; a user's answers to that user only. */
export const ownCart = (userId: string | null) =>
  userId === null ? isNull(carts.userId) : or(isNull(carts.userId), eq(carts.userId, userId));

export const ownOrder = (userId: string) => eq(orders.userId, userId);

export const ownStore = (merchantId: string) => eq(stores.ownerId, merchantId);

const storeOf = (merchantId: string) => sql`(select own.id from ${stores} own where own.owner_id = ${merchantId})`;

export const ownProduct = (merchantId: string) =>
  and(isNull(products.deletedAt), sql`${products.storeId} = ${storeOf(merchantId)}`);

export const ownCoupon = (merchantId: string) =>
  and(isNull(coupons.deletedAt), sql`${coupons.storeId} = ${storeOf(merchantId)}`);

export const ownImage = (merchantId: string) =>
  and(isNull(images.deletedAt), sql`${images.storeId} = ${storeOf(merchantId)}`);

export const ownMessage = (merchantId: string) => sql`${storeMessages.storeId} = ${storeOf(merchantId)}`;

export const ownAppointment = (merchantId: string) => sql`${storeAppointments.storeId} = ${storeOf(merchantId)}`;

export const ownPushSubscription = (merchantId: string) => eq(pushSubscriptions.userId, merchantId);

export const ownEstimate = (merchantId: string) => sql`${estimates.storeId} = ${storeOf(merchantId)}`;
