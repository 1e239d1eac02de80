// What the browser's wake-up comes to: it is asked for again as long as something is left.
import { afterEach, expect, it, vi } from 'vitest';
import { outboxTag, sendWaiting } from '#sw/background-sync.ts';

const drain = vi.hoisted(() => vi.fn());
vi.mock('#sync/worker.ts', () => ({ drain }));
afterEach(() => drain.mockReset());

it('succeeds once nothing is pending, sent under this build’s name, within the browser’s time', async () => {
  const locks = {};
  vi.stubGlobal('navigator', { locks });
  drain.mockResolvedValue({ left: 0 });
  await sendWaiting('b2');
  expect(drain).toHaveBeenCalledExactlyOnceWith({ endpoint: '/api', appVersion: 'b2', budgetMs: 20_000, locks });
  expect(outboxTag).toBe('outbox');
});

it('fails with pending writes, so that the browser wakes the worker again', async () => {
  vi.stubGlobal('navigator', {});
  drain.mockResolvedValue({ left: 2 });
  await expect(sendWaiting('b2')).rejects.toThrow('2 commands still wait');
});
