// Runs a transaction again from nothing when PostgreSQL broke it off for the sake of another: a deadlock, or two that could not be
// put in a row. Guarantee: what fails in another way, or goes on failing, fails.
import { sqlState } from '../runtime/errors.ts';

const ATTEMPTS = 3;
const brokenOff = new Set(['40001', '40P01']);

export async function againWhenBrokenOff<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const state = sqlState(error);
      if (state === undefined || !brokenOff.has(state) || attempt === ATTEMPTS) throw error;
    }
  }
}
