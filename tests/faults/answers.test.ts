// Refusals and errors of the server, and changes on it before the command arrives.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { products } from '#server/db/schema/catalogue.ts';
import { coupons } from '#server/db/schema/sales.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { listConflicts } from '#sync/pending/conflicts.ts';
import { cancelCommand, listRefusedWrites, requeueCommand } from '#sync/pending/decisions.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { MAX_RETRY_AFTER } from '#sync/replay/timing.ts';
import type { Page } from '../sync/page.ts';
import { expectConsistent } from './oracle.ts';
import { commandsTo, isCommand, openScene } from './scene.ts';

const scene = openScene();
const MINUTE = 60_000;
const reported = async (on: Page) => listRefusedWrites(on.local, await on.currentOwner());
const waiting = async (on: Page) => listPendingWrites(on.local, await on.currentOwner());
const shown = async (on: Page) => (await readCart(on.local, await on.currentOwner())).shown;

test('F19 · a server failing for a while: everything is retried in order, once each', async () => {
  scene.network.fail(commandsTo('/carts'), 'error', 4);
  scene.network.fail(commandsTo('/store_orders'), 'gateway', 2);
  const { on, order } = await scene.openMerchantPage();
  const id = await order();
  await scene.add(on, 0, 2);
  await scene.set(on, 0, 3);
  await scene.remove(on, 0);
  await scene.add(on, 0, 1);
  await on.submit({ type: 'storeOrders.validate', args: { id } });
  await on.submit({ type: 'storeOrders.tracking', args: { id, trackingCode: 'AB1' } });
  await on.submit({ type: 'storeOrders.ship', args: { id } });
  await scene.timers.advance(MINUTE);
  await scene.heal(on, 0);
  const types = scene.outcomes.map(({ type }) => type);
  expect(types.filter((type) => type.startsWith('cart.'))).toEqual([
    'cart.create',
    'cart.add',
    'cart.setQuantity',
    'cart.remove',
    'cart.add',
  ]);
  expect(types.filter((type) => type.startsWith('storeOrders.'))).toEqual([
    'storeOrders.validate',
    'storeOrders.tracking',
    'storeOrders.ship',
  ]);
  await expectConsistent(scene, on);
});

test('F20 · a server that fails for ever on one command stops its lane after ten failures and a quarter of an hour, and no other', async () => {
  const { on, order } = await scene.openMerchantPage();
  const [bad, good] = [await order(), await order()];
  scene.network.fail(commandsTo(`/store_orders/${bad}`), 'error');
  const { id } = await on.submit({ type: 'storeOrders.validate', args: { id: bad } });
  await on.submit({ type: 'storeOrders.ship', args: { id: bad } });
  await on.submit({ type: 'storeOrders.validate', args: { id: good } });
  await scene.timers.advance(14 * MINUTE);
  expect((await waiting(on)).map(({ parkedFor }) => parkedFor)).toEqual([null, null]);
  await scene.timers.advance(MINUTE / 2);
  // Another request works: the failure is specific to this command.
  await scene.add(on, 0, 1);
  await scene.timers.advance(3 * MINUTE);
  expect((await waiting(on)).map(({ type, parkedFor }) => [type, parkedFor])).toEqual([
    ['storeOrders.validate', 'stuck'],
    ['storeOrders.ship', null],
  ]);
  const tries = scene.sent(commandsTo(`/store_orders/${bad}`)).length;
  expect(tries).toBeGreaterThanOrEqual(10);
  await scene.timers.advance(60 * MINUTE);
  expect(scene.sent(commandsTo(`/store_orders/${bad}`))).toHaveLength(tries);
  expect((await shown(on)).waiting).toBe(0);

  scene.network.heal();
  await requeueCommand(on.local, id);
  await on.drain();
  await scene.heal(on);
  await expectConsistent(scene, on);
});

test('F20 · on an otherwise idle device the failing command is detected in equal time by a health check', async () => {
  // A visitor, who has no session to renew.
  const on = await scene.page();
  await scene.add(on, 0, 1);
  await scene.quiet();
  scene.network.fail(commandsTo('/add'), 'error');
  const { id } = await scene.add(on, 0, 2);
  await scene.quiet();
  const asked = () => scene.network.log.slice(begun).filter(({ headers }) => !headers['idempotency-key']);
  const begun = scene.network.log.length;
  await scene.timers.advance(14 * MINUTE);
  expect((await waiting(on)).map(({ parkedFor }) => parkedFor)).toEqual([null]);
  expect(asked()).toEqual([]);
  await scene.timers.advance(3 * MINUTE);
  expect(await waiting(on)).toMatchObject([{ id, parkedFor: 'stuck', inDoubt: true }]);
  expect(asked().map(({ url }) => url)).toEqual(['/api/health']);
  scene.network.heal();
  await requeueCommand(on.local, id);
  await on.drain();
  await scene.heal(on);
  await expectConsistent(scene, on);
});

test('F20 · and waits while the whole server fails, for any duration and on an idle device', async () => {
  const on = await scene.page();
  scene.network.fail(() => true, 'error');
  const { id } = await scene.add(on, 0, 1);
  await scene.timers.advance(45 * MINUTE);
  const rows = await on.local.db.outbox.toArray();
  expect(rows.map(({ type, state }) => [type, state])).toEqual([
    ['cart.create', 'queued'],
    ['cart.add', 'queued'],
  ]);
  await scene.heal(on, 2 * MINUTE);
  expect(scene.outcomes.filter(({ cmdId }) => cmdId === id)).toMatchObject([{ outcome: 'done' }]);
  await expectConsistent(scene, on);
});

test('F20 · during a total failure no single command is marked as stuck', async () => {
  const { on, order } = await scene.openMerchantPage();
  scene.network.fail(commandsTo('/store_orders'), 'error');
  await on.submit({ type: 'storeOrders.validate', args: { id: await order() } });
  await scene.quiet();
  await scene.timers.advance(1000);
  await on.api.call('categories.list', {});
  scene.network.fail(() => true, 'error');
  await scene.timers.advance(30 * MINUTE);
  expect((await waiting(on)).map(({ state }) => state)).toEqual(['queued']);
  await scene.heal(on, MINUTE);
  await expectConsistent(scene, on);
});

test('F20 · a discarded stuck command has a last attempt, then ends with an uncertain outcome, and the lane continues', async () => {
  const { on, order } = await scene.openMerchantPage();
  const bad = await order();
  scene.network.fail(commandsTo('/validate'), 'error');
  const { id } = await on.submit({ type: 'storeOrders.validate', args: { id: bad } });
  await on.submit({ type: 'storeOrders.tracking', args: { id: bad, trackingCode: 'AB1' } });
  for (let quarter = 0; quarter < 5; quarter++) {
    await on.api.call('categories.list', {});
    await scene.timers.advance(5 * MINUTE);
  }
  expect((await waiting(on))[0]).toMatchObject({ id, parkedFor: 'stuck', inDoubt: true });
  const tries = scene.sent(commandsTo('/validate')).length;
  expect(await cancelCommand(on.local, id)).toBe('marked');
  await on.drain();
  await scene.quiet();
  expect(scene.sent(commandsTo('/validate'))).toHaveLength(tries + 1);
  await scene.heal(on);
  expect(await reported(on)).toMatchObject([{ id, outcome: 'cancelled', notices: [{ code: 'unknown' }] }]);
  expect(scene.outcomes.map(({ type, outcome }) => [type, outcome])).toContainEqual(['storeOrders.tracking', 'done']);
  await expectConsistent(scene, on);
});

test('F21 · too many requests: Retry-After is respected, up to five minutes, for any reconnect events', async () => {
  scene.network.retryAfter = 40;
  scene.network.fail(isCommand, 'busy', 2);
  const { on, order } = await scene.openMerchantPage();
  await scene.add(on, 0, 2);
  await on.submit({ type: 'storeOrders.validate', args: { id: await order() } });
  await scene.quiet();
  expect(scene.sent()).toHaveLength(2);
  for (let second = 0; second < 39; second++) {
    on.hint('online');
    on.hint('focus');
    await scene.timers.advance(1000);
  }
  expect(scene.sent()).toHaveLength(2);
  // Not processed: nothing about it is in doubt.
  expect((await waiting(on)).map(({ inDoubt }) => inDoubt)).toEqual([false, false]);
  await scene.heal(on, 2000);
  await expectConsistent(scene, on);

  scene.network.retryAfter = 86_400;
  scene.network.fail(isCommand, 'busy', 1);
  await scene.add(on, 0, 1);
  await scene.quiet();
  await scene.timers.advance(MAX_RETRY_AFTER - 1000);
  expect(await waiting(on)).toHaveLength(1);
  await scene.heal(on, 2000);
  await expectConsistent(scene, on);
});

test('F22 · sold out: reported with the remaining stock, together with dependent commands; other lines continue', async () => {
  const { on } = await scene.openMerchantPage();
  const { productId } = scene.variant(1);
  scene.network.up = false;
  await scene.add(on, 1, 3);
  await scene.set(on, 1, 2);
  await scene.add(on, 0, 2);
  await scene.quiet();
  await scene.market.db.update(products).set({ stock: 1 }).where(eq(products.id, productId));
  await scene.heal(on);
  const cards = await listConflicts(on.local, await on.currentOwner());
  expect(cards).toMatchObject([{ type: 'cart.add', kind: 'stock', available: 1 }]);
  expect(cards[0]?.also).toHaveLength(1);
  expect((await shown(on)).items.map(({ lineKey, quantity }) => [lineKey, quantity])).toEqual([
    [scene.variant(0).lineKey, 2],
  ]);
  await scene.market.db.update(products).set({ stock: 3 }).where(eq(products.id, productId));
  await expectConsistent(scene, on);
});

test('F23 · price changed meanwhile: applied, and reported with both prices', async () => {
  const { on } = await scene.openMerchantPage();
  const { productId } = scene.variant(0);
  scene.network.up = false;
  await scene.add(on, 0, 2);
  await scene.quiet();
  expect((await shown(on)).total).toBe(2500);
  await scene.market.db.update(products).set({ price: 1400 }).where(eq(products.id, productId));
  await scene.heal(on);
  expect(await reported(on)).toMatchObject([
    { outcome: 'done', notices: [{ code: 'price-changed', detail: { old: 1250, new: 1400 } }] },
  ]);
  expect((await reported(on))[0]?.notices[0]?.text).toMatch(/^Le prix de «\u00a0.+\u00a0» a changé$/);
  expect(await shown(on)).toMatchObject({ total: 2800, estimated: false });
  await expectConsistent(scene, on);
  await scene.market.db.update(products).set({ price: 1250 }).where(eq(products.id, productId));
});

test('F24 · coupon expired meanwhile: refused with a message, and the total is without it', async () => {
  const { on } = await scene.openMerchantPage();
  const expires = (at: Date | null) =>
    scene.market.db.update(coupons).set({ expirationDate: at }).where(eq(coupons.code, 'MOINS5'));
  scene.network.up = false;
  await scene.add(on, 0, 2);
  await on.submit({ type: 'cart.applyCoupon', args: { code: 'MOINS5' } });
  await scene.quiet();
  expect(await shown(on)).toMatchObject({ coupons: [{ code: 'MOINS5' }], estimated: true });
  await expires(new Date('2020-01-01'));
  await scene.heal(on);
  expect(await reported(on)).toMatchObject([{ outcome: 'rejected', notices: [{ text: 'Coupon invalide' }] }]);
  expect(await shown(on)).toMatchObject({ coupons: [], total: 2500, totalAfterDiscount: 2500, waiting: 0 });
  await expectConsistent(scene, on);
  await expires(null);
});
