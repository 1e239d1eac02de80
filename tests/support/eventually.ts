// Retries until an assertion passes, on machines of any speed.
import { vi } from 'vitest';

/** Repeats `look` until it does not throw. @returns its result */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: 60_000, interval: 20 });
