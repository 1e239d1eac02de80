// Who guesses passwords waits, counted to the second; a place is a network, however its address is written.
import { expect, test } from 'vitest';
import { LoginGuard, networkOf } from '#server/access/login-guard.ts';

const start = Date.parse('2026-10-12T10:00:00Z');
const HOUR = 3600;

function guarded() {
  const refused: string[] = [];
  const guard = new LoginGuard(1, (address) => refused.push(address));
  /** @returns null for a try that is let through, else what is said of waiting */
  const attempt = (second: number, login = 'a@b.fr', address = '203.0.113.1') => {
    try {
      guard.attempt(address, login, new Date(start + second * 1000));
      return null;
    } catch (refusal) {
      return refusal as { status: number; headers?: Record<string, string> };
    }
  };
  return { guard, refused, attempt };
}

test('the sixth try of one account waits a minute from the fifth, to the second, and the one after it two', () => {
  const { attempt, refused } = guarded();
  for (let n = 0; n < 5; n += 1) expect(attempt(n)).toBeNull();
  expect(attempt(5)).toMatchObject({ status: 429 });
  expect(attempt(63)).toMatchObject({ status: 429 });
  expect(refused).toEqual(['203.0.113.1', '203.0.113.1']);
  expect(attempt(64)).toBeNull();
  expect(attempt(64 + 119)).toMatchObject({ status: 429 });
  expect(attempt(64 + 120)).toBeNull();
});

test('wrong tries of an account are forgotten a day after the last wait, and not a minute earlier', () => {
  const after = (seconds: number) => {
    const { attempt } = guarded();
    for (let n = 0; n < 5; n += 1) attempt(0);
    // One more: it is the first again, or else the sixth, after which two minutes are waited.
    expect(attempt(seconds)).toBeNull();
    return attempt(seconds + 1) === null;
  };
  expect(after(60 + 24 * HOUR - 1)).toBe(false);
  expect(after(60 + 24 * HOUR)).toBe(true);
});

test('of one address three hundred wrong tries of different accounts pass within an hour, the next waits for its end', () => {
  const { attempt } = guarded();
  for (let n = 0; n < 300; n += 1) expect(attempt(n, `somebody-${n}@b.fr`)).toBeNull();
  expect(attempt(300, 'another@b.fr')).toMatchObject({ status: 429, retryAfter: HOUR - 300 });
  expect(attempt(HOUR - 1, 'another@b.fr')).toMatchObject({ status: 429, retryAfter: 1 });
  for (let n = 0; n < 300; n += 1) expect(attempt(HOUR + n, `somebody-else-${n}@b.fr`)).toBeNull();
  expect(attempt(HOUR + 300, 'another@b.fr')).toMatchObject({ status: 429 });
});

test('a device that has logged in before is counted by itself: others behind its address cannot lock it out', () => {
  const { guard, attempt } = guarded();
  for (let n = 0; n < 300; n += 1) attempt(0, `somebody-${n}@b.fr`);
  for (let n = 0; n < 5; n += 1) attempt(0, 'own@b.fr');
  expect(attempt(1, 'own@b.fr')).toMatchObject({ status: 429 });
  const known = (second: number) => guard.attempt('203.0.113.1', 'own@b.fr', new Date(start + second * 1000), 'tablet');
  for (let n = 0; n < 5; n += 1) expect(() => known(2)).not.toThrow();
  expect(() => known(3)).toThrow(expect.objectContaining({ status: 429, retryAfter: 59 }) as Error);
});

test('a correct password removes its own attempt only', () => {
  const { guard, attempt } = guarded();
  for (let n = 0; n < 299; n += 1) attempt(0, `somebody-${n}@b.fr`);
  guard.attempt('203.0.113.1', 'own@b.fr', new Date(start)).succeeded();
  expect(attempt(1, 'another@b.fr')).toBeNull();
  expect(attempt(2, 'one-more@b.fr')).toMatchObject({ status: 429 });
});

test('drops the oldest counters first, never an active one', () => {
  const { attempt } = guarded();
  const five = (login: string, address: string) => {
    for (let n = 0; n < 5; n += 1) expect(attempt(0, login, address)).toBeNull();
  };
  expect(attempt(0, 'a@b.fr', '198.51.100.1')).toBeNull();
  five('idle@b.fr', '198.51.100.2');
  for (let n = 0; n < 19_998; n += 1) attempt(0, 'many@b.fr', `10.0.${n >> 8}.${n & 255}`);
  for (let n = 0; n < 4; n += 1) expect(attempt(0, 'a@b.fr', '198.51.100.1')).toBeNull();
  expect(attempt(1, 'idle@b.fr', '198.51.100.2')).toMatchObject({ status: 429 });
  attempt(1, 'one-more@b.fr', '198.51.100.3');
  expect(attempt(1, 'a@b.fr', '198.51.100.1')).toMatchObject({ status: 429 });
  expect(attempt(1, 'idle@b.fr', '198.51.100.2')).toBeNull();
});

test('two passwords are compared at a time, from the first one on, and the next begins when one has ended', async () => {
  const { guard } = guarded();
  const ends: (() => void)[] = [];
  const compared = Array.from({ length: 4 }, (_, n) =>
    guard.compareInTurn(`203.0.113.${n}`, () => new Promise<void>((end) => ends.push(end))),
  );
  expect(ends).toHaveLength(2);
  ends[0]?.();
  await compared[0];
  expect(ends).toHaveLength(3);
  ends[1]?.();
  ends[2]?.();
  await compared[1];
  await compared[2];
  ends[3]?.();
  await compared[3];
  const again = [5, 6].map((n) => guard.compareInTurn(`203.0.113.${n}`, async () => ends.push(() => {})));
  expect(ends).toHaveLength(6);
  await Promise.all(again);
});

test('of one place eleven wait at most, however many of it have ended', async () => {
  const { guard, refused } = guarded();
  const ends: (() => void)[] = [];
  const compare = () => guard.compareInTurn('203.0.113.1', () => new Promise<void>((end) => ends.push(end)));
  const first = [compare(), compare()];
  ends[0]?.();
  await first[0];
  const more = Array.from({ length: 10 }, compare);
  expect(refused).toEqual([]);
  await expect(compare()).rejects.toMatchObject({ status: 429 });
  expect(refused).toEqual(['203.0.113.1']);
  for (const one of [first[1], ...more]) {
    while (ends.length > 0) ends.shift()?.();
    await one;
  }
});

test('a place is an address of version 4, or the first half of one of version 6', () => {
  expect(networkOf('203.0.113.1')).toBe('203.0.113.1');
  expect(networkOf('::ffff:203.0.113.1')).toBe('203.0.113.1');
  expect(networkOf('2001:0DB8:0:7:a:b:c:d')).toBe('2001:db8:0:7');
  expect(networkOf('2001:db8:0:7::1')).toBe('2001:db8:0:7');
  expect(networkOf('2001:db8::7:a:b:c:d')).toBe('2001:db8:0:7');
  expect(networkOf('::1')).toBe('0:0:0:0');
});
