// Sent requests: a shopper's own requests to stores.
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { estimates, storeMessages } from '../db/schema/requests.ts';
import { listOwnAppointments } from './received-appointments.ts';

type Row = typeof storeMessages.$inferSelect | typeof estimates.$inferSelect;

const present = <T extends string>(type: T, list: string, row: Row) => ({
  '@id': `/${list}/${row.id}`,
  '@type': type,
  id: row.id,
  store: `/stores/${row.storeId}`,
  subject: row.subject,
  message: row.message,
  createdAt: row.createdAt.toISOString(),
});

export async function messageSentBy(tx: Tx, id: string, userId: string) {
  const own = and(eq(storeMessages.id, id), eq(storeMessages.ownerId, userId));
  const [row] = await tx.select().from(storeMessages).where(own);
  return row && present('StoreMessage', 'store_messages', row);
}

export async function estimateSentBy(tx: Tx, id: string, userId: string) {
  const own = and(eq(estimates.id, id), eq(estimates.ownerId, userId));
  const [row] = await tx.select().from(estimates).where(own);
  return row && present('Estimate', 'estimates', row);
}

export async function appointmentSentBy(tx: Tx, id: string, userId: string) {
  const { 'hydra:member': all } = await listOwnAppointments(tx, userId);
  return all.find((one) => one.id === id.toLowerCase());
}
