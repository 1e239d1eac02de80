// Open tasks of a store as database rows: an order to send, an appointment to answer.
import type { Db } from '#server/db/client.ts';
import { storeAppointments } from '#server/db/schema/requests.ts';
import { orders, storeOrders } from '#server/db/schema/sales.ts';
import { makeUser } from './builders.ts';

export async function makeStoreOrder(
  db: Db,
  values: Partial<typeof storeOrders.$inferInsert> & { storeId: string },
): Promise<number> {
  const { id: userId } = await makeUser(db);
  const [order] = await db.insert(orders).values({ userId }).returning();
  const [row] = await db
    .insert(storeOrders)
    .values({ orderId: order?.id ?? 0, state: 'payed', total: 1000, totalBeforeDiscount: 1000, ...values })
    .returning();
  return row?.id ?? 0;
}

export async function makeAppointment(db: Db, storeId: string, days: readonly string[]): Promise<string> {
  const { id: ownerId } = await makeUser(db);
  const timeSlots = days.map((date) => ({ date, beginHour: '10:00', endHour: '11:00', accepted: false }));
  const [row] = await db
    .insert(storeAppointments)
    .values({ storeId, ownerId, message: 'Un essai', timeSlots })
    .returning();
  return row?.id ?? '';
}
