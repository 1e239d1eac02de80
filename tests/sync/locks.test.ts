// Web Locks between tabs, on a virtual clock.
import { expect, test } from 'vitest';
import { createLockRunner } from '#sync/device/locks.ts';
import { ProfileLocks } from './profile-locks.ts';

const LANE = 'drain:anne:cart:1';

/** Another tab holds the lock until `free`; this one has waited for it in vain for ten seconds. */
async function afterTenSeconds() {
  const locks = new ProfileLocks();
  const time = { now: 1_000_000 };
  const run = createLockRunner(locks.of({}), () => time.now);
  let free = () => {};
  const held = locks.of({}).request(LANE, () => new Promise<void>((resolve) => (free = resolve)));
  const attempt = () => run(LANE, async (hasLock) => hasLock);
  for (let seconds = 0; seconds < 10; seconds += 2) {
    expect(await attempt()).toBe('locked');
    time.now += 2000;
  }
  return { attempt, release: () => Promise.all([free(), held]) };
}

test('a tab goes on without a lock that another has held for ten seconds', async () => {
  const { attempt, release } = await afterTenSeconds();
  expect(await attempt()).toBe(false);
  await release();
});

test('a lock that is free by then is taken, so that no two tabs send the same lane', async () => {
  const { attempt, release } = await afterTenSeconds();
  await release();
  expect(await attempt()).toBe(true);
});
