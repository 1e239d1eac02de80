// The number beside the cart, as a person sees it from one picture to the next: what was seen to rise does not fall again
// while nothing was taken out, and nothing is counted twice, however the outbox is followed.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { lineKeyOf } from '#domain/orders/cart.ts';
import { makeProduct, makeStore } from '../support/builders.ts';
import { enginePort, openPage, type Page, until } from '../support/page.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let page: Page;
beforeAll(async () => {
  market = await startTestMarket();
  page = openPage(market);
  page.network.up = false;
});
afterAll(() => market.close());

async function loadPage() {
  const { pageStore } = await import('#state/page/page-store.ts');
  const { cartQuantityAtom, cartAtom, cartActions } = await import('#state/cart/cart.ts');
  const { getSync } = await enginePort();
  const count = () => pageStore.get(cartQuantityAtom);
  const seen = [count()];
  // What is set in one go is drawn in one go.
  pageStore.sub(cartQuantityAtom, () => queueMicrotask(() => seen.at(-1) !== count() && seen.push(count())));
  return { pageStore, cartAtom, changes: cartActions, ready: getSync, count, seen };
}

async function article(stock: number | null, quantity: number) {
  const store = await makeStore(market.db);
  const { id, slug, name } = await makeProduct(market.db, { storeId: store.id, stock });
  const flags = { preOrderDate: null, notSellToMinor: false, dematerialized: false, orderable: true };
  const shop = { '@id': `/stores/${store.id}`, id: store.id, slug: store.slug, name: store.name, logo: null };
  const product = {
    ...{ '@id': `/products/${id}`, id, slug, name, images: [], price: null, reducedPrice: null, stock, store: shop },
    ...flags,
  };
  const shown = { product, optionValues: [], unitPrice: 1000 };
  return { lineKey: lineKeyOf(id, []), productId: id, optionValueIds: [], quantity, shown };
}

const rising = (counts: readonly number[]) => counts.every((count, at) => at === 0 || count >= (counts[at - 1] ?? 0));

it('is correct for taps before the cart is loaded, each tap checked against the stock once', async () => {
  const state = await loadPage();
  const [last, other] = [await article(2, 2), await article(null, 3)];
  const opened = state.ready();
  const taps = [state.changes.add(last), state.changes.add(other), state.changes.add(last)];
  expect(state.count()).toBe(7);
  expect(await Promise.all(taps)).toEqual([true, true, false]);
  await opened;
  await until(() => state.pageStore.get(state.cartAtom).cart.quantity === 5, 'the cart shows both');
  await until(() => state.count() === 5, 'nothing is on its way any more');
  expect(Math.max(...state.seen)).toBe(7);
  expect(rising(state.seen.slice(state.seen.lastIndexOf(7) + 1))).toBe(true);
  expect(Math.min(...state.seen.slice(state.seen.indexOf(7)))).toBe(5);
});

it('never decreases when the outbox is read less often than taps arrive', async () => {
  const state = await loadPage();
  await state.ready();
  const before = state.count();
  const one = await article(null, 1);
  const from = state.seen.length - 1;
  for (let tap = 0; tap < 12; tap += 1) expect(await state.changes.add(one)).toBe(true);
  await until(() => state.pageStore.get(state.cartAtom).cart.quantity === before + 12, 'the cart shows all');
  await until(() => state.count() === before + 12, 'nothing is on its way any more');
  expect(state.seen.slice(from)).toEqual(Array.from({ length: 13 }, (_, tap) => before + tap));
});

it('returns to its previous value when a tap cannot be stored', async () => {
  const state = await loadPage();
  const sync = await state.ready();
  const before = state.count();
  const one = await article(null, 1);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(sync, 'submit').mockRejectedValueOnce(new Error('no room'));
  expect(await state.changes.add(one)).toBe(false);
  expect(state.count()).toBe(before);
  expect(await state.changes.add(one)).toBe(true);
  await until(() => state.pageStore.get(state.cartAtom).cart.quantity === before + 1, 'the cart shows it');
  expect(state.count()).toBe(before + 1);
});

it('increases and remains when a tap is sent at once', async () => {
  const state = await loadPage();
  await state.ready();
  page.network.up = true;
  const before = state.count();
  const from = state.seen.length - 1;
  const one = await article(null, 1);
  for (let tap = 0; tap < 6; tap += 1) expect(await state.changes.add(one)).toBe(true);
  expect(await state.changes.settled()).toBe(true);
  await until(() => {
    const { quantity, waiting } = state.pageStore.get(state.cartAtom).cart;
    return quantity === before + 6 && waiting === 0;
  }, 'the market has all of it');
  expect(rising(state.seen.slice(from))).toBe(true);
  expect(Math.max(...state.seen)).toBe(before + 6);
});
