// Two clocks that survive a wrong device clock: the server's, heard from its answers, and the time this device has
// really been in use. Guarantee: a jump of the wall clock alone changes neither by more than a day.
import type { EtalDatabase } from '#db/database.ts';
import type { MetaRow } from '#db/rows.ts';

export const DAY = 24 * 3_600_000;
const SAMPLES = 5;
/** Answers that disagree by more than this, milliseconds, say that the device's clock has jumped between them. */
const JUMP = 2 * 60_000;
/** What was heard longer ago than this, milliseconds, is asked again before anything is called old by it. */
const RECENT = 60_000;

export interface ServerClock {
  /** `date`: the server's time in an answer; `at`: the local time it was heard. Milliseconds. */
  hear(date: number, at: number): void;
  /** Server time minus local time: the median of the last answers; null before the first one. */
  offset(): number | null;
  /** The server's time, as far as it is known: never before what it last said. Milliseconds. */
  time(now: number): number;
  /** Heard shortly before `now` (local time), so that no jump of the device's clock can lie between. */
  isRecent(now: number): boolean;
}

export function createServerClock(): ServerClock {
  const heard: number[] = [];
  let lastAt: number | null = null;
  let lastDate = Number.NEGATIVE_INFINITY;
  const median = () => [...heard].sort((a, b) => a - b)[heard.length >> 1] ?? null;
  return {
    hear(date, at) {
      const offset = date - at;
      if (Math.abs(offset - (heard.at(-1) ?? offset)) > JUMP) heard.length = 0;
      heard.push(offset);
      if (heard.length > SAMPLES) heard.shift();
      lastAt = at;
      lastDate = date;
    },
    isRecent: (now) => lastAt !== null && Math.abs(now - lastAt) < RECENT,
    offset: median,
    time: (now) => Math.max(now + (median() ?? 0), lastDate),
  };
}

/** Looked at and written down no more often than this, milliseconds: what is not is counted by the next one. */
const TICK = 1000;
/** What was found when it was last looked at, and the wall's time then. */
const looked = new WeakMap<EtalDatabase, { at: number; elapsed: number }>();

/** Milliseconds this device has been seen running: a step counts at most one day. Inside a transaction over meta. */
export async function tick(db: EtalDatabase, now: number): Promise<number> {
  const { elapsed, row } = await nextTick(db, now);
  if (row) await db.meta.put(row);
  return elapsed;
}

/** The same for who writes it together with something else; `row`: null when the last was written a moment ago. */
export async function nextTick(db: EtalDatabase, now: number): Promise<{ elapsed: number; row: MetaRow | null }> {
  const before = looked.get(db);
  const pause = before ? now - before.at : Number.NaN;
  if (before && pause >= 0 && pause < TICK) return { elapsed: before.elapsed + pause, row: null };
  const row = await db.meta.get('clock');
  const last = row?.k === 'clock' ? row.value : null;
  const since = last ? now - last.wall : Number.POSITIVE_INFINITY;
  const elapsed = (last?.elapsed ?? 0) + (last ? Math.min(DAY, Math.max(0, since)) : 0);
  const isDue = since < 0 || since >= TICK;
  looked.set(db, { at: now, elapsed });
  return { elapsed, row: isDue ? { k: 'clock', value: { wall: now, elapsed } } : null };
}
