// Many rows of one table, in as few statements as the number of parameters allows.
import { getTableColumns } from 'drizzle-orm';
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../../db/client.ts';

/** PostgreSQL takes at most 65535 parameters in a statement. */
const mostParameters = 30_000;

export async function insertAll<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  const perStatement = Math.floor(mostParameters / Object.keys(getTableColumns(table)).length);
  for (let start = 0; start < rows.length; start += perStatement) {
    await tx.insert(table).values(rows.slice(start, start + perStatement) as PgInsertValue<Table>[]);
  }
}
