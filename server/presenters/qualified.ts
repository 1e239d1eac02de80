// Qualified column names for subqueries in raw SQL.
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * The query builder omits the table name in single-table queries; a subquery would then resolve the name to its own
 * column.
 */
export const qualified = (column: PgColumn): SQL => sql`${column.table}.${sql.identifier(column.name)}`;
