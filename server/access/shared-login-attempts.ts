// Login attempts counted in PostgreSQL, for several servers, with the rules of `login-attempts.ts`.
// Guarantees: one statement per attempt, so that parallel attempts at several servers gain nothing; the table contains
// hashes only.
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { withTransactionRetry } from '../db/transaction-retry.ts';
import { counterKey } from './counter-key.ts';
import type { AttemptKeys, AttemptLimits, LoginAttempts } from './login-attempts.ts';

/** Of one attempt, when a parallel one was counted first. */
const MAX_ROUNDS = 3;
/** Milliseconds to wait after them. */
const BUSY_WAIT = 1_000;

const hashed = ({ pair, place }: AttemptKeys) => ({
  pair: counterKey('login', pair),
  place: place === null ? null : counterKey('logins', place),
});

export function sharedAttempts(db: Db, limits: AttemptLimits): LoginAttempts {
  return {
    count: async (keys, at) => {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const { blockedUntil, counted } = await withTransactionRetry(() => countOnce(db, limits, hashed(keys), at));
        if (blockedUntil !== null) return blockedUntil;
        if (counted) return null;
      }
      return at + BUSY_WAIT;
    },
    forgive: async (keys, at) => {
      const { pair, place } = hashed(keys);
      await db.execute(sql`
        with forgotten as (delete from counters where key = ${pair})
        update counters set number = number - 1,
            blocked_until = case when number > ${limits.place}::int then blocked_until end
          where key = ${place}::text and ends_at > ${instantOf(at)}`);
    },
  };
}

const instantOf = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`;

interface Outcome {
  blockedUntil: number | null;
  /** False if a parallel attempt has just used up what was free. */
  counted: boolean;
}

async function countOnce(db: Db, limits: AttemptLimits, { pair, place }: AttemptKeys, at: number): Promise<Outcome> {
  const now = instantOf(at);
  const span = (ms: number) => sql`${ms}::bigint * interval '1 millisecond'`;
  const next = sql`case when counters.ends_at <= ${now} then 1 else counters.number + 1 end`;
  /** End of the wait after the attempt of this number. */
  const waitEnd = (number: typeof next) => sql`(${now} + case when ${number} < ${limits.pair}::int then interval '0'
    else least(${span(limits.longestWait)},
      ${span(limits.firstWait)} * power(2, least(${number} - ${limits.pair}::int, ${limits.maxDoublings}::int))) end)`;
  const isFree = sql`counters.ends_at <= ${now} or coalesce(counters.blocked_until <= ${now}, true)`;
  const one = sql`1`;
  const placeEnd = sql`case when counters.ends_at <= ${now} then excluded.ends_at else counters.ends_at end`;
  const { rows } = await db.execute<{ until: string | null; counted: string }>(sql`
    with known as (
      select blocked_until from counters
        where key in (${pair}::text, ${place}::text) and ends_at > ${now} for update
    ), blocked as (
      select max(blocked_until) as until from known where blocked_until > ${now}
    ), of_pair as (
      insert into counters (key, number, blocked_until, ends_at)
        select ${pair}::text, 1, ${waitEnd(one)}, ${waitEnd(one)} + ${span(limits.pairMemory)}
          from blocked where until is null
        on conflict (key) do update set number = ${next}, blocked_until = ${waitEnd(next)},
          ends_at = ${waitEnd(next)} + ${span(limits.pairMemory)}
          where ${isFree}
        returning key
    ), of_place as (
      insert into counters (key, number, blocked_until, ends_at)
        select ${place}::text, 1, case when 1 >= ${limits.place}::int then ${now} + ${span(limits.placeWindow)} end,
            ${now} + ${span(limits.placeWindow)}
          from blocked where until is null and ${place}::text is not null
        on conflict (key) do update set number = ${next}, ends_at = ${placeEnd},
          blocked_until = case when ${next} >= ${limits.place}::int then ${placeEnd} end
          where ${isFree}
        returning key
    )
    select (select extract(epoch from until) * 1000 from blocked) as until,
      (select count(*) from of_pair) + (select count(*) from of_place) as counted`);
  const [row] = rows;
  return {
    blockedUntil: row?.until == null ? null : Math.round(Number(row.until)),
    counted: Number(row?.counted) === (place === null ? 1 : 2),
  };
}
