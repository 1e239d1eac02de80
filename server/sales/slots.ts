// Collection slots of orders: how many orders a store's slots have, and why a slot cannot be chosen.
// Guarantee: while an order is placed, the slots of its stores are locked, so that two orders cannot both be the last one.
import { and, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm';
import type { CollectionSlot } from '#contract/fields/collection-slots.ts';
import type { EndpointAnswer } from '#contract/registry.ts';
import {
  asksForSlot,
  type BookedSlot,
  placesLeft,
  type SlotStore,
  slotProblem,
} from '#domain/orders/collection-slots.ts';
import type { Tx } from '../db/client.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import { notFound } from '../runtime/errors.ts';

/** A slot that has begun earlier is over; a whole day lasts up to 25 hours. */
const LONGEST_SLOT_MS = 26 * 3_600_000;

/** Placed orders by the beginning of their slot. `beside`: a cart whose own orders do not count. */
async function readBookedSlots(tx: Tx, storeId: string, now: Date, beside: string | null): Promise<BookedSlot[]> {
  const rows = await tx
    .select({ start: storeOrders.slotStart, orders: sql<number>`count(*)::int` })
    .from(storeOrders)
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .where(
      and(
        eq(storeOrders.storeId, storeId),
        gte(storeOrders.slotStart, new Date(now.getTime() - LONGEST_SLOT_MS)),
        inArray(storeOrders.state, ['payment_pending', 'payed', 'validated', 'shipped']),
        beside === null ? undefined : sql`${orders.cartId} is distinct from ${beside}`,
      ),
    )
    .groupBy(storeOrders.slotStart)
    .orderBy(storeOrders.slotStart);
  return rows.map(({ start, ...row }) => ({ start: (start ?? now).toISOString(), ...row }));
}

/** What a shopper chooses from. */
export async function readCollectionSlots(
  tx: Tx,
  id: string,
  now: Date,
): Promise<EndpointAnswer<'stores.collectionSlots'>> {
  const [store] = await tx
    .select({
      collectionSlots: stores.collectionSlots,
      openingHours: stores.openingHours,
      closedDays: stores.closedDays,
      preparationTime: stores.preparationTime,
    })
    .from(stores)
    .where(and(eq(stores.id, id), stores.published));
  if (!store) throw notFound();
  const isLimited = typeof store.collectionSlots?.capacity === 'number';
  return {
    '@id': `/stores/${id}/collection_slots`,
    '@type': 'CollectionSlots',
    ...store,
    booked: isLimited ? await readBookedSlots(tx, id, now, null) : [],
  };
}

interface Collected {
  store: SlotStore & { id: string };
  items: readonly { preOrderDate: string | null }[];
  slot: CollectionSlot | null;
}

/** Why a part cannot be collected then, its slot being full included; null if it can. `cartId`: of its order. */
export async function findSlotProblem(
  tx: Tx,
  { store, items, slot }: Collected,
  cartId: string | null,
  now: Date,
): Promise<string | null> {
  const { collectionSlots } = store;
  const isLimited = slot !== null && typeof collectionSlots?.capacity === 'number';
  const left = isLimited ? placesLeft(slot, collectionSlots, await readBookedSlots(tx, store.id, now, cartId)) : null;
  return slotProblem(store, slot, { now, articles: items, left });
}

/** The slot chosen for an earlier order of the cart, if it can still be chosen. */
export async function keepSlot(
  tx: Tx,
  collected: Collected,
  cartId: string,
  now: Date,
): Promise<CollectionSlot | null> {
  const { slot, store } = collected;
  if (slot === null || !asksForSlot(store)) return null;
  return (await findSlotProblem(tx, collected, cartId, now)) === null ? slot : null;
}

export const slotColumns = (slot: CollectionSlot | null) => ({
  slotStart: slot && new Date(slot.start),
  slotEnd: slot && new Date(slot.end),
});

/** Until the end of the transaction. */
export async function lockSlots(tx: Tx, orderId: number): Promise<void> {
  const ofOrder = tx.select({ id: storeOrders.storeId }).from(storeOrders).where(eq(storeOrders.orderId, orderId));
  await tx
    .select({ id: stores.id })
    .from(stores)
    .where(and(inArray(stores.id, ofOrder), isNotNull(stores.collectionSlots)))
    .orderBy(stores.id)
    .for('no key update');
}
