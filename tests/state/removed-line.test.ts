// A removed line can be put back: before the removal is sent that cancels it, afterwards the line is added again.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lineKeyOf } from '#domain/orders/cart.ts';
import type { AddToCart } from '#sync/commands/cart-lines.ts';
import { makeProduct, makeStore } from '../support/builders.ts';
import { enginePort, openPage, type Page, until } from '../support/page.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let page: Page;
let state: Awaited<ReturnType<typeof loadState>>;

async function loadState() {
  const { pageStore } = await import('#state/page/page-store.ts');
  const { cartAtom, cartActions } = await import('#state/cart/cart.ts');
  const { pendingAtom } = await import('#state/pending/pending-writes.ts');
  const removed = await import('#state/cart/removed-line.ts');
  const engine = await enginePort();
  return { pageStore, cartAtom, pendingAtom, changes: cartActions, ...removed, engine };
}

const shownCart = () => state.pageStore.get(state.cartAtom).cart;
const pending = () => state.pageStore.get(state.pendingAtom);
const line = () => {
  const [first] = shownCart().items;
  if (!first) throw new Error('The cart is empty.');
  return first;
};

async function article(): Promise<AddToCart> {
  const store = await makeStore(market.db);
  const product = await makeProduct(market.db, { storeId: store.id, price: 1250, stock: 5 });
  const { id, slug, name } = product;
  const shown = {
    product: {
      '@id': `/products/${id}`,
      id,
      slug,
      name,
      images: [],
      price: null,
      reducedPrice: null,
      stock: 5,
      preOrderDate: null,
      notSellToMinor: false,
      dematerialized: false,
      orderable: true,
      store: { '@id': `/stores/${store.id}`, id: store.id, slug: store.slug, name: store.name, logo: null },
    },
    optionValues: [],
    unitPrice: 1250,
  };
  return { lineKey: lineKeyOf(id, []), productId: id, optionValueIds: [], quantity: 3, shown };
}

async function serverLines(): Promise<number[]> {
  const id = await state.changes.cartId();
  const { body } = await market.inject<{ items: { quantity: number }[] }>('GET', `/api/carts/${id}`);
  return body.items.map(({ quantity }) => quantity);
}

beforeAll(async () => {
  market = await startTestMarket();
  page = openPage(market);
  state = await loadState();
  await state.engine.getSync();
  await state.changes.add(await article());
  await until(async () => (await state.changes.settled()) && shownCart().waiting === 0, 'the server has the line');
});
afterAll(() => market.close());

/** The page knows, so that nothing is attempted. */
async function goOffline(): Promise<void> {
  page.network.up = false;
  await (await state.engine.getSync()).connectivity.check();
}

it('before anything was sent the removal is cancelled, and nothing waits any more', async () => {
  await goOffline();
  const removed = await state.removeLine(line());
  await until(() => shownCart().items.length === 0, 'the line is gone');
  expect(pending()).toHaveLength(1);
  expect(removed && (await state.restoreLine(removed))).toBe(true);
  await until(() => shownCart().items.length === 1, 'the line is back');
  expect(shownCart()).toMatchObject({ waiting: 0, quantity: 3 });
  expect(pending()).toHaveLength(0);
  page.network.up = true;
  await until(() => state.changes.settled(), 'the network is back');
  expect(await serverLines()).toEqual([3]);
});

it('if the removal may have arrived, the line is shown again at once, and added again after it', async () => {
  page.network.up = false;
  const removed = await state.removeLine(line());
  await until(() => pending().some(({ doubt }) => doubt), 'it was attempted');
  expect(removed && (await state.restoreLine(removed))).toBe(true);
  await until(() => shownCart().items.length === 1, 'the line is back');
  expect(shownCart()).toMatchObject({ waiting: 2, quantity: 3 });
  page.network.up = true;
  await until(async () => (await state.changes.settled()) && shownCart().waiting === 0, 'all is sent');
  expect(await serverLines()).toEqual([3]);
});

it('after the removal was sent the line is added again, once, with its quantity', async () => {
  const before = line();
  const removed = await state.removeLine(before);
  await until(
    async () => (await state.changes.settled()) && shownCart().items.length === 0,
    'the server has removed it',
  );
  expect(await serverLines()).toEqual([]);
  if (!removed) throw new Error('The removal was not stored.');
  await Promise.all([state.restoreLine(removed), state.restoreLine(removed)]);
  await until(async () => (await state.changes.settled()) && shownCart().items.length === 1, 'the line is back');
  expect(line()).toMatchObject({ lineKey: before.lineKey, quantity: 3 });
  expect(await serverLines()).toEqual([3]);
});
