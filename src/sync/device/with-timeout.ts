// Timeout: waits for a promise no longer than a limit.
// Guarantee: a hanging promise never blocks the caller.
import { realTimers, type Timers } from './connectivity.ts';

/** Maximum wait for code that is loaded on demand, milliseconds. */
export const CODE_TIMEOUT = 1000;

/** Resolves with the work or at the limit; rejects if the work rejects earlier. */
export async function withTimeout(work: Promise<unknown>, ms: number, timers: Timers = realTimers): Promise<void> {
  let timer: unknown;
  const limit = new Promise<void>((resolve) => {
    timer = timers.set(resolve, ms);
  });
  await Promise.race([work, limit]).finally(() => timers.clear(timer));
}
