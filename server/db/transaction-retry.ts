// Transaction retry: reruns a transaction that PostgreSQL aborted for a deadlock or a serialization failure.
// Guarantee: other errors, and the error of the last attempt, are thrown.
import { sqlState } from '../runtime/errors.ts';

const ATTEMPTS = 3;
const retryableStates = new Set(['40001', '40P01']);

export async function withTransactionRetry<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const state = sqlState(error);
      if (state === undefined || !retryableStates.has(state) || attempt === ATTEMPTS) throw error;
    }
  }
}
