// Server clock: the server's time, heard from its answers, for a device whose own clock may be wrong or jump.
// Guarantee: never before what the server last said; known to be right only shortly after an answer.

export const DAY = 24 * 3_600_000;
const SAMPLES = 5;
/** Answers that disagree by more than this, milliseconds, say that the device's clock has jumped between them. */
const MAX_DEVIATION = 2 * 60_000;
/** What was heard longer ago than this, milliseconds, is asked again before anything is called old by it. */
const RECENT_MS = 60_000;

export interface ServerClock {
  /** `date`: the server's time in an answer; `at`: the local time it was heard. Milliseconds. */
  addSample(date: number, at: number): void;
  /** Server time minus local time: the median of the last answers; null before the first one. */
  offset(): number | null;
  /** The server's time, as far as it is known: never before what it last said. Null before the first answer. Milliseconds. */
  time(now: number): number | null;
  /** Heard shortly before `now` (local time), so that no jump of the device's clock can lie between. */
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
