// Takes rows whose time has come out of a table that is a queue: mails, messages to devices, refunds, payments to ask about.
// Guarantee: of many processes one has a row, until the time it was given is over or the row says otherwise; each taking counts as
// an attempt.
import { and, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

type Queue = PgTable & Record<'attempts' | 'dueAt', PgColumn>;

interface Taking {
  now: Date;
  /** Milliseconds for which they are this process's, by how often they were taken before; the last counts from then on. */
  holds: readonly [number, ...number[]];
  most?: number;
  which?: SQL | undefined;
}

/** Those that are due the longest first. */
export async function takeDue<Q extends Queue>(
  db: Db,
  queue: Q,
  { now, holds, most = 1, which }: Taking,
): Promise<Q['$inferSelect'][]> {
  const { attempts, dueAt } = queue;
  const at = sql`${now.toISOString()}::timestamptz`;
  const due = db
    .select({ row: sql`ctid` })
    .from(queue as PgTable)
    .where(and(lte(dueAt, at), which))
    .orderBy(dueAt, sql`ctid`)
    .limit(most)
    .for('update', { skipLocked: true });
  const hold = sql`(${`{${holds.join()}}`}::int[])[least(${attempts} + 1, ${holds.length}::int)]`;
  const taken = await db
    .update(queue as PgTable)
    .set({ attempts: sql`${attempts} + 1`, dueAt: sql`${at} + ${hold} * interval '1 millisecond'` } as never)
    .where(sql`ctid = any(array(${due}))`)
    .returning();
  return taken as Q['$inferSelect'][];
}
