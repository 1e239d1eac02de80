// Relay points that a shopper can choose for a part.
import { and, eq } from 'drizzle-orm';
import type { Pickup } from '#contract/orders/orders.ts';
import { ownOrder } from '../access/ownership.ts';
import { readCenter, readTowns } from '../catalogue/content.ts';
import type { Tx } from '../db/client.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import { notFound } from '../runtime/errors.ts';
import { createRelayDirectory } from '../services/relay-points.ts';

/** Relay points near the saved address, or else near the store. */
export async function findPickups(tx: Tx, storeOrderId: number, userId: string): Promise<Pickup[]> {
  const [place] = await tx
    .select({
      postalCode: storeOrders.postalCode,
      city: storeOrders.city,
      latitude: stores.latitude,
      longitude: stores.longitude,
    })
    .from(storeOrders)
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .innerJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(and(eq(storeOrders.id, storeOrderId), ownOrder(userId)));
  if (!place) throw notFound();
  const { latitude, longitude } = place;
  const fallback = latitude === null || longitude === null ? await readCenter(tx) : { latitude, longitude };
  const found = await createRelayDirectory(tx).near(place, { towns: await readTowns(tx), fallback });
  return found.map((point) => ({
    id: point.id,
    name: point.name,
    distance: point.distance,
    address: { address1: point.address1, postalCode: point.postalCode, city: point.city },
    hours: point.hours,
  }));
}
