import { readFileSync } from 'node:fs';
import { Dexie } from 'dexie';
import { forceCloseDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CacheDatabase } from '#db/cache-database.ts';
import { EtalDatabase, isQuotaError, openLocalDatabase } from '#db/database.ts';
import { deviceCart, forgetDeviceCart, putDeviceCart, visitorId } from '#db/device.ts';
import { clearHistory, HISTORY_LIMIT, recentProducts, storeViewedProduct } from '#db/history.ts';
import type { Owner } from '#db/rows.ts';
import { recordedOf, restore } from './recorded.ts';

let indexedDB: IDBFactory;
let db: EtalDatabase;
let cache: CacheDatabase;

beforeEach(async () => {
  indexedDB = new IDBFactory();
  db = await openLocalDatabase(new EtalDatabase({ indexedDB, IDBKeyRange }));
  cache = new CacheDatabase({ indexedDB, IDBKeyRange });
});
afterEach(() => {
  db.close();
  cache.close();
});

test('the visitor id is created once, for any number of simultaneous tabs', async () => {
  const other = await openLocalDatabase(new EtalDatabase({ indexedDB, IDBKeyRange }));
  const ids = await Promise.all([db, other, db, other].map((tab) => visitorId(tab, () => crypto.randomUUID())));
  expect(new Set(ids).size).toBe(1);
  other.close();
});

test('a first visit leaves nothing behind but the database itself', async () => {
  const factory = new IDBFactory();
  const first = await openLocalDatabase(new EtalDatabase({ indexedDB: factory, IDBKeyRange }));
  expect(first.backendDB().version).toBe(first.verno * 10);
  expect((await factory.databases()).map(({ name }) => name)).toEqual(['etal']);
  first.close();
});

test('each owner fills a cart of their own', async () => {
  await putDeviceCart(db, 'u:anne', 'cart:1', 'abc');
  await putDeviceCart(db, 'v:visitor', 'cart:2', null);
  expect(await deviceCart(db, 'u:anne')).toMatchObject({ lane: 'cart:1', serverId: 'abc' });
  await forgetDeviceCart(db, 'u:anne');
  expect(await deviceCart(db, 'u:anne')).toBeNull();
  expect(await deviceCart(db, 'v:visitor')).toMatchObject({ lane: 'cart:2', serverId: null });
});

test('the history contains the newest hundred items, newest first, without duplicates', async () => {
  for (let time = 1; time <= HISTORY_LIMIT + 20; time++)
    await storeViewedProduct(db, { id: `/products/${time}`, time });
  await storeViewedProduct(db, { id: '/products/50', time: 1000 });
  const items = await recentProducts(db);
  expect(items).toHaveLength(HISTORY_LIMIT);
  expect(items[0]).toEqual({ id: '/products/50', time: 1000 });
  expect(items.at(-1)).toEqual({ id: '/products/21', time: 21 });
});

test('clearing the history deletes all of it', async () => {
  await storeViewedProduct(db, { id: '/products/1', time: 1 });
  await clearHistory(db);
  expect(await db.recent.count()).toBe(0);
});

test('a cached answer is visible to its owner only, and deleted with the logout', async () => {
  await cache.storeRead({ owner: 'u:anne', key: 'users.orders', answer: { a: 1 }, seenAt: 5 });
  await cache.storeRead({ owner: 'u:bob', key: 'users.orders', answer: { b: 1 }, seenAt: 6 });
  expect(await cache.cachedRead('u:anne', 'users.orders')).toMatchObject({ answer: { a: 1 }, seenAt: 5 });
  expect(await cache.cachedRead('v:visitor', 'users.orders')).toBeUndefined();
  await cache.empty('u:anne');
  expect(await cache.cachedRead('u:anne', 'users.orders')).toBeUndefined();
  expect(await cache.cachedRead('u:bob', 'users.orders')).toBeDefined();
});

test('only the newest cached answers of an owner remain', async () => {
  for (let seenAt = 1; seenAt <= 305; seenAt++) {
    await cache.storeRead({ owner: 'u:anne', key: `orders.get ${seenAt}`, answer: seenAt, seenAt });
  }
  expect(await cache.reads.count()).toBe(300);
  expect(await cache.cachedRead('u:anne', 'orders.get 5')).toBeUndefined();
  expect(await cache.cachedRead('u:anne', 'orders.get 305')).toBeDefined();
});

test('a new cached answer deletes answers of its owner older than a month', async () => {
  const day = 24 * 3_600_000;
  const keep = (owner: Owner, seenAt: number) =>
    cache.storeRead({ owner, key: `orders.get ${seenAt / day}`, answer: 1, seenAt });
  await keep('u:bob', day);
  for (const seenAt of [day, 2 * day, 31 * day]) await keep('u:anne', seenAt);
  expect(await cache.count('u:anne')).toBe(3);
  await keep('u:anne', 32 * day);
  expect(
    (await cache.cachedReadsWithPrefix('u:anne', 'orders.get')).map(({ seenAt }) => seenAt / day).sort((a, b) => a - b),
  ).toEqual([2, 31, 32]);
  expect(await cache.count('u:bob')).toBe(1);
});

test('clearing the cached answers affects no pending write', async () => {
  await db.meta.put({ k: 'installId', value: 'x' });
  await cache.storeRead({ owner: 'u:anne', key: 'k', answer: 1, seenAt: 1 });
  await cache.empty();
  expect(await cache.reads.count()).toBe(0);
  expect(await db.meta.get('installId')).toEqual({ k: 'installId', value: 'x' });
});

test('photos are stored as bytes', async () => {
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  await db.blobs.put({ blobId: 'b', cmdId: 'c', owner: 'u:anne', bytes, mime: 'image/jpeg', size: 3 });
  const back = await db.blobs.get('b');
  expect(new Uint8Array(back?.bytes ?? new ArrayBuffer(0))).toEqual(new Uint8Array([1, 2, 3]));
});

test('a connection that the browser closed is made anew, and nothing is lost', async () => {
  await db.meta.put({ k: 'installId', value: 'kept' });
  forceCloseDatabase(db.backendDB() as never);
  await openLocalDatabase(db);
  expect(await db.meta.get('installId')).toEqual({ k: 'installId', value: 'kept' });
});

test('a browser that never opens its storage is given up within the limit', async () => {
  const stuck = new EtalDatabase({ indexedDB, IDBKeyRange, name: 'stuck' });
  stuck.open = () => new Dexie.Promise(() => {});
  await expect(openLocalDatabase(stuck, 30)).rejects.toThrow('IndexedDB does not open');
});

test('a full device is recognised, wrapped or not', () => {
  expect(isQuotaError(new DOMException('full', 'QuotaExceededError'))).toBe(true);
  expect(isQuotaError({ name: 'AbortError', inner: { name: 'QuotaExceededError' } })).toBe(true);
  expect(isQuotaError(new Error('else'))).toBe(false);
});

test('a device recorded with version 1.0 is opened by today’s app: every row as it was, each store and index it needs is there', async () => {
  const factory = new IDBFactory();
  const recorded = recordedOf(readFileSync(new URL('fixtures/device-1.0.json', import.meta.url), 'utf8'));
  await restore(factory, recorded);
  const today = await openLocalDatabase(new EtalDatabase({ indexedDB: factory, IDBKeyRange }));
  expect(today.backendDB().version).toBeGreaterThanOrEqual(recorded.version);
  for (const [name, { keyPath, indexes, rows }] of Object.entries(recorded.stores)) {
    const { primKey, indexes: now } = today.table(name).schema;
    const names = now.map((index) => index.name);
    expect(primKey.keyPath, name).toEqual(keyPath);
    expect(names, name).toEqual(expect.arrayContaining(indexes.map((index) => index.name)));
    expect(await today.table(name).toArray(), name).toEqual(rows);
  }
  expect(await today.outbox.count()).toBeGreaterThan(0);
  today.close();
});
