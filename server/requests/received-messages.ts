// Message queries of a store; opening a message marks it as read.
import { and, eq, isNull } from 'drizzle-orm';
import type { StoreMessage } from '#contract/merchant/received-requests.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { ownMessage } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { storeMessages } from '../db/schema/requests.ts';
import { presentPage } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';
import { type Author, authorColumns, countRequests, limitOf, orderByDate, type SortedPageRequest } from './received.ts';

const presentMessage = (row: typeof storeMessages.$inferSelect, owner: Author): StoreMessage => ({
  '@id': `/store_messages/${row.id}`,
  '@type': 'StoreMessage',
  id: row.id,
  owner,
  subject: row.subject,
  message: row.message,
  createdAt: row.createdAt.toISOString(),
  read: row.readAt !== null,
});

export async function listMessages(
  tx: Tx,
  storeId: string,
  page: SortedPageRequest,
): Promise<Collection<StoreMessage>> {
  const { limit, offset } = limitOf(page);
  const rows = await tx
    .select({ row: storeMessages, owner: authorColumns })
    .from(storeMessages)
    .innerJoin(users, eq(users.id, storeMessages.ownerId))
    .where(eq(storeMessages.storeId, storeId))
    .orderBy(...orderByDate(storeMessages.createdAt, storeMessages.id, page.direction))
    .limit(limit)
    .offset(offset);
  const members = rows.map(({ row, owner }) => presentMessage(row, owner));
  return presentPage(members, await countRequests(tx, storeMessages, storeId), page);
}

export async function readMessage(tx: Tx, id: string, merchantId: string): Promise<StoreMessage> {
  const [found] = await tx
    .select({ row: storeMessages, owner: authorColumns })
    .from(storeMessages)
    .innerJoin(users, eq(users.id, storeMessages.ownerId))
    .where(and(eq(storeMessages.id, id), ownMessage(merchantId)));
  if (!found) throw notFound();
  return presentMessage(found.row, found.owner);
}

export async function openMessage(tx: Tx, id: string, merchantId: string, now: Date): Promise<StoreMessage> {
  await tx
    .update(storeMessages)
    .set({ readAt: now })
    .where(and(eq(storeMessages.id, id), ownMessage(merchantId), isNull(storeMessages.readAt)));
  return readMessage(tx, id, merchantId);
}
