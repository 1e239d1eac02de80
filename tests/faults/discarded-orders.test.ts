// An offline order that its shopper discards, or that needs a decision: a discarded order is never placed, and its
// articles return to the cart.
import { expect, test } from 'vitest';
import { ownerRows } from '#sync/outbox/rows.ts';
import { listConflicts } from '#sync/pending/conflicts.ts';
import { cancelCommand } from '#sync/pending/decisions.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { isolateHiddenRows } from '#sync/recovery/corrupt-rows.ts';
import { DEMO_PASSWORD } from '../support/test-server.ts';
import { openOrderScene, placed } from './order-scene.ts';
import { commandsTo } from './scene.ts';

const DAY = 24 * 3_600_000;

const { scene, filledCart, cartOf, linesOf, commit, back, ordersOf, cardsOf } = openOrderScene();

test('F86 · discarded in doubt and never received: it is never ordered', async () => {
  const work = await filledCart();
  const id = await commit(work);
  scene.network.fail(commandsTo('/commit'), 'cut', 1);
  await back(work);
  expect(await cancelCommand(work.on.local, id)).toBe('marked');
  await back(work);
  expect(await ordersOf(work)).toEqual([]);
  expect(await ownerRows(work.on.local.db, work.owner)).toEqual([]);
  expect(await linesOf(work)).toEqual([2, 1]);
  expect(await cardsOf(work)).toEqual([]);
});

test('discarded while its first request is still in transit: the late request orders nothing', async () => {
  const work = await filledCart();
  const id = await commit(work);
  scene.network.fail(commandsTo('/commit'), 'late', 1);
  await back(work);
  expect(await cancelCommand(work.on.local, id)).toBe('marked');
  await back(work);
  await scene.network.release();
  await scene.quiet();
  expect(await ordersOf(work)).toEqual([]);
  expect(await linesOf(work)).toEqual([2, 1]);
});

test('discarded after its arrival: it is an order, and reported', async () => {
  const work = await filledCart();
  const id = await commit(work);
  scene.network.fail(commandsTo('/commit'), 'lost', 1);
  await back(work);
  expect(await cancelCommand(work.on.local, id)).toBe('marked');
  await back(work);
  expect(await ordersOf(work)).toEqual([placed(2, 1)]);
  expect(await linesOf(work)).toEqual([]);
  const [card] = await cardsOf(work);
  expect(card?.text).toContain('confirmée');
  expect(card?.text).toContain('ne peut plus être défait');
});

test('discarded after a month of doubt: the outcome is unknown, and the cart shows the market’s state', async () => {
  for (const fault of ['cut', 'lost'] as const) {
    scene.end();
    scene.begin();
    const work = await filledCart();
    const id = await commit(work);
    scene.network.fail(commandsTo('/commit'), fault, 1);
    await back(work);
    scene.machine.time.now += 32 * DAY;
    await back(work);
    await work.on.session.login(work.email, DEMO_PASSWORD);
    await back(work);
    const [row] = await ownerRows(work.on.local.db, work.owner);
    expect(row).toMatchObject({ state: 'parked', parkedFor: 'expired' });
    expect(await cancelCommand(work.on.local, id)).toBe('cancelled');
    await work.on.refreshCart();
    await back(work);
    expect(await ordersOf(work)).toEqual(fault === 'lost' ? [placed(2, 1)] : []);
    expect(await linesOf(work)).toEqual(fault === 'lost' ? [] : [2, 1]);
  }
});

test('discarded during a permanent failure of the market: the articles are in the cart again', async () => {
  const work = await filledCart();
  const id = await commit(work);
  scene.network.fail(commandsTo('/commit'), 'error');
  for (let tries = 0; tries < 20; tries++) await back(work);
  expect(await cancelCommand(work.on.local, id)).toBe('marked');
  for (let tries = 0; tries < 20; tries++) await back(work);
  expect(await ownerRows(work.on.local.db, work.owner)).toEqual([]);
  scene.network.heal();
  expect([await linesOf(work), await ordersOf(work)]).toEqual([[2, 1], []]);
  expect(await cardsOf(work)).toMatchObject([{ text: expect.stringContaining('Abandonnée sans réponse') }]);
});

test('a damaged order is never sent; it blocks no later cart, and after a discard its articles return', async () => {
  const damages: object[] = [
    { args: null },
    { args: { cart: 'cart:x' } },
    { type: 'cart.commit2' },
    { lane: '' },
    { v: 'x' },
  ];
  for (const damage of damages) {
    scene.end();
    scene.begin();
    const work = await filledCart();
    const id = await commit(work);
    work.on.kill();
    const raw = await scene.device();
    await raw.db.outbox.where('id').equals(id).modify(damage);
    raw.kill();
    const on = await scene.page();
    await isolateHiddenRows(on.local);
    await scene.add(on, 2, 3);
    await back({ on });
    const what = JSON.stringify(damage);
    expect(await ordersOf(work), what).toEqual([]);
    const [listed, ...others] = await listPendingWrites(on.local, work.owner);
    expect([listed?.unreadable, others], what).toEqual([true, []]);
    expect(await cancelCommand(on.local, listed?.id ?? ''), what).toBe('cancelled');
    await back({ on });
    await on.refreshCart();
    expect(await linesOf({ ...work, on }), what).toEqual([2, 1, 3]);
    expect((await cartOf({ ...work, on })).waiting, what).toBe(0);
    expect(await ordersOf(work), what).toEqual([]);
  }
});

test('a discarded addition that had arrived, followed by an order with it: ordered as agreed, and reported', async () => {
  const work = await filledCart();
  const { id } = await scene.add(work.on, 2, 3);
  await commit(work);
  scene.network.fail(commandsTo('/add'), 'lost', 1);
  await back(work);
  expect(await cancelCommand(work.on.local, id)).toBe('marked');
  await back(work);
  expect(await ordersOf(work)).toEqual([placed(2, 1, 3)]);
  expect(await ownerRows(work.on.local.db, work.owner)).toEqual([]);
  const reported = await listConflicts(work.on.local, work.owner);
  expect(reported.map(({ type, text }) => [type, text])).toEqual([
    ['cart.add', 'Déjà enregistré : cela ne peut plus être défait.'],
    ['cart.commit', expect.stringContaining('confirmée')],
  ]);
});
