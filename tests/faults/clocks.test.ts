// A device with a wrong clock, a clock jump, or a month between two visits.
import { expect, test } from 'vitest';
import { purgeAnswers } from '#server/plugins/idempotency.ts';
import { DAY } from '#sync/device/clock.ts';
import { cancelCommand, listRefusedWrites, requeueCommand } from '#sync/pending/decisions.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { LAST_AGE, MAX_AGE } from '#sync/replay/age.ts';
import { LEASE, MAX_BACKOFF } from '#sync/replay/timing.ts';
import { makeUser } from '../support/builders.ts';
import { DEMO_PASSWORD } from '../support/test-server.ts';
import type { Page } from '../sync/page.ts';
import { expectConsistent } from './oracle.ts';
import { isCommand, openScene } from './scene.ts';

const scene = openScene();
const HOUR = 3_600_000;
const YEAR = 365 * DAY;
const refused = () =>
  scene.network.log.filter(({ url, answer }) => url.endsWith('/token/refresh') && (answer?.status ?? 0) >= 400);

test.for([
  ['two hours ahead', 2 * HOUR],
  ['two hours back', -2 * HOUR],
  ['a year ahead', YEAR],
  ['a year back', -YEAR],
  ['an hour ahead, as for summer time set by hand', HOUR],
  ['an hour back, as for winter time set by hand', -HOUR],
] as const)('F47 · a clock jump of %s: no logout, and no delay or lease is extended', async ([, jump]) => {
  const { on, email, order } = await scene.openMerchantPage();
  const ids = [await order(), await order()];
  // During the pauses between attempts.
  scene.network.up = false;
  await scene.add(on, 0, 2);
  await on.submit({ type: 'storeOrders.validate', args: { id: ids[0] ?? 0 } });
  await scene.timers.advance(40_000);
  scene.jump(jump);
  expect(await scene.heal(on, MAX_BACKOFF)).toBeLessThanOrEqual(MAX_BACKOFF);
  expect(on.session.state()).toMatchObject({ status: 'authenticated', user: { email } });
  await expectConsistent(scene, on);

  // During an attempt of a page that is closed.
  scene.network.fail(isCommand, 'held', 2);
  await scene.add(on, 5, 1);
  await on.submit({ type: 'storeOrders.validate', args: { id: ids[1] ?? 0 } });
  await scene.quiet();
  on.kill();
  scene.jump(-jump);
  const next = await scene.page();
  expect(await scene.heal(next, LEASE + 1000)).toBeLessThanOrEqual(LEASE + 1000);
  expect(next.session.state()).toMatchObject({ status: 'authenticated', user: { email } });
  expect(refused()).toEqual([]);
  await expectConsistent(scene, next);
});

test.for([3 * HOUR, -3 * HOUR, YEAR, -YEAR])(
  'F48 · a login on a device with a clock error of %d ms uses the server’s clock',
  async (wrong) => {
    const { email } = await makeUser(scene.market.db);
    scene.jump(wrong);
    const on = await scene.page();
    await on.session.login(email, DEMO_PASSWORD);
    expect(on.session.state()).toMatchObject({ status: 'authenticated', user: { email } });
    await scene.add(on, 0, 1);
    await scene.heal(on);
    expect(on.session.state().status).toBe('authenticated');
    await expectConsistent(scene, on);
  },
);

test.for([-HOUR, HOUR])(
  'F48 · a token outside its validity by the server’s clock (%d ms off) is refused: « Vérification JWT échouée »',
  async (skew) => {
    const { email } = await makeUser(scene.market.db);
    const on = await scene.page();
    scene.skew = skew;
    await expect(on.session.login(email, DEMO_PASSWORD)).rejects.toThrow('Vérification JWT échouée');
    expect(on.session.state()).toEqual({ status: 'anonymous', user: null, isEnded: false });
    expect(scene.profile.storage.read()).toBeNull();
    expect(await on.currentOwner()).toMatch(/^v:/);
  },
);

const tray = async (on: Page) => listPendingWrites(on.local, await on.currentOwner());

test('F65 · a command unsent for a month asks the user once the server’s time is known, and is sent once after a confirmation', async () => {
  const before = await scene.page();
  await scene.add(before, 5, 1);
  await scene.heal(before);
  scene.network.up = false;
  await scene.add(before, 0, 2);
  await scene.quiet();
  before.kill();
  scene.machine.time.now += MAX_AGE + DAY;
  // Without server contact no command is considered old.
  const on = await scene.page();
  expect(await tray(on)).toMatchObject([{ type: 'cart.add', parkedFor: null }]);
  await scene.heal(on);
  expect(await tray(on)).toMatchObject([{ type: 'cart.add', parkedFor: 'expired' }]);
  await requeueCommand(on.local, (await tray(on))[0]?.id ?? '');
  await on.drain();
  await scene.heal(on);
  await expectConsistent(scene, on);
});

test.for([-10 * YEAR, 10 * YEAR])(
  'F65 · a command stored before the first server contact is not considered old after a clock correction of %d ms',
  async (jump) => {
    scene.network.up = false;
    const on = await scene.page();
    scene.jump(jump);
    await scene.add(on, 0, 2);
    scene.jump(-jump);
    await scene.heal(on);
    await expectConsistent(scene, on);
  },
);

test('F65 · a command in doubt for a month asks the user; its key is never used after the server has deleted it', async () => {
  const on = await scene.page();
  await scene.add(on, 0, 1);
  await scene.heal(on);
  const doubtful = async (quantity: number) => {
    scene.network.fail(isCommand, 'lost', 1);
    const { id } = await scene.set(on, 0, quantity);
    await scene.quiet();
    return id;
  };
  const first = await doubtful(2);
  scene.machine.time.now += MAX_AGE + DAY;
  await on.drain();
  expect(await tray(on)).toMatchObject([{ id: first, parkedFor: 'expired', inDoubt: true }]);
  await requeueCommand(on.local, first);
  await on.drain();
  await scene.heal(on);
  await expectConsistent(scene, on);

  const second = await doubtful(3);
  const sent = () => scene.sent(({ headers }) => headers['idempotency-key'] === second).length;
  expect(sent()).toBe(1);
  scene.machine.time.now += LAST_AGE + 6 * DAY;
  await purgeAnswers(scene.market.db, new Date(scene.machine.time.now));
  await on.drain();
  await requeueCommand(on.local, second);
  await on.drain();
  await scene.quiet();
  expect(sent()).toBe(1);
  expect(await tray(on)).toMatchObject([{ id: second, parkedFor: 'expired' }]);
  expect(await cancelCommand(on.local, second)).toBe('cancelled');
  const reported = await listRefusedWrites(on.local, await on.currentOwner());
  expect(reported).toMatchObject([{ id: second, notices: [{ code: 'unknown' }] }]);
  expect(reported[0]?.notices[0]?.text).toContain('vérifiez si elle a été prise en compte');
  expect(sent()).toBe(1);
});
