// Who guesses passwords waits, counted to the second; a place is a network, however its address is written.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attemptLimits, attemptsInMemory } from '#server/access/login-attempts.ts';
import { LoginGuard, networkOf } from '#server/access/login-guard.ts';
import { sharedAttempts } from '#server/access/shared-login-attempts.ts';
import { openTestDatabase, type TestDatabase } from '../../support/test-database.ts';

const start = Date.parse('2026-10-12T10:00:00Z');
const HOUR = 3600;

type Kind = 'memory' | 'postgres';
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase('postgres', false);
});
afterAll(() => database.close());

async function guarded(kind: Kind = 'memory') {
  const refused: string[] = [];
  const limits = attemptLimits(1);
  await database.db.execute(sql`truncate counters`);
  const newGuard = () =>
    new LoginGuard(kind === 'postgres' ? sharedAttempts(database.db, limits) : attemptsInMemory(limits), 1, (address) =>
      refused.push(address),
    );
  const guard = newGuard();
  /** @returns null for a try that is let through, else what is said of waiting */
  const attempt = async (second: number, login = 'a@b.fr', address = '203.0.113.1', by = guard) => {
    try {
      await by.attempt(address, login, new Date(start + second * 1000));
      return null;
    } catch (refusal) {
      return refusal as { status: number; headers?: Record<string, string> };
    }
  };
  return { guard, newGuard, refused, attempt };
}

describe.each<Kind>(['memory', 'postgres'])('attempts counted in %s', (kind) => {
  test('the sixth try of one account waits a minute from the fifth, to the second, and the one after it two', async () => {
    const { attempt, refused } = await guarded(kind);
    for (let n = 0; n < 5; n += 1) expect(await attempt(n)).toBeNull();
    expect(await attempt(5)).toMatchObject({ status: 429 });
    expect(await attempt(63)).toMatchObject({ status: 429 });
    expect(refused).toEqual(['203.0.113.1', '203.0.113.1']);
    expect(await attempt(64)).toBeNull();
    expect(await attempt(64 + 119)).toMatchObject({ status: 429 });
    expect(await attempt(64 + 120)).toBeNull();
  });

  test('wrong tries of an account are forgotten a day after the last wait, and not a minute earlier', async () => {
    const isForgottenAfter = async (seconds: number) => {
      const { attempt } = await guarded(kind);
      for (let n = 0; n < 5; n += 1) await attempt(0);
      // One more: it is the first again, or else the sixth, after which two minutes are waited.
      expect(await attempt(seconds)).toBeNull();
      return (await attempt(seconds + 1)) === null;
    };
    expect(await isForgottenAfter(60 + 24 * HOUR - 1)).toBe(false);
    expect(await isForgottenAfter(60 + 24 * HOUR)).toBe(true);
  });

  test('of one address three hundred wrong tries of different accounts pass within an hour, the next waits for its end', async () => {
    const { attempt } = await guarded(kind);
    for (let n = 0; n < 300; n += 1) expect(await attempt(n, `somebody-${n}@b.fr`)).toBeNull();
    expect(await attempt(300, 'another@b.fr')).toMatchObject({ status: 429, retryAfter: HOUR - 300 });
    expect(await attempt(HOUR - 1, 'another@b.fr')).toMatchObject({ status: 429, retryAfter: 1 });
    for (let n = 0; n < 300; n += 1) expect(await attempt(HOUR + n, `somebody-else-${n}@b.fr`)).toBeNull();
    expect(await attempt(HOUR + 300, 'another@b.fr')).toMatchObject({ status: 429 });
  });

  test('a device that has logged in before is counted by itself: others behind its address cannot lock it out', async () => {
    const { guard, attempt } = await guarded(kind);
    for (let n = 0; n < 300; n += 1) await attempt(0, `somebody-${n}@b.fr`);
    for (let n = 0; n < 5; n += 1) await attempt(0, 'own@b.fr');
    expect(await attempt(1, 'own@b.fr')).toMatchObject({ status: 429 });
    const known = (second: number) =>
      guard.attempt('203.0.113.1', 'own@b.fr', new Date(start + second * 1000), 'tablet');
    for (let n = 0; n < 5; n += 1) await known(2);
    await expect(known(3)).rejects.toMatchObject({ status: 429, retryAfter: 59 });
  });

  test('a correct password removes its own attempt only', async () => {
    const { guard, attempt } = await guarded(kind);
    for (let n = 0; n < 299; n += 1) await attempt(0, `somebody-${n}@b.fr`);
    await (await guard.attempt('203.0.113.1', 'own@b.fr', new Date(start))).succeeded();
    expect(await attempt(1, 'another@b.fr')).toBeNull();
    expect(await attempt(2, 'one-more@b.fr')).toMatchObject({ status: 429 });
  });

  test('of forty parallel attempts five pass, and the others wait', async () => {
    const { newGuard, attempt } = await guarded(kind);
    // In PostgreSQL by two servers.
    const guard = newGuard();
    const guards = [guard, kind === 'postgres' ? newGuard() : guard];
    const tried = await Promise.all(
      Array.from({ length: 40 }, (_, n) => attempt(0, 'a@b.fr', '203.0.113.1', guards[n % 2])),
    );
    expect(tried.filter((refusal) => refusal === null)).toHaveLength(5);
    expect(tried.filter((refusal) => refusal?.status === 429)).toHaveLength(35);
  });
});

test('drops the oldest counters first, never an active one', async () => {
  const { attempt } = await guarded('memory');
  const five = async (login: string, address: string) => {
    for (let n = 0; n < 5; n += 1) expect(await attempt(0, login, address)).toBeNull();
  };
  expect(await attempt(0, 'a@b.fr', '198.51.100.1')).toBeNull();
  await five('idle@b.fr', '198.51.100.2');
  for (let n = 0; n < 19_998; n += 1) await attempt(0, 'many@b.fr', `10.0.${n >> 8}.${n & 255}`);
  for (let n = 0; n < 4; n += 1) expect(await attempt(0, 'a@b.fr', '198.51.100.1')).toBeNull();
  expect(await attempt(1, 'idle@b.fr', '198.51.100.2')).toMatchObject({ status: 429 });
  await attempt(1, 'one-more@b.fr', '198.51.100.3');
  expect(await attempt(1, 'a@b.fr', '198.51.100.1')).toMatchObject({ status: 429 });
  expect(await attempt(1, 'idle@b.fr', '198.51.100.2')).toBeNull();
});

test('two passwords are compared at a time, from the first one on, and the next begins when one has ended', async () => {
  const { guard } = await guarded();
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
  const { guard, refused } = await guarded();
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
