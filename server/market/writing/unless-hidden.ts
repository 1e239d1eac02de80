// Publication by an import: content that the market has hidden stays hidden, until an operator restores it.
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** @param hiddenReason column of the row that is updated */
export const unlessHidden = (
  published: boolean | undefined,
  hiddenReason: PgColumn,
): { published?: SQL<boolean> | undefined } =>
  published === undefined ? {} : { published: sql<boolean>`(${published}::boolean and ${hiddenReason} is null)` };
