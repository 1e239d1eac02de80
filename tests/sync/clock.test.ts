import { expect, test } from 'vitest';
import { createServerClock } from '#sync/device/clock.ts';

const SECOND = 1000;

test('the server’s time is the median of its last five answers: a single slow answer has no influence', () => {
  const clock = createServerClock();
  expect(clock.offset()).toBeNull();
  expect(clock.time(1_000_000)).toBeNull();
  const recordOffset = (offset: number) => clock.addSample(1_000_000 + offset, 1_000_000);
  // Unordered, and the middle one of the list is the farthest off.
  for (const offset of [60, 5, 100, 30, 80]) recordOffset(offset * SECOND);
  expect(clock.offset()).toBe(60 * SECOND);
  // The oldest of them, 60, is dropped.
  recordOffset(20 * SECOND);
  expect(clock.offset()).toBe(30 * SECOND);
  expect(clock.time(1_000_000)).toBe(1_000_000 + 30 * SECOND);
  // Never before its last time, for any jump back of the device's clock.
  expect(clock.time(0)).toBe(1_000_000 + 20 * SECOND);
});
