// The browser empties the database while the page is open, or between two visits: what the page or the server knows of is
// there again, each change once.
import { expect, test, vi } from 'vitest';
import type { Cart } from '#contract/carts.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { rowsHere } from '#sync/outbox/owners.ts';
import { type Emptied, keepInMind, type SecondHome, type VisitorBeside } from '#sync/recovery/emptied.ts';
import { agreedTo } from '../sync/agreed.ts';
import { breadOf, openCartScene } from '../sync/cart-scene.ts';
import { openDevice } from '../sync/device.ts';
import { openPage, type Page } from '../sync/page.ts';
import { openScene } from './scene.ts';

const scene = openScene();

function newHome(): SecondHome & { kept: VisitorBeside | null } {
  return {
    kept: null,
    read() {
      return this.kept;
    },
    write(visitor) {
      this.kept = visitor;
    },
  };
}

interface Told {
  emptied: Emptied[];
  home: ReturnType<typeof newHome>;
}

async function open(told: Told): Promise<Page> {
  const { market, machine, network, profile, timers } = scene;
  const more = { secondHome: told.home, emptied: (what: Emptied) => void told.emptied.push(what) };
  const page = await openPage(market, machine, network, profile, undefined, more, timers);
  await scene.quiet();
  return page;
}

const newTold = (): Told => ({ emptied: [], home: newHome() });

/** As its screens do with each change. */
async function remember(page: Page): Promise<void> {
  const { db } = page.local;
  const owner = await page.currentOwner();
  await page.remember(await db.transaction('r', [db.outbox, db.device], () => rowsHere(db, owner)));
}

async function empty(...pages: Page[]): Promise<void> {
  const before = pages.map((page) => page.local.db.backendDB());
  await new Promise((done) => {
    scene.machine.indexedDB.deleteDatabase('etal').onsuccess = done;
  });
  await vi.waitFor(async () => {
    for (const [index, { local }] of pages.entries()) {
      expect(await local.db.meta.get('installId')).toBeDefined();
      expect(local.db.backendDB()).not.toBe(before[index]);
    }
  });
  await scene.quiet();
}

async function onServer(page: Page): Promise<number[]> {
  const { iri } = await readCart(page.local, await page.currentOwner());
  const { body } = await scene.market.inject<Cart>('GET', `/api${iri}`);
  return body.items.map(({ quantity }) => quantity);
}

test('F81 · emptied under an open page: what waits is written again as it was, and each change arrives once', async () => {
  const told = newTold();
  const page = await open(told);
  await scene.add(page, 0, 2);
  await scene.quiet();
  scene.network.up = false;
  await scene.add(page, 0, 1);
  await scene.add(page, 5, 1);
  await scene.set(page, 5, 4);
  await remember(page);
  const before = await page.local.db.outbox.toArray();
  expect(before).toHaveLength(3);
  await empty(page);
  expect(await page.local.db.outbox.toArray()).toEqual(before);
  expect(told.emptied.map(({ written, lost }) => [written, lost])).toEqual([
    [0, []],
    [3, []],
  ]);
  await scene.heal(page);
  expect(await onServer(page)).toEqual([3, 4]);
  page.kill();
});

test('F81 · emptied while an answer is on its way: the answer is for the row that was written again', async () => {
  const page = await open(newTold());
  await scene.add(page, 0, 1);
  await scene.quiet();
  scene.network.plan('held');
  const held = scene.network.nextHeld();
  await scene.add(page, 5, 2);
  await held;
  await remember(page);
  await empty(page);
  await scene.network.release();
  await scene.heal(page);
  expect(await onServer(page)).toEqual([1, 2]);
  expect((await page.local.db.journal.toArray()).map(({ outcome }) => outcome)).toEqual(['done']);
  page.kill();
});

test('F81 · two pages write again what waits: each change is there once, and what one has sent does not come back', async () => {
  const [one, two] = [await open(newTold()), await open(newTold())];
  scene.network.up = false;
  await scene.add(one, 0, 2);
  await scene.add(one, 5, 1);
  await remember(one);
  await remember(two);
  await empty(one, two);
  const rows = await one.local.db.outbox.toArray();
  expect(rows.map(({ type }) => type)).toEqual(['cart.create', 'cart.add', 'cart.add']);
  await scene.heal(one);
  expect(await onServer(one)).toEqual([2, 1]);
  expect(await two.local.db.outbox.count()).toBe(0);
  one.kill();
  two.kill();
});

/** A page that knows of two additions and looks away while its database is emptied; another page comes to the new one first. */
async function emptiedBehind() {
  const { device, machine, network, server, filled } = await openCartScene();
  const memory = await keepInMind(device.local, {});
  await filled(2);
  const before = await device.db.outbox.toArray();
  await memory.remember(before);
  device.db.close();
  await new Promise((done) => {
    machine.indexedDB.deleteDatabase('etal').onsuccess = done;
  });
  const other = await openDevice(machine, network);
  return { device, other, server, before };
}

test('F81 · another page has filled the places of what waited: nothing of either is lost', async () => {
  const { device, other, server, before } = await emptiedBehind();
  await other.submit({ type: 'cart.add', args: breadOf(7).add(1), seenPrice: 400 });
  const meanwhile = await other.db.outbox.toArray();
  expect([before, meanwhile].map((rows) => rows.map(({ seq }) => seq))).toEqual([
    [1, 2, 3],
    [1, 2],
  ]);
  await device.db.open();
  const rows = await device.db.outbox.toArray();
  expect(rows.slice(0, 2)).toEqual(meanwhile);
  expect(
    rows
      .slice(2)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(before.map(({ id }) => id).toSorted());
  const additions = before.filter(({ type }) => type === 'cart.add').map(({ id }) => id);
  await device.drain();
  expect(await device.db.outbox.count()).toBe(0);
  expect(server.keys.filter((key) => additions.includes(key))).toEqual(additions);
  device.kill();
  other.kill();
});

test('F81 · what goes behind another page’s row keeps its order, whatever places are free again', async () => {
  const { device, other, before } = await emptiedBehind();
  for (const index of [7, 8]) {
    await other.submit({ type: 'cart.add', args: breadOf(index).add(1), seenPrice: 400 });
  }
  // Those before it and behind it are sent.
  await other.db.outbox.bulkDelete([1, 3]);
  const [meanwhile] = await other.db.outbox.toArray();
  expect(meanwhile?.seq).toBe(2);
  await device.db.open();
  const rows = await device.db.outbox.toArray();
  expect(rows.map(({ id }) => id).filter((id) => id !== meanwhile?.id)).toEqual(before.map(({ id }) => id));
  expect(rows).toHaveLength(4);
  device.kill();
  other.kill();
});

test('F81 · what a logged-in person had waiting stays theirs, and what was refused is still told', async () => {
  const { on: other, email } = await scene.atWork();
  other.kill();
  const page = await open(newTold());
  const owner = await page.currentOwner();
  expect(owner.startsWith('u:'), email).toBe(true);
  await scene.add(page, 0, 1);
  await scene.quiet();
  await page.submit({ type: 'cart.applyCoupon', args: { code: 'NEVER' } });
  await scene.quiet();
  scene.network.up = false;
  await scene.add(page, 5, 1);
  await remember(page);
  const untold = () => page.local.db.journal.where('[owner+dismissed]').equals([owner, 0]).toArray();
  const refused = await untold();
  expect(refused.map(({ type, outcome }) => [type, outcome])).toEqual([['cart.applyCoupon', 'rejected']]);
  await empty(page);
  expect(await page.currentOwner()).toBe(owner);
  expect((await page.local.db.outbox.toArray()).map((row) => [row.owner, row.type])).toEqual([[owner, 'cart.add']]);
  expect((await untold()).map(({ cmdId }) => cmdId)).toEqual(refused.map(({ cmdId }) => cmdId));
  page.kill();
});

test('F81 · an order committed before anything was sent is written again as one: its cart is not filled again', async () => {
  const { on: other } = await scene.atWork();
  other.kill();
  const page = await open(newTold());
  const owner = await page.currentOwner();
  scene.network.up = false;
  await scene.add(page, 0, 2);
  const { shown, lane } = await readCart(page.local, owner);
  await page.submit({ type: 'cart.commit', args: { cart: lane ?? '', agreed: agreedTo(shown), order: { shops: [] } } });
  await remember(page);
  await empty(page);
  expect((await page.local.db.outbox.toArray()).map(({ type }) => type)).toEqual([
    'cart.create',
    'cart.add',
    'cart.commit',
  ]);
  expect((await readCart(page.local, owner)).shown.items).toEqual([]);
  page.kill();
});

test('F81 · emptied between two visits: the visitor is the same one, and the articles that the server has are found again', async () => {
  const told = newTold();
  const page = await open(told);
  const visitor = await page.currentOwner();
  await scene.add(page, 0, 2);
  await scene.quiet();
  expect(await page.local.db.outbox.count()).toBe(0);
  await remember(page);
  expect(told.home.kept).toEqual({ visitor: visitor.slice(2), cart: expect.any(String) });
  page.kill();
  await new Promise((done) => {
    scene.machine.indexedDB.deleteDatabase('etal').onsuccess = done;
  });
  const next = await open(told);
  expect(await next.currentOwner()).toBe(visitor);
  await next.refreshCart();
  const { shown } = await readCart(next.local, visitor);
  expect(shown.items.map(({ quantity }) => quantity)).toEqual([2]);
  await scene.add(next, 5, 1);
  await scene.heal(next);
  expect(await onServer(next)).toEqual([2, 1]);
  next.kill();
});

test('F81 · who logs in and leaves again is not the visitor that the next one is', async () => {
  const told = newTold();
  const { on: other, email } = await scene.atWork();
  await other.session.logout('keep');
  other.kill();
  const page = await open(told);
  const before = await page.currentOwner();
  await remember(page);
  expect(`v:${told.home.kept?.visitor}`).toBe(before);
  await page.session.login(email, 'Etal-demo-2026');
  await scene.quiet();
  await page.session.logout('keep');
  await scene.quiet();
  const after = await page.currentOwner();
  expect(after).not.toBe(before);
  await remember(page);
  expect(`v:${told.home.kept?.visitor}`).toBe(after);
  page.kill();
});
