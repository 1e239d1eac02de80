// Runs in which random tests once found a mistake.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { executeRun } from './run-execution.ts';
import { openRunMarket, type RunMarket } from './run-market.ts';
import type { Action, RunPlan } from './run-plan.ts';

let market: RunMarket;
beforeAll(async () => {
  market = await openRunMarket();
});
afterAll(() => market.close());

const YEAR = 365 * 24 * 3_600_000;
const lead = async (actions: Action[], more: Partial<RunPlan> = {}) =>
  executeRun(market, { start: 'anne', locks: false, lanes: 1, actions, ...more });

const outcomes = async (actions: Action[], more: Partial<RunPlan> = {}) => {
  const world = await lead(actions, more);
  return [...world.browsers[0].outcomes.values()].map(({ type, outcome }) => `${type} ${outcome}`);
};

test('a command in doubt is not older because of a ten-year jump of the device’s clock', async () => {
  const said = await outcomes(
    [
      { do: 'add', page: 0, line: 0, quantity: 1 },
      { do: 'faults', machine: 0, faults: ['none', 'lost'] },
      { do: 'drain', page: 0 },
      { do: 'jump', machine: 0, ms: 10 * YEAR },
      { do: 'drain', page: 0 },
    ],
    { start: null },
  );
  expect(said).toEqual(['cart.create done', 'cart.add done']);
});

test('a command first sent with a clock ten years late is not older once the clock is right', async () => {
  const said = await outcomes([
    { do: 'validate', page: 0, order: 0 },
    { do: 'jump', machine: 0, ms: -10 * YEAR },
    { do: 'faults', machine: 0, faults: ['lost'] },
    { do: 'drain', page: 0 },
    { do: 'jump', machine: 0, ms: 10 * YEAR },
    { do: 'drain', page: 0 },
  ]);
  expect(said).toEqual(['storeOrders.validate done']);
});

test('the answer to a stored command after its owner’s logout leaves no readable data', async () => {
  const world = await lead([
    { do: 'validate', page: 0, order: 0 },
    { do: 'faults', machine: 0, faults: ['held'] },
    { do: 'drain', page: 0 },
    { do: 'logout', page: 1, waiting: 'keep' },
    { do: 'release', machine: 0 },
  ]);
  expect(world.ledger.views.get(`/store_orders/${world.cast.orders[0]}`)).toMatchObject({ state: 'validated' });
});

test('an answer requested before a logout is not stored after it', async () => {
  const world = await lead([
    { do: 'add', page: 0, line: 0, quantity: 1 },
    { do: 'drain', page: 0 },
    { do: 'faults', machine: 0, faults: ['none', 'held'] },
    { do: 'look', page: 0 },
    { do: 'logout', page: 1, waiting: 'keep' },
    { do: 'release', machine: 0 },
  ]);
  expect([...world.ledger.views.keys()]).toContain(`/store_orders/${world.cast.orders[0]}`);
});

test('a command created after a clock jump of ten years back does not stay old for ever', async () => {
  await lead([
    { do: 'network', machine: 0, up: false },
    { do: 'reload', page: 0 },
    { do: 'faults', machine: 0, faults: ['held'] },
    { do: 'drain', page: 0 },
    { do: 'wait', ms: 31_000 },
    { do: 'jump', machine: 0, ms: -10 * YEAR },
    { do: 'drain', page: 1 },
    { do: 'release', machine: 0 },
    { do: 'validate', page: 0, order: 0 },
    { do: 'retry', page: 0, nth: 0 },
    { do: 'add', page: 0, line: 0, quantity: 1 },
    { do: 'login', page: 0, who: 'anne' },
    { do: 'drain', page: 0 },
    { do: 'drain', page: 0 },
  ]);
});

test('with an expired token, and no server contact since the page opened, one read is sufficient', async () => {
  await lead([
    { do: 'add', page: 2, line: 0, quantity: 1 },
    { do: 'faults', machine: 0, faults: ['held'] },
    { do: 'drain', page: 0 },
    { do: 'wait', ms: 31_000 },
    { do: 'reload', page: 0 },
    { do: 'drain', page: 1 },
    { do: 'release', machine: 0 },
    { do: 'set', page: 0, line: 0, quantity: 1 },
    { do: 'faults', machine: 0, faults: ['lost'] },
    { do: 'drain', page: 0 },
    { do: 'look', page: 1 },
    { do: 'discard', page: 0, nth: 0 },
    { do: 'oversize', page: 0 },
    { do: 'wait', ms: 960_000 },
  ]);
});

test('a refusal unseen at its owner’s logout is reported on their return', async () => {
  const world = await lead([
    { do: 'set', page: 0, line: 0, quantity: 1 },
    { do: 'faults', machine: 0, faults: ['held'] },
    { do: 'login', page: 0, who: 'bob' },
    { do: 'validate', page: 0, order: 0 },
    { do: 'faults', machine: 0, faults: ['held'] },
    { do: 'drain', page: 1 },
    { do: 'release', machine: 0 },
    { do: 'validate', page: 0, order: 0 },
  ]);
  const told = [...world.browsers[0].outcomes.values()].filter(({ type }) => type === 'cart.setQuantity');
  expect(told).toMatchObject([{ outcome: 'rejected', dismissed: 0 }]);
});

test('commands finished during a logout and return of their owner are not looked for', async () => {
  await lead([
    { do: 'add', page: 0, line: 0, quantity: 1 },
    { do: 'drain', page: 0 },
    { do: 'faults', machine: 0, faults: ['held'] },
    { do: 'login', page: 1, who: 'bob' },
    { do: 'add', page: 0, line: 0, quantity: 2 },
    { do: 'faults', machine: 0, faults: ['held'] },
    { do: 'login', page: 0, who: 'anne' },
  ]);
});

test('commands without a needed answer are not looked for after their owner’s logout', async () => {
  await lead([
    { do: 'login', page: 0, who: 'anne' },
    { do: 'drain', page: 1 },
    { do: 'faults', machine: 0, faults: ['held'] },
    { do: 'login', page: 1, who: 'bob' },
    { do: 'faults', machine: 0, faults: ['held'] },
    { do: 'remove', page: 0, line: 0 },
    { do: 'drain', page: 0 },
    { do: 'release', machine: 0 },
    { do: 'drain', page: 0 },
    { do: 'logout', page: 0, waiting: 'keep' },
  ]);
});

test('a login during another user’s login in another tab still reports their own outcomes', async () => {
  const said = await outcomes([
    { do: 'add', page: 0, line: 0, quantity: 1 },
    { do: 'drain', page: 1 },
    { do: 'faults', machine: 0, faults: ['twice', 'held', 'cut', 'held'] },
    { do: 'add', page: 0, line: 0, quantity: 1 },
    { do: 'drain', page: 0 },
    { do: 'tracking', page: 0, order: 0, code: 0 },
    { do: 'login', page: 1, who: 'bob' },
    { do: 'drain', page: 0 },
    { do: 'add', page: 0, line: 0, quantity: 1 },
    { do: 'login', page: 0, who: 'anne' },
  ]);
  expect(said).toContain('storeOrders.tracking done');
});

test('a session ended remotely shows the cart unchanged, and up to date after a login', async () => {
  const world = await lead([
    { do: 'add', page: 0, line: 0, quantity: 1 },
    { do: 'drain', page: 0 },
    { do: 'revoke', who: 'anne' },
    { do: 'jump', machine: 0, ms: 10 * YEAR },
    { do: 'faults', machine: 0, faults: ['cut'] },
    { do: 'set', page: 2, line: 0, quantity: 2 },
  ]);
  expect(world.browsers[0].network.log.filter(({ url }) => url.endsWith('/login_check'))).toHaveLength(2);
});

test('an addition discarded in doubt before an order of its cart is not removed from the order', async () => {
  const said = await outcomes([
    { do: 'add', page: 0, line: 3, quantity: 1 },
    { do: 'drain', page: 0 },
    { do: 'add', page: 0, line: 0, quantity: 1 },
    { do: 'faults', machine: 0, faults: ['lost'] },
    { do: 'drain', page: 0 },
    { do: 'commit', page: 0, ifChanged: 'cancel' },
    { do: 'discard', page: 0, nth: 0 },
  ]);
  expect(said).toEqual(['cart.create done', 'cart.add done', 'cart.add done', 'cart.commit done']);
});

test('the compensation of a write leaves no data on the device after its owner’s logout', async () => {
  await lead(
    [
      { do: 'faults', machine: 0, faults: ['held', 'cut', 'cut'] },
      { do: 'network', machine: 0, up: false },
      { do: 'remove', page: 0, line: 0 },
      { do: 'add', page: 0, line: 0, quantity: 1 },
      { do: 'network', machine: 0, up: true },
      { do: 'faults', machine: 0, faults: ['none'] },
      { do: 'drain', page: 0 },
      { do: 'faults', machine: 0, faults: ['held'] },
      { do: 'drain', page: 0 },
      { do: 'wait', ms: 31000 },
      { do: 'drain', page: 0 },
      { do: 'drain', page: 1 },
      { do: 'release', machine: 0 },
      { do: 'oversize', page: 0 },
      { do: 'discard', page: 0, nth: 0 },
      { do: 'login', page: 0, who: 'anne' },
      { do: 'add', page: 0, line: 0, quantity: 1 },
      { do: 'login', page: 0, who: 'bob' },
      { do: 'drain', page: 0 },
      { do: 'network', machine: 0, up: false },
      { do: 'add', page: 0, line: 0, quantity: 1 },
      { do: 'add', page: 0, line: 0, quantity: 1 },
      { do: 'network', machine: 0, up: true },
      { do: 'faults', machine: 0, faults: ['error'] },
      { do: 'drain', page: 0 },
      { do: 'faults', machine: 0, faults: ['held'] },
      { do: 'drain', page: 0 },
      { do: 'wait', ms: 31000 },
      { do: 'oversize', page: 0 },
      { do: 'drain', page: 1 },
      { do: 'release', machine: 0 },
      { do: 'validate', page: 0, order: 0 },
    ],
    { start: null },
  );
});

test('a cart requested with a token of an ended session is not requested again: only a login helps', async () => {
  const world = await lead(
    [
      { do: 'coupon', page: 0, code: 0 },
      { do: 'network', machine: 0, up: false },
      { do: 'add', page: 0, line: 1, quantity: 1 },
      { do: 'remove', page: 0, line: 0 },
      { do: 'remove', page: 0, line: 0 },
      { do: 'network', machine: 0, up: true },
      { do: 'faults', machine: 0, faults: ['none', 'none', 'held'] },
      { do: 'drain', page: 0 },
      { do: 'faults', machine: 0, faults: ['held'] },
      { do: 'drain', page: 0 },
      { do: 'wait', ms: 31000 },
      { do: 'revoke', who: 'anne' },
      { do: 'drain', page: 1 },
      { do: 'release', machine: 0 },
      { do: 'logout', page: 0, waiting: 'keep' },
      { do: 'retry', page: 0, nth: 0 },
      { do: 'wait', ms: 1000 },
      { do: 'faults', machine: 0, faults: ['held'] },
      { do: 'drain', page: 0 },
      { do: 'wait', ms: 31000 },
      { do: 'drain', page: 0 },
      { do: 'drain', page: 1 },
      { do: 'release', machine: 0 },
      { do: 'discard', page: 0, nth: 0 },
    ],
    { locks: true },
  );
  const [browser] = world.browsers;
  expect(
    browser.network.log.filter(({ method, answer }) => method === 'GET' && answer?.status === 401).length,
  ).toBeLessThan(3);
  expect([...browser.outcomes.values()].map(({ type, outcome }) => `${type} ${outcome}`)).toContain('cart.add done');
});

test('commands left in flight by a killed page wait for a login, too, after the end of the session', async () => {
  await lead([
    { do: 'add', page: 0, line: 0, quantity: 1 },
    { do: 'drain', page: 0 },
    { do: 'network', machine: 0, up: false },
    { do: 'commit', page: 0, ifChanged: 'ask' },
    { do: 'tracking', page: 2, order: 0, code: 0 },
    { do: 'price', cents: 0 },
    { do: 'network', machine: 0, up: true },
    { do: 'faults', machine: 0, faults: ['none'] },
    { do: 'drain', page: 0 },
    { do: 'reload', page: 0 },
    { do: 'faults', machine: 0, faults: ['held'] },
    { do: 'drain', page: 0 },
    { do: 'wait', ms: 31000 },
    { do: 'add', page: 0, line: 0, quantity: 1 },
    { do: 'drain', page: 1 },
    { do: 'release', machine: 0 },
    { do: 'die', page: 2, doing: 'drain', turns: 6 },
    { do: 'add', page: 0, line: 0, quantity: 1 },
    { do: 'drain', page: 0 },
    { do: 'network', machine: 0, up: false },
    { do: 'commit', page: 0, ifChanged: 'ask' },
    { do: 'set', page: 0, line: 0, quantity: 1 },
    { do: 'price', cents: 0 },
    { do: 'network', machine: 0, up: true },
    { do: 'faults', machine: 0, faults: ['none'] },
    { do: 'drain', page: 0 },
    { do: 'revoke', who: 'anne' },
    { do: 'add', page: 2, line: 0, quantity: 1 },
    { do: 'network', machine: 0, up: false },
    { do: 'add', page: 0, line: 0, quantity: 1 },
    { do: 'add', page: 0, line: 0, quantity: 1 },
    { do: 'network', machine: 0, up: true },
    { do: 'faults', machine: 0, faults: ['none'] },
    { do: 'drain', page: 0 },
    { do: 'release', machine: 0 },
    { do: 'faults', machine: 0, faults: ['cut'] },
  ]);
});
