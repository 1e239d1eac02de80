// Shared parts of received request lists: author, order, count.
import { asc, count, desc, eq, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import type { estimates, storeAppointments, storeMessages } from '../db/schema/requests.ts';
import type { PageRequest } from '../presenters/collection.ts';

export interface Author {
  email: string;
  username: string;
}
export const authorColumns = { email: users.email, username: users.username };

/** A page with its order by date. */
export interface SortedPageRequest extends PageRequest {
  direction?: 'ASC' | 'DESC' | undefined;
}

export const limitOf = ({ page, itemsPerPage }: PageRequest) => ({
  limit: itemsPerPage,
  offset: (page - 1) * itemsPerPage,
});

type RequestTable = typeof storeMessages | typeof storeAppointments | typeof estimates;

export async function countRequests(tx: Tx, table: RequestTable, storeId: string): Promise<number> {
  const [counted] = await tx.select({ total: count() }).from(table).where(eq(table.storeId, storeId));
  return counted?.total ?? 0;
}

/** Newest first by default, with a stable order. */
export const orderByDate = (createdAt: PgColumn, id: PgColumn, direction: 'ASC' | 'DESC' = 'DESC'): SQL[] =>
  direction === 'ASC' ? [asc(createdAt), asc(id)] : [desc(createdAt), asc(id)];
