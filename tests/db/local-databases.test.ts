import { readFileSync } from 'node:fs';
import { Dexie } from 'dexie';
import { forceCloseDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CacheDatabase } from '#db/cache-database.ts';
import { EtalDatabase, isQuotaError, openDatabase } from '#db/database.ts';
import { deviceCart, forgetDeviceCart, putDeviceCart, visitorId } from '#db/device.ts';
import { forgetHistory, HISTORY_LIMIT, recentProducts, rememberProduct } from '#db/history.ts';
import { recordedOf, restore } from './recorded.ts';

let indexedDB: IDBFactory;
let db: EtalDatabase;
let cache: CacheDatabase;

beforeEach(async () => {
  indexedDB = new IDBFactory();
  db = await openDatabase(new EtalDatabase({ indexedDB, IDBKeyRange }));
  cache = new CacheDatabase({ indexedDB, IDBKeyRange });
});
afterEach(() => {
  db.close();
  cache.close();
});

test('the visitor id is made once, however many tabs ask at the same moment', async () => {
  const other = await openDatabase(new EtalDatabase({ indexedDB, IDBKeyRange }));
  const ids = await Promise.all([db, other, db, other].map((tab) => visitorId(tab, () => crypto.randomUUID())));
  expect(new Set(ids).size).toBe(1);
  other.close();
});

test('a first visit leaves nothing behind but the database itself', async () => {
  const factory = new IDBFactory();
  const first = await openDatabase(new EtalDatabase({ indexedDB: factory, IDBKeyRange }));
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

test('the history keeps the newest hundred, newest first, each thing once', async () => {
  for (let time = 1; time <= HISTORY_LIMIT + 20; time++) await rememberProduct(db, { id: `/products/${time}`, time });
  await rememberProduct(db, { id: '/products/50', time: 1000 });
  const items = await recentProducts(db);
  expect(items).toHaveLength(HISTORY_LIMIT);
  expect(items[0]).toEqual({ id: '/products/50', time: 1000 });
  expect(items.at(-1)).toEqual({ id: '/products/21', time: 21 });
});

test('forgetting what was looked at leaves nothing of it, nor of what an older version of the app has written', async () => {
  await rememberProduct(db, { id: '/products/1', time: 1 });
  await db.viewed.put({ id: '/products/1', time: 1 });
  await forgetHistory(db);
  expect([await db.recent.count(), await db.viewed.count()]).toEqual([0, 0]);
});

test('a kept answer is found by its owner only, and leaves with them', async () => {
  await cache.keep({ owner: 'u:anne', key: 'users.orders', answer: { a: 1 }, seenAt: 5 });
  await cache.keep({ owner: 'u:bob', key: 'users.orders', answer: { b: 1 }, seenAt: 6 });
  expect(await cache.kept('u:anne', 'users.orders')).toMatchObject({ answer: { a: 1 }, seenAt: 5 });
  expect(await cache.kept('v:visitor', 'users.orders')).toBeUndefined();
  await cache.empty('u:anne');
  expect(await cache.kept('u:anne', 'users.orders')).toBeUndefined();
  expect(await cache.kept('u:bob', 'users.orders')).toBeDefined();
});

test('of the kept answers of one owner only the newest stay', async () => {
  for (let seenAt = 1; seenAt <= 305; seenAt++) {
    await cache.keep({ owner: 'u:anne', key: `orders.get ${seenAt}`, answer: seenAt, seenAt });
  }
  expect(await cache.reads.count()).toBe(300);
  expect(await cache.kept('u:anne', 'orders.get 5')).toBeUndefined();
  expect(await cache.kept('u:anne', 'orders.get 305')).toBeDefined();
});

test('emptying the kept answers touches no waiting write', async () => {
  await db.meta.put({ k: 'installId', value: 'x' });
  await cache.keep({ owner: 'u:anne', key: 'k', answer: 1, seenAt: 1 });
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
  await openDatabase(db);
  expect(await db.meta.get('installId')).toEqual({ k: 'installId', value: 'kept' });
});

test('a browser that never opens its storage is given up within the limit', async () => {
  const stuck = new EtalDatabase({ indexedDB, IDBKeyRange, name: 'stuck' });
  stuck.open = () => new Dexie.Promise(() => {});
  await expect(openDatabase(stuck, 30)).rejects.toThrow('IndexedDB does not open');
});

test('a full device is recognised, wrapped or not', () => {
  expect(isQuotaError(new DOMException('full', 'QuotaExceededError'))).toBe(true);
  expect(isQuotaError({ name: 'AbortError', inner: { name: 'QuotaExceededError' } })).toBe(true);
  expect(isQuotaError(new Error('else'))).toBe(false);
});

test('a device of schema 1 is brought to today’s, every row as it was, and each found by the indexes it has got since', async () => {
  for (const name of ['schema-1.json', 'schema-1-requests.json']) {
    const factory = new IDBFactory();
    const recorded = recordedOf(readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8'));
    await restore(factory, recorded);
    const today = await openDatabase(new EtalDatabase({ indexedDB: factory, IDBKeyRange }));
    expect(today.backendDB().version).toBeGreaterThan(recorded.version);
    for (const table of today.tables) {
      expect(await table.toArray(), table.name).toEqual(recorded.stores[table.name]?.rows ?? []);
    }
    const [rows, entries] = [await today.outbox.toArray(), await today.journal.toArray()];
    expect(rows).not.toEqual([]);
    expect(await today.outbox.where('nextAt').aboveOrEqual(0).count()).toBe(rows.length);
    expect(await today.journal.where('at').aboveOrEqual(0).count()).toBe(entries.length);
    const told = await Promise.all(
      entries.map(({ owner, dismissed }) =>
        today.journal.where('[owner+dismissed]').equals([owner, dismissed]).count(),
      ),
    );
    expect(told).not.toContain(0);
    today.close();
  }
});

test('the app of schema 1 finds all that it needs in what today’s app leaves', async () => {
  const then = recordedOf(readFileSync(new URL('fixtures/schema-1.json', import.meta.url), 'utf8'));
  for (const [name, { keyPath, indexes }] of Object.entries(then.stores)) {
    const { primKey, indexes: today } = db.table(name).schema;
    expect(primKey.keyPath, name).toEqual(keyPath);
    expect(today.map((index) => index.name)).toEqual(expect.arrayContaining(indexes.map((index) => index.name)));
  }
});
