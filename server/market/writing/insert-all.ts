// Bulk insert in as few statements as the parameter limit allows.
import { getTableColumns } from 'drizzle-orm';
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../../db/client.ts';

/** PostgreSQL allows 65535 parameters per statement. */
const MAX_PARAMETERS = 30_000;

export async function insertAll<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  const perStatement = Math.floor(MAX_PARAMETERS / Object.keys(getTableColumns(table)).length);
  for (let start = 0; start < rows.length; start += perStatement) {
    await tx.insert(table).values(rows.slice(start, start + perStatement) as PgInsertValue<Table>[]);
  }
}
