// Rate limits counted in PostgreSQL, for several servers: a store of @fastify/rate-limit.
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { sql } from 'drizzle-orm';
import { counterKey } from '../access/counter-key.ts';
import type { Db } from '../db/client.ts';

/** Keys must name their limit, because all limits share the table. */
export function sharedCounters(db: Db): FastifyRateLimitStoreCtor {
  /** Counts one request, in one statement. The time of the window is the database's. */
  const count = async (key: string, window: number) => {
    const { rows } = await db.execute<{ number: number; ttl: string }>(sql`
      insert into counters as known (key, number, ends_at)
        values (${counterKey('rate', key)}, 1, now() + ${window}::bigint * interval '1 millisecond')
        on conflict (key) do update set
          number = case when known.ends_at <= now() then 1 else known.number + 1 end,
          ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
        returning number, extract(epoch from ends_at - now()) * 1000 as ttl`);
    return { current: Number(rows[0]?.number), ttl: Number(rows[0]?.ttl) };
  };
  return class implements FastifyRateLimitStore {
    incr(key: string, done: (error: Error | null, result?: { current: number; ttl: number }) => void, window = 0) {
      count(key, window).then(
        (result) => done(null, result),
        (error: Error) => done(error),
      );
    }

    child(): this {
      return this;
    }
  };
}
