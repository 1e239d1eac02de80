// Lives in which random ones once found a mistake, kept by name.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Action, Life } from './life-actions.ts';
import { type LifeMarket, openLifeMarket } from './life-market.ts';
import { live } from './life-run.ts';

let market: LifeMarket;
beforeAll(async () => {
  market = await openLifeMarket();
});
afterAll(() => market.close());

const YEAR = 365 * 24 * 3_600_000;
const lead = async (actions: Action[], more: Partial<Life> = {}) =>
  live(market, { start: 'anne', locks: false, lanes: 1, actions, ...more });

const outcomes = async (actions: Action[], more: Partial<Life> = {}) => {
  const world = await lead(actions, more);
  return [...world.boxes[0].outcomes.values()].map(({ type, outcome }) => `${type} ${outcome}`);
};

test('a command in doubt is no older because the clock of the device jumps ten years ahead', async () => {
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

test('a command first sent by a clock that is ten years late is no older once the clock is right', async () => {
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

test('the answer to a kept command that comes after its owner has left leaves nothing to read behind', async () => {
  const world = await lead([
    { do: 'validate', page: 0, order: 0 },
    { do: 'faults', machine: 0, faults: ['held'] },
    { do: 'drain', page: 0 },
    { do: 'logout', page: 1, waiting: 'keep' },
    { do: 'release', machine: 0 },
  ]);
  expect(world.ledger.views.get(`/store_orders/${world.cast.orders[0]}`)).toMatchObject({ state: 'validated' });
});

test('what was asked of the server before someone left is not kept when it comes', async () => {
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

test('a command made after the clock of the device has jumped ten years back is not called old for ever', async () => {
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

test('with a token that has ended, and nothing heard of the server since the page opened, one look is enough', async () => {
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

test('a refusal that nobody has seen yet when its owner leaves is told when they are back', async () => {
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
  const told = [...world.boxes[0].outcomes.values()].filter(({ type }) => type === 'cart.setQuantity');
  expect(told).toMatchObject([{ outcome: 'rejected', dismissed: 0 }]);
});

test('what was done while its owner left and came back is not looked for', async () => {
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

test('what needed no answer is not looked for once its owner has left', async () => {
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

test('who logs in while another tab logs in somebody else is told what became of their commands', async () => {
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

test('a session that was ended elsewhere shows the cart as it was, and as it is once its owner has logged in', async () => {
  const world = await lead([
    { do: 'add', page: 0, line: 0, quantity: 1 },
    { do: 'drain', page: 0 },
    { do: 'revoke', who: 'anne' },
    { do: 'jump', machine: 0, ms: 10 * YEAR },
    { do: 'faults', machine: 0, faults: ['cut'] },
    { do: 'set', page: 2, line: 0, quantity: 2 },
  ]);
  expect(world.boxes[0].network.log.filter(({ url }) => url.endsWith('/login_check'))).toHaveLength(2);
});

test('an addition given up in doubt behind which its cart is ordered is not taken out of the order', async () => {
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

test('what takes back a write of somebody who has left meanwhile leaves nothing of it on the device', async () => {
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

test('a cart that is asked for with a token of an ended session ends the asking: only a login helps', async () => {
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
  const [box] = world.boxes;
  expect(
    box.network.log.filter(({ method, answer }) => method === 'GET' && answer?.status === 401).length,
  ).toBeLessThan(3);
  expect([...box.outcomes.values()].map(({ type, outcome }) => `${type} ${outcome}`)).toContain('cart.add done');
});

test('what a page left under way when it died waits for the login, too, once the session is over', async () => {
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
