// The list of what waits, on the real sync layer and the real server: what is shown is what the outbox holds.
import { eq } from 'drizzle-orm';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lineKeyOf } from '#domain/orders/cart.ts';
import { products } from '#server/db/schema/catalogue.ts';
import type { Decision } from '#state/pending/pending-writes.ts';
import type { AddToCart } from '#sync/commands/cart-lines.ts';
import { makeProduct, makeStore } from '../support/builders.ts';
import { enginePort, openPage, type Page, until } from '../support/page.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';

let market: TestMarket;
let page: Page;
let state: Awaited<ReturnType<typeof loadState>>;

async function loadState() {
  const { pageQueryClient, pageStore } = await import('#state/page/page-store.ts');
  const { StateProvider } = await import('#state/page/state-provider.tsx');
  const { cartAtom, cartActions } = await import('#state/cart/cart.ts');
  const { connectivityAtom } = await import('#state/page/connectivity.ts');
  const pending = {
    ...(await import('#state/pending/pending-writes.ts')),
    ...(await import('#state/pending/pending-actions.ts')),
  };
  const notices = await import('#state/page/flash.ts');
  const { getSync } = await enginePort();
  const { PendingList: Tray } = await import('#features/waiting/pending-list.tsx');
  return {
    pageQueryClient,
    pageStore,
    StateProvider,
    cartAtom,
    changes: cartActions,
    connectivityAtom,
    pending,
    notices,
    ready: getSync,
    Tray,
  };
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  market = await startTestMarket();
  page = openPage(market);
  state = await loadState();
  await state.ready();
});
afterAll(() => market.close());
beforeEach(() => page.network.heal());
afterEach(async () => {
  page.network.heal();
  await until(async () => (await state.pending.flushWrites()) || tray().decisions.length > 0, 'nothing waits');
  for (const { id } of tray().decisions) await state.pending.dismissWrite(id);
  for (const { lineKey } of cart().items) await state.changes.remove(lineKey);
  await until(() => state.pending.flushWrites(), 'the removals are sent');
  await until(() => cart().items.length === 0, 'the cart is empty again');
  await until(() => state.pending.countsOf(tray()).all === 0, 'nothing is left to be told');
});

const tray = () => state.pageStore.get(state.pending.trayAtom);
const cart = () => state.pageStore.get(state.cartAtom).cart;
const drawn = () =>
  renderToStaticMarkup(
    <state.StateProvider queryClient={state.pageQueryClient} store={state.pageStore}>
      <MemoryRouter>
        <state.Tray />
      </MemoryRouter>
    </state.StateProvider>,
  );

/** Time that passes for the page while it has no network. */
const passes = (ms: number) => vi.setSystemTime(Date.now() + ms);

async function article(values: { price?: number; stock?: number; quantity?: number } = {}): Promise<AddToCart> {
  const { price = 1250, stock = null, quantity = 2 } = values;
  const store = await makeStore(market.db);
  const product = await makeProduct(market.db, { storeId: store.id, price, ...(stock !== null && { stock }) });
  const shown = {
    product: {
      '@id': `/products/${product.id}`,
      id: product.id,
      slug: product.slug,
      name: product.name,
      images: [],
      price: null,
      reducedPrice: null,
      stock,
      preOrderDate: null,
      notSellToMinor: false,
      dematerialized: false,
      orderable: true,
      store: { '@id': `/stores/${store.id}`, id: store.id, slug: store.slug, name: store.name, logo: null },
    },
    optionValues: [],
    unitPrice: price,
  };
  return { lineKey: lineKeyOf(product.id, []), productId: product.id, optionValueIds: [], quantity, shown };
}

const change = (id: string, values: Partial<typeof products.$inferInsert>) =>
  market.db.update(products).set(values).where(eq(products.id, id));

function only(): Decision {
  const [decision, ...more] = tray().decisions;
  if (!decision || more.length > 0) throw new Error(`${tray().decisions.length} decisions`);
  return decision;
}

/** The next short message, as it is shown. */
async function visibleText(text: RegExp): Promise<void> {
  const { flashAtom, toastAtom } = state.notices;
  await until(() => {
    const shown = [flashAtom, toastAtom].map((each) => state.pageStore.get(each)?.text ?? '');
    return shown.some((each) => text.test(each));
  }, `${text} is said`);
}

describe('pending writes', () => {
  it('are listed with text, age, size and state, as many rows as in the badge', async () => {
    page.network.up = false;
    const first = await article();
    await state.changes.add(first);
    await state.changes.setQuantity(first.lineKey, 4);
    passes(12 * 60_000);
    await state.changes.applyCoupon('AUTOMNE');
    await until(() => tray().waiting.length === 3, 'three changes wait');
    await until(() => !state.pageStore.get(state.connectivityAtom).online, 'the network is known to be away');

    expect(state.pending.countsOf(tray()).all).toBe(3);
    expect(state.pageStore.get(state.connectivityAtom).waiting).toBe(3);
    expect(tray().waiting.map(({ behind }) => behind)).toEqual([false, true, true]);
    expect(tray().waiting.every(({ bytes }) => bytes > 0)).toBe(true);
    const html = drawn();
    for (const { sentence } of tray().waiting) expect(html).toContain(sentence);
    expect(html.match(/attend le réseau/g)).toHaveLength(3);
    expect(html).toContain(`#${encodeURIComponent(`ligne-${first.lineKey}`)}`);
    expect(html).toContain('Panier');

    page.network.heal();
    await until(() => state.pending.flushWrites(), 'all is sent');
    await visibleText(/^2\u00a0modifications envoyées$/);
    await until(() => tray().waiting.length === 0, 'the list is empty of it');
    expect(tray().lastSentAt).not.toBeNull();
    expect(only()).toMatchObject({ kind: 'coupon', tone: 'refused' });
    expect(drawn()).toContain('Appliquer le coupon AUTOMNE');
  });

  it('show completion with the time when nothing is pending or undecided', async () => {
    const before = Date.now();
    await state.changes.add(await article());
    await until(() => state.pending.flushWrites(), 'it is sent');
    await until(() => cart().items.length === 1, 'the cart shows it');
    await until(() => state.pending.countsOf(tray()).all === 0, 'nothing is listed');
    expect(drawn()).toContain('Tout est envoyé.');
    expect(tray().lastSentAt).toBeGreaterThan(before - 60_000);
  });
});

describe('discarded writes', () => {
  it('before sending have no effect, and disappear', async () => {
    page.network.up = false;
    await state.changes.add(await article());
    const second = await article();
    await state.changes.add(second);
    await until(() => tray().waiting.length === 2, 'both wait');
    // The first has been tried, the second waits for its turn.
    const write = tray().waiting[1];
    expect(write).toMatchObject({ inDoubt: false, canDiscard: true, behind: true });
    await state.pending.discardWrite(write?.id ?? '');
    await until(() => tray().waiting.length === 1, 'it is gone');
    page.network.heal();
    passes(60_000);
    await until(() => state.pending.flushWrites(), 'the other is sent');
    await until(() => cart().items.some(({ waiting }) => !waiting), 'the cart shows it as sent');
    expect(cart().items.map(({ lineKey }) => lineKey)).not.toContain(second.lineKey);
    expect(cart().items).toHaveLength(1);
  });

  it('in doubt remain listed until they are compensated', async () => {
    await state.changes.add(await article());
    await until(() => state.pending.flushWrites(), 'the cart is known');
    page.network.plan('lost', 'cut', 'cut', 'cut', 'cut');
    const doubtful = await article();
    await state.changes.add(doubtful);
    await until(
      () => tray().waiting.some(({ inDoubt, state: at }) => inDoubt && at === 'queued'),
      'its answer is lost',
    );
    const [write] = tray().waiting;
    await state.pending.discardWrite(write?.id ?? '');
    await until(() => tray().waiting.some(({ undo }) => undo), 'it is marked');
    expect(tray().waiting).toHaveLength(1);
    expect(drawn()).toContain('sera annulé dès que le marché aura répondu');
    expect(drawn()).toMatch(/Dernier essai à l’instant.: pas de réponse/);
    const { local } = await state.ready();
    const last = { at: Date.now(), status: 503, text: 'Le <b>marché</b> dort.' };
    await local.db.outbox.toCollection().modify({ last });
    await until(() => drawn().includes('«\u00a0Le &lt;b&gt;marché&lt;/b&gt; dort.\u00a0»'), 'its words are shown');
    expect(tray().waiting[0]).toMatchObject({ canDiscard: false, editTo: null });

    page.network.heal();
    passes(60_000);
    await until(() => state.pending.flushWrites(), 'it is settled');
    await until(() => cart().items.every(({ lineKey }) => lineKey !== doubtful.lineKey), 'it is taken back');
    await until(() => tray().decisions.length === 1, 'it is told');
    expect(only()).toMatchObject({
      tone: 'notice',
      title: expect.stringMatching(/^Déjà enregistré.: la modification est défaite\.$/),
    });
  });
});

describe('different outcomes', () => {
  it('with insufficient stock offer the remaining quantity, and accepting it closes the card', async () => {
    const scarce = await article({ stock: 5, quantity: 4 });
    page.network.up = false;
    await state.changes.add(scarce);
    await until(() => tray().waiting.length === 1, 'it waits');
    await change(scarce.productId, { stock: 3 });
    passes(60_000);
    page.network.heal();
    await until(() => state.pending.flushWrites(), 'it is answered');
    await visibleText(/^1\u00a0modification refusée\u00a0:$/);
    await until(() => tray().decisions.length === 1, 'the refusal is listed');
    expect(only().choices.map(({ label }) => label)).toEqual(['Mettre 3', 'Retirer']);
    expect(state.pageStore.get(state.connectivityAtom).refused).toBe(1);
    expect(drawn()).toMatch(/Produit en rupture de stock.*Il en reste.*3/);

    await state.pending.decide(only().id, 'take-available');
    await until(() => cart().items[0]?.quantity === 3, 'as many as are left are in the cart');
    await until(() => tray().decisions.length === 0, 'the card is closed');
  });

  it('with another price show both prices until confirmed', async () => {
    const dearer = await article({ price: 1250 });
    page.network.up = false;
    await state.changes.add(dearer);
    await change(dearer.productId, { price: 1390 });
    page.network.heal();
    passes(60_000);
    await until(() => state.pending.flushWrites(), 'it is sent');
    await until(() => tray().decisions.length === 1, 'the new price is told');
    expect(only()).toMatchObject({ tone: 'changed', title: expect.stringContaining('a changé') });
    expect(drawn()).toMatch(/Avant<\/dt><dd>12,50\u00a0€.*Maintenant<\/dt><dd>13,90\u00a0€/);
    expect(cart()).toMatchObject({ estimated: false, total: 2780 });
    await state.pending.decide(only().id, 'dismiss');
    await until(() => state.pending.countsOf(tray()).all === 0, 'it was seen');
  });
});
