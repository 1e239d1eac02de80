// Waiting for what happens by itself, on however slow a machine.
import { vi } from 'vitest';

/** Looks again and again until `look` does not throw. @returns what it returns */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: 60_000, interval: 20 });
