// Due requests: asks the provider for what a queue table owes, and retries for ever.
// Guarantees: one process requests a row at a time, always by the row's id; a row is never given up.
import { eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { claimDueRows } from '../db/due-rows.ts';
import type { Market } from '../http/call.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Delays between attempts by their number; longer than the provider's timeout. */
const RETRY_DELAYS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
] as const;
const BATCH_SIZE = 100;
/** A run ends then: the provider itself seems to be unreachable. */
const MAX_FAILURES = 5;
const MAX_REASON_LENGTH = 500;
/** From this attempt on it is logged as an error. */
const ALERT_AFTER = 4;

type Queue = PgTable & Record<'id' | 'attempts' | 'dueAt' | 'error', PgColumn>;

interface DueRequests<Q extends Queue> {
  now: Date;
  which?: SQL;
  /** For the log: 'a transfer'. */
  name: string;
  /** Rejects unless the provider has accepted it; the row is then no longer due. */
  request(row: Q['$inferSelect']): Promise<void>;
}

/** A row that fails does not hinder the others. */
export async function requestDueRows<Q extends Queue>(
  { db, log }: Pick<Market, 'db' | 'log'>,
  queue: Q,
  { now, which, name, request }: DueRequests<Q>,
): Promise<void> {
  let failures = 0;
  for (let count = 0; count < BATCH_SIZE && failures < MAX_FAILURES; count += 1) {
    const [row] = await claimDueRows(db, queue, { now, leases: RETRY_DELAYS, which });
    if (!row) return;
    const { id, attempts } = row as { id: string; attempts: number };
    try {
      await request(row);
    } catch (failure) {
      failures += 1;
      const error = (failure instanceof Error ? failure.message : String(failure)).slice(0, MAX_REASON_LENGTH);
      await db
        .update(queue as PgTable)
        .set({ error } as PgUpdateSetSource<PgTable>)
        .where(eq(queue.id, id));
      log[attempts < ALERT_AFTER ? 'warn' : 'error'](
        { err: failure, id, attempts },
        `${name} waits for its next attempt`,
      );
    }
  }
}
