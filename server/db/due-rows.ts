// Due rows: claims rows of queue tables (mails, push messages, refunds, payments to check).
// Guarantee: one process claims a row at a time, until its lease ends or the row is updated; each claim counts as an
// attempt.
import { and, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

type Queue = PgTable & Record<'attempts' | 'dueAt', PgColumn>;

interface ClaimOptions {
  now: Date;
  /** Lease in milliseconds by number of earlier attempts; the last value applies from then on. */
  leases: readonly [number, ...number[]];
  most?: number;
  which?: SQL | undefined;
}

/** Claims the rows with the earliest due time. */
export async function claimDueRows<Q extends Queue>(
  db: Db,
  queue: Q,
  { now, leases, most = 1, which }: ClaimOptions,
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
  const lease = sql`(${`{${leases.join()}}`}::int[])[least(${attempts} + 1, ${leases.length}::int)]`;
  const claimed = await db
    .update(queue as PgTable)
    .set({ attempts: sql`${attempts} + 1`, dueAt: sql`${at} + ${lease} * interval '1 millisecond'` } as never)
    .where(sql`ctid = any(array(${due}))`)
    .returning();
  return claimed as Q['$inferSelect'][];
}
