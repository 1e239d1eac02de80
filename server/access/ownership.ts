// Ownership: one SQL condition per kind of row that belongs to an account. Rows of other owners are not found. A part
// of an order belongs to its shopper through the order and to its merchant through the store. A merchant is anyone of
// the store's people; what each role may call is `callers.ts`.
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { users } from '../db/schema/accounts.ts';
import { products } from '../db/schema/catalogue.ts';
import { images } from '../db/schema/pictures.ts';
import { pushSubscriptions } from '../db/schema/pushes.ts';
import { estimates, storeAppointments, storeMessages } from '../db/schema/requests.ts';
import { carts, coupons, orders } from '../db/schema/sales.ts';
import { storeMembers, stores } from '../db/schema/stores.ts';
import { notFound } from '../runtime/errors.ts';

export const ownAccount = (userId: string) => eq(users.id, userId);

/** @throws Refusal 404 if the account in the path is not the caller's */
export function requireOwnAccount(id: string, userId: string): void {
  if (id.toLowerCase() !== userId) throw notFound();
}

/** A visitor's cart is protected by its id alone; a user's cart is visible to that user only. */
export const ownCart = (userId: string | null) =>
  userId === null ? isNull(carts.userId) : or(isNull(carts.userId), eq(carts.userId, userId));

export const ownOrder = (userId: string) => eq(orders.userId, userId);

const storeOf = (merchantId: string) =>
  sql`(select own.store_id from ${storeMembers} own where own.user_id = ${merchantId})`;

export const ownStore = (merchantId: string) => sql`${stores.id} = ${storeOf(merchantId)}`;

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
