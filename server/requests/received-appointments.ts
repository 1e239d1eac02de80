// Reads the appointments that people have asked a shop for, for the shop and for whoever asked.
import { and, eq } from 'drizzle-orm';
import type { AppointmentState, OwnAppointment, StoreAppointment } from '#contract/merchant/received-requests.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { ownAppointment } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { storeAppointments } from '../db/schema/requests.ts';
import { stores } from '../db/schema/shops.ts';
import { collectionOf, pageOf } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';
import { type Asked, authorColumns, countOf, inOrder, rowsOf } from './received.ts';

const appointmentRecord = (row: typeof storeAppointments.$inferSelect) => ({
  '@id': `/store_appointments/${row.id}`,
  '@type': 'StoreAppointment' as const,
  id: row.id,
  state: row.state as AppointmentState,
  message: row.message,
  response: row.response,
  timeSlots: row.timeSlots,
  createdAt: row.createdAt.toISOString(),
});

export async function appointmentsOf(
  tx: Tx,
  storeId: string,
  address: string,
  asked: Asked,
): Promise<Collection<StoreAppointment>> {
  const { limit, offset } = rowsOf(asked);
  const rows = await tx
    .select({ row: storeAppointments, owner: authorColumns })
    .from(storeAppointments)
    .innerJoin(users, eq(users.id, storeAppointments.ownerId))
    .where(eq(storeAppointments.storeId, storeId))
    .orderBy(...inOrder(storeAppointments.createdAt, storeAppointments.id, asked.direction))
    .limit(limit)
    .offset(offset);
  const members = rows.map(({ row, owner }) => ({ ...appointmentRecord(row), owner, store: `/stores/${row.storeId}` }));
  return pageOf(address, members, await countOf(tx, storeAppointments, storeId), asked);
}

export async function appointmentOf(tx: Tx, id: string, merchantId: string): Promise<StoreAppointment> {
  const [found] = await tx
    .select({ row: storeAppointments, owner: authorColumns })
    .from(storeAppointments)
    .innerJoin(users, eq(users.id, storeAppointments.ownerId))
    .where(and(eq(storeAppointments.id, id), ownAppointment(merchantId)));
  if (!found) throw notFound();
  return { ...appointmentRecord(found.row), owner: found.owner, store: `/stores/${found.row.storeId}` };
}

/** All that a shopper has asked for, newest first. */
export async function appointmentsBy(tx: Tx, userId: string): Promise<Collection<OwnAppointment>> {
  const rows = await tx
    .select({ row: storeAppointments, store: { id: stores.id, slug: stores.slug, name: stores.name } })
    .from(storeAppointments)
    .innerJoin(stores, eq(stores.id, storeAppointments.storeId))
    .where(eq(storeAppointments.ownerId, userId))
    .orderBy(...inOrder(storeAppointments.createdAt, storeAppointments.id));
  return collectionOf(
    `/users/${userId}/appointments`,
    rows.map(({ row, store: { id, ...named } }) => ({
      ...appointmentRecord(row),
      store: { '@id': `/stores/${id}`, ...named },
    })),
  );
}
