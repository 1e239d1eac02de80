// Waiting for something no longer than it is worth. Guarantee: nothing that hangs holds up what would go on without it.
import { realTimers, type Timers } from './connectivity.ts';

/** Longer than this nothing is held up by code that does not come, milliseconds. */
export const CODE_TIMEOUT = 1000;

/** Resolves with the work, or without it at the limit; rejects when the work does before. */
export async function withTimeout(work: Promise<unknown>, ms: number, timers: Timers = realTimers): Promise<void> {
  let timer: unknown;
  const limit = new Promise<void>((resolve) => {
    timer = timers.set(resolve, ms);
  });
  await Promise.race([work, limit]).finally(() => timers.clear(timer));
}
