// Two clocks that survive a wrong device clock: the server's, heard from its answers, and the time this device has
// really been in use. Guarantee: a jump of the wall clock alone neither expires a command nor delays it for long.
import type { EtalDatabase } from '#db/database.ts';
import type { Cmd } from '#db/rows.ts';
import { DAY, LAST_AGE, MAX_AGE } from './local.ts';

const SAMPLES = 5;

export interface ServerClock {
  /** `date`: the server's time in an answer; `at`: the local time it was heard. Milliseconds. */
  hear(date: number, at: number): void;
  /** Server time minus local time: the median of the last answers; null before the first one. */
  offset(): number | null;
}

export function createServerClock(): ServerClock {
  const heard: number[] = [];
  return {
    hear(date, at) {
      heard.push(date - at);
      if (heard.length > SAMPLES) heard.shift();
    },
    offset() {
      if (heard.length === 0) return null;
      const sorted = [...heard].sort((a, b) => a - b);
      return sorted[sorted.length >> 1] ?? null;
    },
  };
}

/** Milliseconds this device has been seen running: a step counts at most one day. Inside a transaction over meta. */
export async function tick(db: EtalDatabase, now: number): Promise<number> {
  const row = await db.meta.get('clock');
  const last = row?.k === 'clock' ? row.value : { wall: now, elapsed: 0 };
  const elapsed = last.elapsed + Math.min(DAY, Math.max(0, now - last.wall));
  await db.meta.put({ k: 'clock', value: { wall: now, elapsed } });
  return elapsed;
}

/**
 * A command never sent is old when both the wall and the time in use say so. One whose outcome is in doubt is old by the
 * server's clock, because the server forgets its key by that clock: 'ask' when it is not known yet.
 */
export function isExpired(cmd: Cmd, now: number, elapsed: number, offset: number | null): boolean | 'ask' {
  if (!cmd.doubt) return Math.min(now - cmd.createdAt, elapsed - cmd.bornAt) > MAX_AGE;
  const sentAt = cmd.firstSentAt ?? cmd.createdAt;
  const limit = cmd.insisted ? LAST_AGE : MAX_AGE;
  if (offset === null) return now - sentAt > limit ? 'ask' : false;
  return now + offset - sentAt > limit;
}
