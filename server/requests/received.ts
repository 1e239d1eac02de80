// What the lists of received requests have in common: who wrote, in which order, how many.
import { asc, count, desc, eq, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import type { estimates, storeAppointments, storeMessages } from '../db/schema/requests.ts';
import type { Page } from '../presenters/collection.ts';

export interface Author {
  email: string;
  username: string;
}
export const authorColumns = { email: users.email, username: users.username };

/** A page of a list, and its order by date. */
export interface Asked extends Page {
  direction?: 'ASC' | 'DESC' | undefined;
}

export const rowsOf = ({ page, itemsPerPage }: Page) => ({ limit: itemsPerPage, offset: (page - 1) * itemsPerPage });

type Received = typeof storeMessages | typeof storeAppointments | typeof estimates;

export async function countOf(tx: Tx, table: Received, storeId: string): Promise<number> {
  const [counted] = await tx.select({ total: count() }).from(table).where(eq(table.storeId, storeId));
  return counted?.total ?? 0;
}

/** Newest first unless asked otherwise; two of the same moment always in the same order. */
export const inOrder = (createdAt: PgColumn, id: PgColumn, direction: 'ASC' | 'DESC' = 'DESC'): SQL[] =>
  direction === 'ASC' ? [asc(createdAt), asc(id)] : [desc(createdAt), asc(id)];
