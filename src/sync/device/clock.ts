// Server clock: the server's time from its answers, since the device clock may be wrong or jump.
// Guarantee: never earlier than the last answer; exact only shortly after an answer.

export const DAY = 24 * 3_600_000;
const SAMPLES = 5;
/** A larger difference between two answers means that the device clock has jumped, milliseconds. */
const MAX_DEVIATION = 2 * 60_000;
/** Older samples are refreshed before anything expires by them, milliseconds. */
const RECENT_MS = 60_000;

export interface ServerClock {
  /** `date`: the server's time of an answer; `at`: the local time of its arrival. Milliseconds. */
  addSample(date: number, at: number): void;
  /** Server time minus local time: the median of the last answers; null before the first one. */
  offset(): number | null;
  /** The server's time, never earlier than its last answer; null before the first one. Milliseconds. */
  time(now: number): number | null;
  /** The last answer is so recent, in local time, that the device clock cannot have jumped since. */
  isRecent(now: number): boolean;
}

export function createServerClock(): ServerClock {
  const samples: number[] = [];
  let lastAt: number | null = null;
  let lastDate = Number.NEGATIVE_INFINITY;
  const median = () => [...samples].sort((a, b) => a - b)[samples.length >> 1] ?? null;
  return {
    addSample(date, at) {
      const offset = date - at;
      if (Math.abs(offset - (samples.at(-1) ?? offset)) > MAX_DEVIATION) samples.length = 0;
      samples.push(offset);
      if (samples.length > SAMPLES) samples.shift();
      lastAt = at;
      lastDate = date;
    },
    isRecent: (now) => lastAt !== null && Math.abs(now - lastAt) < RECENT_MS,
    offset: median,
    time(now) {
      const offset = median();
      return offset === null ? null : Math.max(now + offset, lastDate);
    },
  };
}
