import { expect, test, vi } from 'vitest';
import { onDemand } from '#sync/device/on-demand.ts';

test('a lazy value is created once, and created again at the next use after a failure', async () => {
  const make = vi.fn(async () => 'made');
  make.mockRejectedValueOnce(new TypeError('Lost on its way.'));
  const thing = onDemand(make);
  const [one, other] = await Promise.allSettled([thing.get(), thing.get()]);
  expect([one.status, other.status]).toEqual(['rejected', 'rejected']);
  expect([make.mock.calls.length, thing.value]).toEqual([1, null]);
  expect(await Promise.all([thing.get(), thing.get()])).toEqual(['made', 'made']);
  expect([await thing.get(), thing.value]).toEqual(['made', 'made']);
  expect(make).toHaveBeenCalledTimes(2);
});
