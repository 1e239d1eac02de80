import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lineKeyOf } from '#domain/orders/cart.ts';
import type { AddToCart } from '#sync/commands/cart-lines.ts';
import { makeProduct, makeStore, makeUser } from '../support/builders.ts';
import { enginePort, openPage, type Page, until } from '../support/page.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let page: Page;
let state: Awaited<ReturnType<typeof loadState>>;

async function loadState() {
  const { pageStore, pageQueryClient } = await import('#state/page/page-store.ts');
  const { cartAtom, cartActions } = await import('#state/cart/cart.ts');
  const { connectivityAtom } = await import('#state/page/connectivity.ts');
  const { trayAtom } = await import('#state/pending/pending-writes.ts');
  const session = await import('#state/session/session.ts');
  const { readEndpoint } = await import('#engine/reads/read.ts');
  const engine = await enginePort();
  return {
    pageStore,
    pageQueryClient,
    cartAtom,
    changes: cartActions,
    connectivityAtom,
    trayAtom,
    session,
    read: readEndpoint,
    engine,
  };
}

const shownCart = () => state.pageStore.get(state.cartAtom).cart;
const session = () => state.pageStore.get(state.session.sessionAtom);
const connectivity = () => state.pageStore.get(state.connectivityAtom);
const signal = new AbortController().signal;
const ask = (name: 'users.orders', args: { params: { id: string } }) =>
  state.read(name, args, { signal, last: undefined, later: () => {} });

async function article(): Promise<AddToCart> {
  const store = await makeStore(market.db);
  const product = await makeProduct(market.db, { storeId: store.id, price: 1250 });
  const shown = {
    product: {
      '@id': `/products/${product.id}`,
      id: product.id,
      slug: product.slug,
      name: product.name,
      images: [],
      price: null,
      reducedPrice: null,
      stock: null,
      preOrderDate: null,
      notSellToMinor: false,
      dematerialized: false,
      orderable: true,
      store: { '@id': `/stores/${store.id}`, id: store.id, slug: store.slug, name: store.name, logo: null },
    },
    optionValues: [],
    unitPrice: 1250,
  };
  return { lineKey: lineKeyOf(product.id, []), productId: product.id, optionValueIds: [], quantity: 2, shown };
}

beforeAll(async () => {
  market = await startTestMarket();
  page = openPage(market);
  state = await loadState();
  await state.engine.getSync();
});
afterAll(() => market.close());
beforeEach(() => {
  page.network.up = true;
  page.network.heal();
});

describe('the cart of a page', () => {
  it('contains an article added without a network as pending, and sends it on reconnect', async () => {
    page.network.up = false;
    expect(await state.changes.add(await article())).toBe(true);
    await until(() => shownCart().quantity === 2, 'the line is shown');
    expect(shownCart()).toMatchObject({ waiting: 1, estimated: true, total: 2500 });
    await until(() => connectivity().waiting === 1 && !connectivity().online, 'the page knows that it waits');
    expect(await state.changes.settled()).toBe(false);
    expect(await state.changes.cartId()).toBeNull();

    page.network.up = true;
    await until(async () => state.changes.settled(), 'the cart has reached the server');
    await until(() => shownCart().waiting === 0, 'nothing waits any more');
    expect(shownCart()).toMatchObject({ quantity: 2, estimated: false, total: 2500 });
    const id = await state.changes.cartId();
    const { body } = await market.inject<{ items: unknown[] }>('GET', `/api/carts/${id}`);
    expect(body.items).toHaveLength(1);
  });

  it('limits additions to the remaining stock, also before the cart is loaded', async () => {
    const more = await article();
    const [current] = shownCart().items;
    if (!current) throw new Error('The cart is empty');
    const product = { ...more.shown.product, id: current.product.id, stock: current.quantity + 1 };
    const before = connectivity().waiting;
    expect(await state.changes.add({ ...more, shown: { ...more.shown, product } })).toBe(false);
    expect(shownCart().items.map(({ quantity }) => quantity)).toEqual([current.quantity]);
    expect(connectivity().waiting).toBe(before);
  });

  it('follows the visitor into their account, and nothing of it stays after they leave', async () => {
    const { id, email } = await makeUser(market.db);
    const before = shownCart().quantity;
    expect(before).toBeGreaterThan(0);
    expect(await state.session.login(email, DEMO_PASSWORD)).toEqual({ outcome: 'in' });
    await until(() => session().status === 'authenticated', 'the session is shown');
    expect(session().user?.user_id).toBe(id);
    await until(
      async () => shownCart().quantity === before && (await state.changes.settled()),
      'the lines have joined',
    );

    await state.session.logout();
    await until(() => session().status === 'anonymous', 'the session is over');
    await until(() => shownCart().quantity === 0, 'the cart of the account is gone from the page');
    expect(page.storage.text).not.toContain('eyJ');
  });
});

describe('a login', () => {
  it('with a wrong password shows an error and preserves the visitor', async () => {
    const { email } = await makeUser(market.db);
    const result = await state.session.login(email, 'not this one');
    expect(result).toMatchObject({ outcome: 'refused', message: 'Adresse e-mail ou mot de passe incorrect' });
    expect(session().status).toBe('anonymous');
  });

  it('without a network is no refusal', async () => {
    page.network.up = false;
    expect(await state.session.login('a@etal.test', 'x')).toEqual({ outcome: 'offline' });
  });

  it('follows a sign-up', async () => {
    const email = 'nouvelle@etal.test';
    expect(await state.session.createAccount({ email, plainPassword: DEMO_PASSWORD })).toEqual({ outcome: 'in' });
    await until(() => session().user?.email === email, 'the new account is in');
    expect(await state.session.createAccount({ email, plainPassword: DEMO_PASSWORD })).toMatchObject({
      outcome: 'refused',
    });
    await state.session.logout();
  });
});

describe('a private read', () => {
  it('is shown from the device without a network, with its age, to its owner only', async () => {
    const owner = await makeUser(market.db);
    await state.session.login(owner.email, DEMO_PASSWORD);
    const args = { params: { id: owner.id } };
    const fresh = await ask('users.orders', args);
    expect(fresh).toMatchObject({ stale: false, error: null, personal: true });
    expect(fresh.answer?.['hydra:totalItems']).toBe(0);

    page.network.up = false;
    const stored = await ask('users.orders', args);
    expect(stored).toMatchObject({ stale: true, error: { kind: 'offline' }, seenAt: expect.any(Number) });
    expect(stored.answer).toEqual(fresh.answer);

    page.network.up = true;
    await state.session.logout();
    page.network.up = false;
    const afterwards = await ask('users.orders', args);
    expect(afterwards.answer).toBeUndefined();
    expect(afterwards.error).not.toBeNull();
  });
});
