// Names a column with its table, for subqueries written as SQL.
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * A column with its table's name, inside a subquery. The query builder drops that name in queries over one table, and
 * the subquery's own column of the same name would be meant.
 */
export const qualified = (column: PgColumn): SQL => sql`${column.table}.${sql.identifier(column.name)}`;
