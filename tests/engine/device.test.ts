import { Dexie } from 'dexie';
import { forceCloseDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { lineKeyOf } from '#domain/orders/cart.ts';
import type { AddToCart } from '#sync/commands/cart-lines.ts';
import { makeProduct, makeStore } from '../support/builders.ts';
import { enginePort, openPage, type Page, until } from '../support/page.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let page: Page;
let state: Awaited<ReturnType<typeof loadState>>;
let disk: IDBFactory;

async function loadState() {
  const { pageStore } = await import('#state/page/page-store.ts');
  const { cartAtom, cartActions } = await import('#state/cart/cart.ts');
  const { deviceAlerts, dismissDeviceAlert, incidents } = await import('#state/page/device-alerts.ts');
  const { persistenceState } = await import('#state/device/persistence.ts');
  const { getSync } = await enginePort();
  const { pendingAtom } = await import('#state/pending/pending-writes.ts');
  return {
    pageStore,
    cartAtom,
    pendingAtom,
    changes: cartActions,
    deviceAlerts,
    dismissDeviceAlert,
    incidents,
    persistence: persistenceState,
    ready: getSync,
  };
}

const shownQuantity = () => state.pageStore.get(state.cartAtom).cart.quantity;
const pending = () => state.pageStore.get(state.pendingAtom).length;
const reported = () => state.deviceAlerts().map(({ trouble, text }) => [trouble, text]);

/** A page on the same disk and in the same browser, as after a reload. */
async function load(): Promise<void> {
  vi.resetModules();
  state = await loadState();
  await state.ready();
}

async function close(): Promise<void> {
  const sync = await state.ready();
  sync.stop();
  sync.local.db.close();
}

async function article(): Promise<AddToCart> {
  const store = await makeStore(market.db);
  const { id, slug, name } = await makeProduct(market.db, { storeId: store.id, price: 1250 });
  const product: AddToCart['shown']['product'] = {
    '@id': `/products/${id}`,
    id,
    slug,
    name,
    images: [],
    price: null,
    reducedPrice: null,
    stock: null,
    preOrderDate: null,
    notSellToMinor: false,
    dematerialized: false,
    orderable: true,
    store: { '@id': `/stores/${store.id}`, id: store.id, slug: store.slug, name: store.name, logo: null },
  };
  const shown = { product, optionValues: [], unitPrice: 1250 };
  return { lineKey: lineKeyOf(id, []), productId: id, optionValueIds: [], quantity: 1, shown };
}
const mirrored = () => page.storage.getItem('etal.waiting');

beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());
beforeEach(async () => {
  disk = new IDBFactory();
  page = openPage(market);
  vi.stubGlobal('indexedDB', disk);
  Object.assign(Dexie.dependencies, { indexedDB: disk, IDBKeyRange });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  page.network.up = false;
  await load();
});
afterEach(close);

const erased = 'Les modifications non envoyées de cet appareil ont été effacées par le navigateur';

it('a device emptied between two visits reports the number of lost writes, once, and works', async () => {
  await state.changes.add(await article());
  await state.changes.add(await article());
  await until(() => mirrored() === '2', 'the count stands beside the database');
  await close();
  await new Promise((done) => {
    disk.deleteDatabase('etal').onsuccess = done;
  });
  await load();
  expect(reported()).toEqual([['evicted', `${erased} (2\u00a0modifications).`]]);
  expect(state.incidents().map(({ what }) => what)).toEqual(['evicted (2\u00a0modifications).']);
  await until(() => mirrored() === '0', 'nothing waits any more');
  state.dismissDeviceAlert('evicted');
  expect(reported()).toEqual([]);
  expect(await state.changes.add(await article())).toBe(true);
  await close();
  await load();
  expect(reported()).toEqual([]);
  expect(shownQuantity()).toBe(1);
});

it('a device emptied under an open page reports lost writes by number and text, and continues empty', async () => {
  const lost = await article();
  await state.changes.add(lost);
  await until(() => mirrored() === '1' && pending() === 2, 'the write waits');
  const { local } = await state.ready();
  disk.deleteDatabase('etal');
  await until(() => reported().length > 0, 'the loss is told');
  const sentence = `Ajouter 1 × « ${lost.shown.product.name} » au panier`;
  expect(reported()[0]?.[1]?.replaceAll('\u00a0', ' ')).toBe(`${erased} (1 modification) : ${sentence}.`);
  await until(() => mirrored() === '0' && shownQuantity() === 0, 'the screens show the new database');
  expect(await local.db.outbox.count()).toBe(0);
  expect(await state.changes.add(await article())).toBe(true);
  await until(() => mirrored() === '1' && shownQuantity() === 1, 'the new write waits');
});

it('a device emptied under an open page counts pending writes of logged-out users, too', async () => {
  await state.changes.add(await article());
  await until(() => mirrored() === '1' && pending() === 2, 'the write waits');
  const { local } = await state.ready();
  const [row] = await local.db.outbox.where('state').equals('queued').reverse().toArray();
  if (!row) throw new Error('nothing waits');
  const { seq: _, ...rest } = row;
  await local.db.outbox.add({ ...rest, id: crypto.randomUUID(), owner: 'u:someone-else', ownerLoggedOut: true });
  await until(() => mirrored() === '2', 'what someone else left is counted');
  disk.deleteDatabase('etal');
  await until(() => reported().length > 0, 'the loss is told');
  expect(reported()[0]?.[1]).toContain('(2\u00a0modifications)');
  expect(reported()[0]?.[1]).toContain('et 1\u00a0autre.');
});

it('a connection that the browser closes is made anew without a word, and the screens go on following', async () => {
  await state.changes.add(await article());
  await until(() => shownQuantity() === 1, 'the write waits');
  const { local } = await state.ready();
  const before = local.db.backendDB();
  forceCloseDatabase(before as never);
  await until(() => local.db.isOpen() && local.db.backendDB() !== before, 'a new connection');
  expect(await state.changes.add(await article())).toBe(true);
  await until(() => shownQuantity() === 2, 'the screens follow the new connection');
  expect(reported()).toEqual([]);
});

it('a newer version in another tab: the page asks for a reload, stores no write, and reports that', async () => {
  await state.changes.add(await article());
  const request = disk.open('etal', 1000);
  const newer = await new Promise<IDBDatabase>((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  expect(reported()).toEqual([['newer', 'Nouvelle version\u00a0: recharger']]);
  expect(state.deviceAlerts()[0]?.reload).toBe(true);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await state.changes.add(await article())).toBe(false);
  expect(state.pageStore.get(state.cartAtom).alert).toMatch(/n’a pas pu enregistrer/);
  newer.close();
});

it('persistent storage is requested after the first pending write, once, and its result is reported', async () => {
  let asked = 0;
  const persist = async () => {
    asked += 1;
    return false;
  };
  vi.stubGlobal('navigator', { storage: { persist } });
  expect(state.persistence()).toBe('unknown');
  await state.changes.add(await article());
  await until(() => state.persistence() === 'refused', 'the answer is kept');
  await state.changes.add(await article());
  await until(() => shownQuantity() === 2, 'both wait');
  expect(asked).toBe(1);
});

it('private browsing is announced where the browser reveals it, and nowhere else', async () => {
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => ({}) } });
  await state.changes.add(await article());
  await until(() => mirrored() === '1', 'the write waits');
  expect(reported()).toEqual([]);
  await close();
  const refuse = async () => {
    throw new DOMException('private', 'SecurityError');
  };
  vi.stubGlobal('navigator', { storage: { getDirectory: refuse } });
  await load();
  await until(() => reported().length > 0, 'it is told');
  expect(reported()).toEqual([['private', 'Navigation privée\u00a0: rien ne sera conservé']]);
});
