// Contact details proposed for a new order: those of an earlier one.
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';

type StoreOrderColumns = typeof storeOrders.$inferSelect;

/** Contact details from another part. */
export const contactColumns = (contact: StoreOrderColumns | undefined) => ({
  firstName: contact?.firstName ?? '',
  lastName: contact?.lastName ?? '',
  phoneNumber: contact?.phoneNumber ?? '',
  address1: contact?.address1 ?? '',
  address2: contact?.address2 ?? '',
  postalCode: contact?.postalCode ?? '',
  city: contact?.city ?? '',
});

/** Latest contact details of the user, preferably with an address. */
export async function findLastContact(tx: Tx, userId: string): Promise<StoreOrderColumns | undefined> {
  const [last] = await tx
    .select({ contact: storeOrders })
    .from(storeOrders)
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .where(and(eq(orders.userId, userId), ne(storeOrders.lastName, '')))
    .orderBy(desc(sql`${storeOrders.city} <> ''`), desc(storeOrders.updatedAt), desc(storeOrders.id))
    .limit(1);
  return last?.contact;
}
