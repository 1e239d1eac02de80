// Background sync: sends pending writes when the network is back and no page is open.
// Guarantee: the outbox's own rules apply (idempotency keys, leases); it rejects while rows are left, so that the
// browser wakes the worker again.
import { drain } from '#sync/worker.ts';
import { apiPrefix } from './cached-endpoints.ts';

export const outboxTag = 'outbox';
/** Minimum time that browsers grant, milliseconds. */
const budgetMs = 20_000;

export async function sendWaiting(appVersion: string): Promise<void> {
  const { left } = await drain({ endpoint: apiPrefix, appVersion, budgetMs, locks: navigator.locks });
  if (left > 0) throw new Error(`${left} commands still wait`);
}
