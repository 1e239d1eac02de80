// Searches that nothing on the market answers, for the figures of operators.
// Guarantees: nothing tells who searched; what looks like an address or a number is not recorded; a day has a bounded number
// of rows, and a year later they are deleted.
import { sql } from 'drizzle-orm';
import { normalizedLine } from '#domain/search/search-words.ts';
import { parisDay } from '#domain/time/dates.ts';
import type { Db } from '../db/client.ts';
import { searchMisses } from '../db/schema/operation.ts';

const MAX_WORDS = 4;
const MAX_ROWS_PER_DAY = 2000;

/** Null for what may be about a person: addresses, numbers, sentences. */
export function missedWords(typed: string): string | null {
  if (/[@\d]/.test(typed)) return null;
  const words = normalizedLine(typed).split(' ');
  return words.length <= MAX_WORDS && words.every((word) => /^[a-z]{2,30}$/.test(word)) ? words.join(' ') : null;
}

export async function recordSearchMiss(db: Db, typed: string, now: Date): Promise<void> {
  const words = missedWords(typed);
  if (words === null) return;
  const day = parisDay(now);
  await db.execute(sql`insert into ${searchMisses} as missed (day, words)
    select ${day}::date, ${words}::text
    where (select count(*) from ${searchMisses} kept where kept.day = ${day}::date) < ${MAX_ROWS_PER_DAY}::int
    on conflict (day, words) do update set count = missed.count + 1`);
}
