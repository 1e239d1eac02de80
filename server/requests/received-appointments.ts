// Appointment queries, for the store and for the shopper.
import { and, eq } from 'drizzle-orm';
import type { AppointmentState, OwnAppointment, StoreAppointment } from '#contract/merchant/received-requests.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { ownAppointment } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { storeAppointments } from '../db/schema/requests.ts';
import { stores } from '../db/schema/stores.ts';
import { presentCollection, presentPage } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';
import { authorColumns, countRequests, limitOf, orderByDate, type SortedPageRequest } from './received.ts';

const presentAppointment = (row: typeof storeAppointments.$inferSelect) => ({
  '@id': `/store_appointments/${row.id}`,
  '@type': 'StoreAppointment' as const,
  id: row.id,
  state: row.state as AppointmentState,
  message: row.message,
  response: row.response,
  timeSlots: row.timeSlots,
  createdAt: row.createdAt.toISOString(),
});

export async function listAppointments(
  tx: Tx,
  storeId: string,
  page: SortedPageRequest,
): Promise<Collection<StoreAppointment>> {
  const { limit, offset } = limitOf(page);
  const rows = await tx
    .select({ row: storeAppointments, owner: authorColumns })
    .from(storeAppointments)
    .innerJoin(users, eq(users.id, storeAppointments.ownerId))
    .where(eq(storeAppointments.storeId, storeId))
    .orderBy(...orderByDate(storeAppointments.createdAt, storeAppointments.id, page.direction))
    .limit(limit)
    .offset(offset);
  const members = rows.map(({ row, owner }) => ({
    ...presentAppointment(row),
    owner,
    store: `/stores/${row.storeId}`,
  }));
  return presentPage(members, await countRequests(tx, storeAppointments, storeId), page);
}

export async function readAppointment(tx: Tx, id: string, merchantId: string): Promise<StoreAppointment> {
  const [found] = await tx
    .select({ row: storeAppointments, owner: authorColumns })
    .from(storeAppointments)
    .innerJoin(users, eq(users.id, storeAppointments.ownerId))
    .where(and(eq(storeAppointments.id, id), ownAppointment(merchantId)));
  if (!found) throw notFound();
  return { ...presentAppointment(found.row), owner: found.owner, store: `/stores/${found.row.storeId}` };
}

/** All appointments of a shopper, newest first. */
export async function listOwnAppointments(tx: Tx, userId: string): Promise<Collection<OwnAppointment>> {
  const rows = await tx
    .select({ row: storeAppointments, store: { id: stores.id, slug: stores.slug, name: stores.name } })
    .from(storeAppointments)
    .innerJoin(stores, eq(stores.id, storeAppointments.storeId))
    .where(eq(storeAppointments.ownerId, userId))
    .orderBy(...orderByDate(storeAppointments.createdAt, storeAppointments.id));
  return presentCollection(
    `/users/${userId}/appointments`,
    rows.map(({ row, store: { id, ...named } }) => ({
      ...presentAppointment(row),
      store: { '@id': `/stores/${id}`, ...named },
    })),
  );
}
