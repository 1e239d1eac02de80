// What is on the device after its person has left, read from the storages themselves.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { lineKeyOf } from '#domain/orders/cart.ts';
import type { AddToCart } from '#sync/commands/cart-lines.ts';
import { makeProduct, makeStore, makeUser } from '../support/builders.ts';
import { enginePort, openPage, type Page, until } from '../support/page.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let page: Page;
let state: Awaited<ReturnType<typeof loadState>>;

async function loadState() {
  const { pageStore } = await import('#state/page/page-store.ts');
  const { cartActions } = await import('#state/cart/cart.ts');
  const { trayAtom } = await import('#state/pending/pending-writes.ts');
  const session = await import('#state/session/session.ts');
  const { readEndpoint } = await import('#engine/reads/read.ts');
  const { getSync } = await enginePort();
  return { pageStore, changes: cartActions, trayAtom, session, read: readEndpoint, ready: getSync };
}

beforeAll(async () => {
  market = await startTestMarket();
  page = openPage(market);
  state = await loadState();
  await state.ready();
});
afterAll(() => market.close());
beforeEach(() => {
  page.network.up = true;
});

const leaving = () => state.pageStore.get(state.session.pendingLogoutAtom);
const shown = () => state.pageStore.get(state.session.sessionAtom);
const tray = () => state.pageStore.get(state.trayAtom);

async function article(): Promise<AddToCart> {
  const store = await makeStore(market.db);
  const { id, slug, name } = await makeProduct(market.db, { storeId: store.id, price: 1250 });
  const product: AddToCart['shown']['product'] = {
    '@id': `/products/${id}`,
    ...{ id, slug, name, images: [], price: null, reducedPrice: null, stock: null, preOrderDate: null },
    ...{ notSellToMinor: false, dematerialized: false, orderable: true },
    store: { '@id': `/stores/${store.id}`, id: store.id, slug: store.slug, name: store.name, logo: null },
  };
  const line = { product, optionValues: [], unitPrice: 1250 };
  return { lineKey: lineKeyOf(id, []), productId: id, optionValueIds: [], quantity: 2, shown: line };
}

/** Every row of every table of every database. */
async function onDisk(): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
    });
    for (const table of db.objectStoreNames) {
      found[`${name}.${table}`] = await new Promise((resolve) => {
        const reading = db.transaction(table).objectStore(table).getAll();
        reading.onsuccess = () => resolve(reading.result);
      });
    }
    db.close();
  }
  return found;
}

const everything = async () => `${JSON.stringify(await onDisk())}\n${page.storage.text}`;

interface Person {
  /** What would say who they are. */
  signs: string[];
  product: string;
}

/** Logged in, with a cart, orders looked at, a round noted, and a refusal not looked at yet. */
async function someone(): Promise<Person> {
  const { id, email } = await makeUser(market.db);
  expect(await state.session.login(email, DEMO_PASSWORD)).toEqual({ outcome: 'in' });
  await until(() => shown().user?.user_id === id, 'they are shown');
  const asking = { signal: new AbortController().signal, last: undefined, later: () => {} };
  await state.read('users.orders', { params: { id } }, asking);
  page.storage.setItem(`etal.round.${id}`, JSON.stringify({ from: 'Verdun', order: ['relais-jamais'], done: [] }));
  const added = await article();
  expect(await state.changes.add(added)).toBe(true);
  await until(() => state.changes.settled(), 'the cart is on the server');
  await (await state.ready()).submit({ type: 'cart.applyCoupon', args: { code: 'JAMAIS' } });
  await until(() => tray().decisions.length === 1, 'the refusal is told');
  const { token, refreshToken } = JSON.parse(page.storage.getItem('etal.session') ?? '{}');
  const signs = [id, email, email.split('@')[0] ?? '', token, refreshToken];
  const before = await everything();
  for (const sign of [id, token, refreshToken]) expect(before).toContain(sign);
  return { signs, product: added.productId };
}

it('logout asks about unread outcomes, and a cancel preserves everything', async () => {
  const { signs } = await someone();
  const onLeft = vi.fn();
  await state.session.logout(onLeft);
  expect(leaving()).toMatchObject({ waiting: 0, unseenOutcomes: 1 });
  expect(shown().status).toBe('authenticated');
  state.session.cancelLogout();
  expect(leaving()).toBeNull();
  expect(tray().decisions).toHaveLength(1);
  expect(await everything()).toContain(signs[0]);
  expect(onLeft).not.toHaveBeenCalled();
  await state.session.logout(onLeft);
  await state.session.confirmLogout('keep');
  expect(onLeft).toHaveBeenCalledOnce();
  await state.session.logout(onLeft);
  expect(onLeft).toHaveBeenCalledTimes(2);
});

it.each([true, false])('after a logout the device contains no trace of the user (network: %s)', async (up) => {
  const { signs, product } = await someone();
  page.network.up = up;
  await state.session.confirmLogout('keep');
  await until(() => shown().status === 'anonymous', 'they are gone');
  await until(() => page.storage.getItem('etal.in-cart') === '0', 'their cart is gone');
  const left = await everything();
  for (const sign of [...signs, product, 'JAMAIS', 'relais-jamais']) expect(left).not.toContain(sign);
  expect(page.storage.getItem('etal.revocations')).toEqual(
    up ? null : expect.stringMatching(/^\["sha256:[0-9a-f]{64}"\]$/),
  );
  for (const table of ['etal.outbox', 'etal.journal', 'etal.session', 'etal.recent', 'etal-cache.reads']) {
    expect((await onDisk())[table], table).toEqual([]);
  }
});
