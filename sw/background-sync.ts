// Sends what waits when the network comes back and no page is open, where the browser wakes the worker for it.
// Guarantee: the outbox's own rules apply (idempotency keys, leases); with rows left the promise rejects, so that the
// browser wakes the worker again.
import { drain } from '#sync/worker.ts';
import { apiPrefix } from './cached-endpoints.ts';

export const outboxTag = 'outbox';
/** What a browser grants at least, milliseconds. */
const budgetMs = 20_000;

export async function sendWaiting(appVersion: string): Promise<void> {
  const { left } = await drain({ endpoint: apiPrefix, appVersion, budgetMs, locks: navigator.locks });
  if (left > 0) throw new Error(`${left} commands still wait`);
}
