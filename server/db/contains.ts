// Text search of operators: part of a column, whatever its accents and capitals.
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** `text` is never a pattern. */
export function contains(column: PgColumn, text: string): SQL {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`public.folded(${column}) like public.folded(${pattern}::text)`;
}
