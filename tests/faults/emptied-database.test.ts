// The browser or the user empties the database under an open page or between two visits: the app reports it, continues
// with an empty database, and finds the server's data of a visitor's cart again.
import { expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { type SavedVisitor, visitorToSave } from '#sync/recovery/emptied-database.ts';
import { eventually } from '../support/eventually.ts';
import { openPage, type Page } from '../sync/page.ts';
import { openScene } from './scene.ts';

const scene = openScene();

/** The localStorage shared by the pages of one browser, and how often each page got a notice of a new database. */
interface Beside {
  visitor: SavedVisitor | null;
  notices: string[];
}
const newLocalStorage = (): Beside => ({ visitor: null, notices: [] });

async function open(beside: Beside): Promise<Page> {
  const { market, machine, network, profile, timers } = scene;
  const more = {
    savedVisitor: () => beside.visitor,
    onEmptied: (installId: string) => void beside.notices.push(installId),
  };
  const page = await openPage(market, machine, network, profile, undefined, more, timers);
  await scene.quiet();
  return page;
}

/** As the screens do after each change. */
async function save(page: Page, beside: Beside): Promise<void> {
  beside.visitor = await visitorToSave(page.local.db);
}

function deleteDatabase(): Promise<unknown> {
  return new Promise((done) => {
    scene.machine.indexedDB.deleteDatabase('etal').onsuccess = done;
  });
}

async function empty(...pages: Page[]): Promise<void> {
  const before = pages.map((page) => page.local.db.backendDB());
  await deleteDatabase();
  await eventually(async () => {
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

test('F81 · emptied under an open page: reported, visitor and server cart remain, and the page continues', async () => {
  const beside = newLocalStorage();
  const page = await open(beside);
  const visitor = await page.currentOwner();
  await scene.add(page, 0, 2);
  await scene.quiet();
  await save(page, beside);
  scene.network.up = false;
  await scene.add(page, 0, 1);
  await scene.set(page, 0, 4);
  expect(beside.notices).toHaveLength(1);
  await empty(page);
  expect(beside.notices).toHaveLength(2);
  expect(await page.local.db.outbox.count()).toBe(0);
  expect(await page.currentOwner()).toBe(visitor);
  await scene.add(page, 5, 1);
  await scene.heal(page);
  expect(await onServer(page)).toEqual([2, 1]);
  page.kill();
});

test('F81 · emptied during an answer: the answer has no effect, and later writes arrive once', async () => {
  const beside = newLocalStorage();
  const page = await open(beside);
  await scene.add(page, 0, 1);
  await scene.quiet();
  await save(page, beside);
  scene.network.plan('held');
  const current = scene.network.nextHeldAnswer();
  await scene.add(page, 5, 2);
  await current;
  await empty(page);
  await scene.network.release();
  await scene.quiet();
  expect(await page.local.db.journal.count()).toBe(0);
  await scene.add(page, 0, 1);
  await scene.heal(page);
  expect(await onServer(page)).toEqual([2, 2]);
  page.kill();
});

test('F81 · each of two open pages reports it, and both go on with the same new database', async () => {
  const [one, other] = [newLocalStorage(), newLocalStorage()];
  const [first, second] = [await open(one), await open(other)];
  scene.network.up = false;
  await scene.add(first, 0, 2);
  await empty(first, second);
  const ids = await Promise.all([first, second].map(({ local }) => local.db.meta.get('installId')));
  expect(ids[0]).toEqual(ids[1]);
  expect([one.notices.length, other.notices.length]).toEqual([2, 1]);
  expect(one.notices.at(-1)).toBe(other.notices.at(-1));
  await scene.add(second, 5, 1);
  await scene.heal(first);
  expect(await onServer(first)).toEqual([1]);
  first.kill();
  second.kill();
});

test('F81 · emptied under the page of a logged-in person: they stay who they are', async () => {
  const { on: other } = await scene.openMerchantPage();
  other.kill();
  const page = await open(newLocalStorage());
  const owner = await page.currentOwner();
  expect(owner).toMatch(/^u:/);
  await empty(page);
  // As the screens do after a reconnect.
  await page.session.reread();
  expect(await page.currentOwner()).toBe(owner);
  page.kill();
});

test('F81 · emptied between two visits: the visitor is unchanged, and the server’s articles are restored', async () => {
  const beside = newLocalStorage();
  const page = await open(beside);
  const visitor = await page.currentOwner();
  await scene.add(page, 0, 2);
  await scene.quiet();
  expect(await page.local.db.outbox.count()).toBe(0);
  await save(page, beside);
  expect(beside.visitor).toEqual({ visitor: visitor.slice(2), cart: expect.any(String) });
  page.kill();
  await deleteDatabase();
  const next = await open(beside);
  expect(beside.notices).toHaveLength(2);
  expect(await next.currentOwner()).toBe(visitor);
  await next.refreshCart();
  const { shown } = await readCart(next.local, visitor);
  expect(shown.items.map(({ quantity }) => quantity)).toEqual([2]);
  await scene.add(next, 5, 1);
  await scene.heal(next);
  expect(await onServer(next)).toEqual([2, 1]);
  next.kill();
});

test('F81 · after a login and a logout the next visitor is a new one', async () => {
  const { on: other, email } = await scene.openMerchantPage();
  await other.session.logout('keep');
  other.kill();
  const beside = newLocalStorage();
  const page = await open(beside);
  const before = await page.currentOwner();
  await save(page, beside);
  expect(`v:${beside.visitor?.visitor}`).toBe(before);
  await page.session.login(email, 'Etal-demo-2026');
  await scene.quiet();
  await page.session.logout('keep');
  await scene.quiet();
  const after = await page.currentOwner();
  expect(after).not.toBe(before);
  await save(page, beside);
  expect(`v:${beside.visitor?.visitor}`).toBe(after);
  page.kill();
});
