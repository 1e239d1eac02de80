// Offline orders: one order for one confirmation under any fault, and no order without one.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { cartItems, carts } from '#server/db/schema/sales.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { ownerRows } from '#sync/outbox/rows.ts';
import { cancelCommand } from '#sync/pending/decisions.ts';
import { resolveConflict } from '#sync/pending/resolve.ts';
import { PERSON } from '../support/shopper.ts';
import { DEMO_PASSWORD } from '../support/test-server.ts';
import { openOrderScene, placed } from './order-scene.ts';
import { commandsTo } from './scene.ts';

const { scene, filledCart, pricesPlus, stockOf, cartOf, linesOf, commit, back, ordersOf, cardsOf, otherPerson } =
  openOrderScene();

test('it empties the cart at once, waits, and is placed as agreed on reconnect', async () => {
  const work = await filledCart();
  await commit(work);
  expect([await linesOf(work), await ordersOf(work)]).toEqual([[], []]);
  await back(work);
  expect(await ordersOf(work)).toEqual([placed(2, 1)]);
  expect(await ownerRows(work.on.local.db, work.owner)).toEqual([]);
  expect(await cardsOf(work)).toMatchObject([{ kind: 'order-placed', text: expect.stringContaining('confirmée') }]);
});

test('later additions go into a new cart, and are not ordered', async () => {
  const work = await filledCart();
  await commit(work);
  await scene.add(work.on, 2, 3);
  expect(await linesOf(work)).toEqual([3]);
  await back(work);
  expect(await ordersOf(work)).toEqual([placed(2, 1)]);
  expect(await linesOf(work)).toEqual([3]);
  expect((await cartOf(work)).waiting).toBe(0);
});

test('articles added without a network are ordered with it', async () => {
  const work = await filledCart();
  await scene.add(work.on, 2, 3);
  await commit(work);
  await back(work);
  expect(await ordersOf(work)).toEqual([placed(2, 1, 3)]);
});

test('a market without the cart receives it again, line by line, and the order is placed as agreed', async () => {
  const work = await filledCart();
  const { iri } = await readCart(work.on.local, work.owner);
  const id = iri?.split('/').at(-1) ?? '';
  await commit(work);
  await scene.market.db.delete(cartItems).where(eq(cartItems.cartId, id));
  await scene.market.db.delete(carts).where(eq(carts.id, id));
  await back(work);
  await back(work);
  expect(await ordersOf(work)).toEqual([placed(2, 1)]);
  expect(await ownerRows(work.on.local.db, work.owner)).toEqual([]);
  expect(await linesOf(work)).toEqual([]);
});

test('F91 · its answer lost, the server dead and the page closed: it is one order', async () => {
  const work = await filledCart();
  await commit(work);
  scene.network.fail(commandsTo('/commit'), 'lost', 2);
  await back(work);
  expect(await ordersOf(work)).toEqual([placed(2, 1)]);
  work.on.kill();
  const again = await scene.page();
  await back({ ...work, on: again });
  await back({ ...work, on: again });
  expect(await ordersOf(work)).toEqual([placed(2, 1)]);
  expect(await ownerRows(again.local.db, work.owner)).toEqual([]);
});

test('under thirty kinds of failure it is one order or none, and unordered articles are in the cart', async () => {
  const faults = ['cut', 'lost', 'half', 'gateway', 'error', 'broken', 'portal', 'busy'] as const;
  for (let round = 0; round < 30; round++) {
    scene.end();
    scene.begin();
    const work = await filledCart();
    const id = await commit(work);
    // Each fault is first, second and third in turn, and the page dies in between.
    for (let nth = 0; nth < 3; nth++)
      scene.network.fail(commandsTo('/commit'), faults[(round + nth * 3) % faults.length] ?? 'cut', 1);
    const gaveUp = round % 5 === 4;
    if (round % 2 === 1) await back(work);
    if (gaveUp) await cancelCommand(work.on.local, id);
    work.on.kill();
    const on = await scene.page();
    for (let again = 0; again < 6; again++) await back({ ...work, on });
    expect(await ownerRows(on.local.db, work.owner), `round ${round}`).toEqual([]);
    const made = await ordersOf(work);
    expect(made.length, `round ${round}`).toBeLessThanOrEqual(1);
    if (!gaveUp) expect(made, `round ${round}`).toEqual([placed(2, 1)]);
    expect(await linesOf({ ...work, on }), `round ${round}`).toEqual(made.length === 1 ? [] : [2, 1]);
  }
}, 600_000);

test('submitted in two tabs at once it is one order', async () => {
  const work = await filledCart();
  const other = await scene.page();
  const { shown, lane } = await readCart(work.on.local, work.owner);
  expect(shown.items).toHaveLength(2);
  const reported = await Promise.allSettled([commit(work), commit({ ...work, on: other })]);
  expect(reported.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(lane).not.toBeNull();
  await back(work);
  await back({ ...work, on: other });
  expect(await ordersOf(work)).toEqual([placed(2, 1)]);
});

test('a price rise blocks it until a confirmation; later additions wait with it', async () => {
  const work = await filledCart();
  const id = await commit(work);
  await scene.add(work.on, 2, 1);
  await pricesPlus(50);
  await back(work);
  expect(await ordersOf(work)).toEqual([]);
  const [card] = await cardsOf(work);
  expect(card).toMatchObject({ id, kind: 'order-changed', choices: ['mine', 'dismiss'] });
  expect(card?.fields).toMatchObject([{ before: '34,90\u00a0€', theirs: '36,40\u00a0€' }]);
  expect(await linesOf(work)).toEqual([1]);

  expect(await resolveConflict(work.on.local, id, 'mine')).toBe(true);
  await back(work);
  expect(await ordersOf(work)).toEqual([{ state: 'payed', total: 3640, lines: [2, 1] }]);
  expect(await linesOf(work)).toEqual([1]);
});

test('the confirmation of one price does not confirm the next one', async () => {
  const work = await filledCart();
  const id = await commit(work);
  await pricesPlus(50);
  await back(work);
  await pricesPlus(150);
  await resolveConflict(work.on.local, id, 'mine');
  await back(work);
  expect(await ordersOf(work)).toEqual([]);
  expect((await cardsOf(work))[0]?.fields).toMatchObject([{ before: '36,40\u00a0€', theirs: '39,40\u00a0€' }]);
});

test('a confirmation of the remaining stock does not cover less: it asks again', async () => {
  const work = await filledCart();
  const id = await commit(work);
  await stockOf(0, 1);
  await back(work);
  expect(await cardsOf(work)).toMatchObject([{ kind: 'order-changed', choices: ['mine', 'dismiss'] }]);
  await stockOf(1, 0);
  await resolveConflict(work.on.local, id, 'mine');
  await back(work);
  expect(await ordersOf(work)).toEqual([]);
  expect((await cardsOf(work))[0]?.text).toContain('il n’en reste plus');
  await resolveConflict(work.on.local, id, 'mine');
  await back(work);
  expect(await ordersOf(work)).toEqual([placed(1)]);
  expect(await linesOf(work)).toEqual([]);
});

test('a refusal returns the cart with later additions, each once', async () => {
  const work = await filledCart();
  const id = await commit(work);
  await scene.add(work.on, 2, 4);
  await pricesPlus(50);
  await back(work);
  expect(await resolveConflict(work.on.local, id, 'dismiss')).toBe(true);
  expect(await linesOf(work)).toEqual([2, 1, 4]);
  await back(work);
  expect(await ordersOf(work)).toEqual([]);
  expect(await linesOf(work)).toEqual([2, 1, 4]);
  expect((await cartOf(work)).waiting).toBe(0);
});

test('cancelled before sending, it has no effect: the cart returns at once, without a network', async () => {
  const work = await filledCart();
  const id = await commit(work);
  await scene.add(work.on, 2, 1);
  expect(await cancelCommand(work.on.local, id)).toBe('cancelled');
  expect(await linesOf(work)).toEqual([2, 1, 1]);
  await back(work);
  expect([await ordersOf(work), await linesOf(work)]).toEqual([[], [2, 1, 1]]);
});

test('sold-out articles are omitted or cancel it, as agreed; after a cancellation its articles return to the cart', async () => {
  const work = await filledCart();
  await commit(work, { ifChanged: 'cancel' });
  await scene.market.db.update(products).set({ stock: 1 });
  await back(work);
  expect([await ordersOf(work), await linesOf(work)]).toEqual([[], [2, 1]]);
  expect(await cardsOf(work)).toMatchObject([
    // Its page shows nothing any more: the articles are in the cart.
    {
      kind: 'refused',
      text: expect.stringContaining('Comme demandé, rien n’a été commandé.'),
      editable: { screen: 'cart' },
    },
  ]);
  scene.network.up = false;
  await commit(work, { ifChanged: 'drop' });
  await back(work);
  expect(await ordersOf(work)).toEqual([placed(1, 1)]);
});

test('F89 · a cart ordered on another device is not ordered again, and does not return', async () => {
  const work = await filledCart();
  await commit(work);
  const token = await scene.market.login(work.email);
  const own = await scene.market.inject<{ id: string }>('POST', '/api/carts', { token, body: {} });
  const order = await scene.market.inject<Order>('GET', `/api/carts/${own.body.id}/order`, { token });
  for (const part of order.body.storeOrders) {
    await scene.market.inject('PUT', `/api${part['@id']}`, { token, body: { shippingType: 'store', ...PERSON } });
  }
  await scene.market.inject('PUT', `/api${order.body['@id']}`, { token, body: { paymentOnDelivery: true } });
  await scene.add(work.on, 2, 1);
  await back(work);
  expect(await ordersOf(work)).toEqual([placed(2, 1)]);
  expect(await linesOf(work)).toEqual([1]);
  expect(await cardsOf(work)).toMatchObject([{ kind: 'refused', text: expect.stringContaining('déjà été commandé') }]);
});

test('F92 · with online payment it is placed and reserved, and announces the payment', async () => {
  const work = await filledCart();
  await commit(work, { paymentOnDelivery: false });
  await back(work);
  expect(await ordersOf(work)).toEqual([{ ...placed(2, 1), state: 'payment_pending' }]);
  expect(await cardsOf(work)).toMatchObject([
    { kind: 'order-to-pay', text: expect.stringContaining('34,90\u00a0€ à payer') },
  ]);
});

test('F90 · after a logout it waits for its user, and for no other', async () => {
  const work = await filledCart();
  await commit(work);
  await work.on.session.logout('keep');
  scene.network.up = true;
  await scene.quiet();
  expect(await ordersOf(work)).toEqual([]);
  const { email } = await otherPerson(work.on);
  expect(email).not.toBe(work.email);
  await scene.quiet();
  expect(await ordersOf(work)).toEqual([]);
  await work.on.session.logout('keep');
  await work.on.session.login(work.email, DEMO_PASSWORD);
  await back(work);
  expect(await ordersOf(work)).toEqual([placed(2, 1)]);
});
