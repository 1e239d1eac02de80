// Invariants of a merchant's writes under any network: one request per key, one effect each, each reported.
import { inArray } from 'drizzle-orm';
import { expect } from 'vitest';
import { idempotency } from '#server/db/schema/safety.ts';
import { idempotencyKey } from '#sync/outbox/rows.ts';
import { listConflicts } from '#sync/pending/conflicts.ts';
import { type Network, requestContent } from '../support/network.ts';
import type { TestMarket } from '../support/test-server.ts';
import type { Device } from './device.ts';
import type { Merchant } from './merchant-device.ts';

/** The keys of a command's generations, more than any test opens. */
export const keysOf = (id: string) => Array.from({ length: 15 }, (_, gen) => idempotencyKey({ id, gen }));

/** All requests with one key have the same bytes, and no key is used for two requests. */
export function expectFrozen({ log }: Network): void {
  const sends = new Map<string, string>();
  for (const exchange of log) {
    const key = exchange.headers['idempotency-key'];
    if (!key) continue;
    const bytes = requestContent(exchange);
    expect(sends.get(key) ?? bytes, 'one key was sent with two requests').toBe(bytes);
    sends.set(key, bytes);
    expect(exchange.answer?.body ?? '', 'a key was used for two requests').not.toContain('key-reuse');
  }
}

/**
 * Every command that is done in the journal had one effect, every other one none. Nothing is pending without a
 * question.
 */
export async function expectOnce(market: TestMarket, merchant: Merchant, device: Device, ids: string[]): Promise<void> {
  const [rows, journal] = [await device.db.outbox.toArray(), await device.db.journal.toArray()];
  const conflictIds = new Set((await listConflicts(device.local, merchant.owner)).map(({ id }) => id));
  expect(rows.filter(({ id }) => !conflictIds.has(id))).toEqual([]);
  for (const id of ids) {
    const outcomes = journal.filter(({ cmdId }) => cmdId === id);
    expect(outcomes.length + rows.filter((row) => row.id === id).length, 'lost, or told twice').toBe(1);
    const storedKeys = await market.db
      .select()
      .from(idempotency)
      .where(inArray(idempotency.key, keysOf(id)));
    const effects = storedKeys.filter(({ status }) => status !== null && status < 300).length;
    expect(effects, `effects of ${outcomes[0]?.sentence ?? id}`).toBe(outcomes[0]?.outcome === 'done' ? 1 : 0);
  }
}
