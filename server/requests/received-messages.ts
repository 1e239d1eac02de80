// Reads the messages that a shop has received, and marks those that were opened, once.
import { and, eq, isNull } from 'drizzle-orm';
import type { StoreMessage } from '#contract/merchant/received-requests.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { ownMessage } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { storeMessages } from '../db/schema/requests.ts';
import { pageOf } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';
import { type Asked, type Author, authorColumns, countOf, inOrder, rowsOf } from './received.ts';

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

export async function messagesOf(
  tx: Tx,
  storeId: string,
  address: string,
  asked: Asked,
): Promise<Collection<StoreMessage>> {
  const { limit, offset } = rowsOf(asked);
  const rows = await tx
    .select({ row: storeMessages, owner: authorColumns })
    .from(storeMessages)
    .innerJoin(users, eq(users.id, storeMessages.ownerId))
    .where(eq(storeMessages.storeId, storeId))
    .orderBy(...inOrder(storeMessages.createdAt, storeMessages.id, asked.direction))
    .limit(limit)
    .offset(offset);
  const members = rows.map(({ row, owner }) => presentMessage(row, owner));
  return pageOf(address, members, await countOf(tx, storeMessages, storeId), asked);
}

export async function messageOf(tx: Tx, id: string, merchantId: string): Promise<StoreMessage> {
  const [found] = await tx
    .select({ row: storeMessages, owner: authorColumns })
    .from(storeMessages)
    .innerJoin(users, eq(users.id, storeMessages.ownerId))
    .where(and(eq(storeMessages.id, id), ownMessage(merchantId)));
  if (!found) throw notFound();
  return presentMessage(found.row, found.owner);
}

export async function readMessage(tx: Tx, id: string, merchantId: string, now: Date): Promise<StoreMessage> {
  await tx
    .update(storeMessages)
    .set({ readAt: now })
    .where(and(eq(storeMessages.id, id), ownMessage(merchantId), isNull(storeMessages.readAt)));
  return messageOf(tx, id, merchantId);
}
