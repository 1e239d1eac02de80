// Queue depths: what waits to be sent or requested, for the metrics.
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

export interface QueueDepth {
  queue: 'mail' | 'push' | 'refund' | 'transfer' | 'reversal';
  waiting: number;
  /** Given up, or failed so often that somebody should look. */
  stuck: number;
  /** Age of the oldest that waits, in seconds; of a push, since it was due. */
  oldest: number;
}

/** Attempts from which on a row is stuck: the log reports it as an error, too. */
const STUCK_AFTER = 4;

/** In one statement, over the indexes of what waits. */
export async function readQueueDepths(db: Db, now: Date): Promise<QueueDepth[]> {
  const stuck = sql`count(*) filter (where attempts >= ${STUCK_AFTER}::int)`;
  const since = sql`extract(epoch from min(created_at))`;
  const requested = (queue: QueueDepth['queue'], table: string) =>
    sql`select ${queue}::text, count(*), ${since}, ${stuck} from ${sql.identifier(table)} where due_at is not null`;
  const { rows } = await db.execute<
    Record<'waiting' | 'stuck' | 'since', string | null> & Pick<QueueDepth, 'queue'>
  >(sql`
    select 'mail' as queue, count(*) as waiting, ${since} as since,
        ${stuck} + (select count(*) from mails where failed_at is not null and sent_at is null) as stuck
      from mails where sent_at is null and failed_at is null and held_for_user is null
    union all
    select 'push', count(*), extract(epoch from min(due_at)), ${stuck} from push_deliveries
    union all ${requested('refund', 'refunds')}
    union all ${requested('transfer', 'transfers')}
    union all ${requested('reversal', 'transfer_reversals')}`);
  return rows.map((row) => ({
    queue: row.queue,
    waiting: Number(row.waiting),
    stuck: Number(row.stuck),
    oldest: row.since === null ? 0 : Math.max(0, now.getTime() / 1000 - Number(row.since)),
  }));
}
