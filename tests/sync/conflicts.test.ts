import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { carts, coupons } from '#server/db/schema/sales.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { listConflicts } from '#sync/pending/conflicts.ts';
import { cancelCommand, listRefusedWrites, markOutcomeSeen } from '#sync/pending/decisions.ts';
import { resolveConflict } from '#sync/pending/resolve.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type CartMarket, makeCartMarket, type Variant } from './cart-market.ts';
import { type Device, type Machine, newMachine, openDevice } from './device.ts';

let market: TestMarket;
let cartMarket: CartMarket;
let machine: Machine;
let network: Network;
let device: Device;

beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite' });
  cartMarket = await makeCartMarket(market);
});
afterAll(() => market.close());
beforeEach(async () => {
  machine = newMachine();
  network = createNetwork(market.app);
  device = await openDevice(machine, network);
});
afterEach(() => device.kill());

function variant(index: number): Variant {
  const found = cartMarket.variants[index];
  if (!found) throw new Error('no such variant');
  return found;
}
const add = (index: number, quantity = 1) => device.submit({ type: 'cart.add', args: variant(index).add(quantity) });
const set = (index: number, quantity: number) =>
  device.submit({ type: 'cart.setQuantity', args: { lineKey: variant(index).lineKey, quantity } });
const nameOf = (index: number) => variant(index).add(1).shown.product.name;
const cards = async () => listConflicts(device.local, await currentOwner(device.local));
const quantities = async () => (await device.cart()).shown.items.map(({ quantity }) => quantity);

async function onServer(): Promise<number[]> {
  const { iri } = await device.cart();
  return (await market.inject<Cart>('GET', `/api${iri}`)).body.items.map(({ quantity }) => quantity);
}

async function only() {
  const all = await cards();
  expect(all).toHaveLength(1);
  const [card] = all;
  if (!card) throw new Error('no card');
  return card;
}

test('an addition beyond the stock is one card with its dependent commands; accepting the remaining stock closes it', async () => {
  const { id } = await add(1, 4);
  await set(1, 5);
  await device.drain();
  const card = await only();
  expect(card).toMatchObject({
    id,
    kind: 'stock',
    text: 'Produit en rupture de stock',
    also: [`Passer «\u00a0${nameOf(1)}\u00a0» à 5`],
    available: 3,
    fields: [{ name: 'quantity', label: 'Quantité', before: null, mine: '4', theirs: '3' }],
    choices: ['take-available', 'dismiss'],
    waiting: false,
  });
  expect(await listRefusedWrites(device.local, await currentOwner(device.local))).toHaveLength(1);
  // The same choice twice has one effect.
  expect([
    await resolveConflict(device.local, id, 'take-available'),
    await resolveConflict(device.local, id, 'take-available'),
  ]).toEqual([true, false]);
  expect(await cards()).toEqual([]);
  await device.drain();
  expect(await onServer()).toEqual([3]);
});

test.each([
  ['take what is left', 'take-available', [3]],
  ['go', 'remove', []],
] as const)('too large a quantity: the line can %s', async (_what, choice, left) => {
  await add(1, 1);
  await device.drain();
  const { id } = await set(1, 9);
  await device.drain();
  expect(await only()).toMatchObject({
    text: 'Plus de produit en stock !',
    available: 3,
    fields: [{ before: '1', mine: '9', theirs: '3' }],
    choices: ['take-available', 'remove', 'dismiss'],
    productName: nameOf(1),
  });
  expect(await resolveConflict(device.local, id, choice)).toBe(true);
  expect(await quantities()).toEqual(left);
  await device.drain();
  expect([await onServer(), await cards()]).toEqual([left, []]);
});

test('with no stock left there is no choice to accept the rest', async () => {
  await add(6, 1);
  await device.drain();
  const card = await only();
  expect(card).toMatchObject({ kind: 'stock', available: 0, choices: ['dismiss'] });
  expect(await resolveConflict(device.local, card.id, 'dismiss')).toBe(true);
  expect([await onServer(), await cards()]).toEqual([[], []]);
});

test('discarded before sending, an addition is dropped with its dependent commands, without a report', async () => {
  network.up = false;
  const { id } = await add(0, 1);
  await set(0, 3);
  await cancelCommand(device.local, id);
  network.up = true;
  await device.drain();
  expect(await cards()).toEqual([]);
  expect(await listPendingWrites(device.local, await currentOwner(device.local))).toEqual([]);
  expect(await onServer()).toEqual([]);
});

test('a line removed on another device is reported by its name, and only then', async () => {
  await add(0, 1);
  await device.drain();
  const { iri } = await device.cart();
  const { body } = await market.inject<Cart>('GET', `/api${iri}`);
  await market.inject('DELETE', `/api${body.items[0]?.['@id']}`);
  await set(0, 3);
  await device.drain();
  expect(await only()).toMatchObject({
    kind: 'line-gone',
    sentence: `Passer «\u00a0${nameOf(0)}\u00a0» à 3`,
    text: 'Ce produit n’est plus dans votre panier',
    choices: ['dismiss'],
  });
});

test.each([
  ['rose', 2099, '20,99\u00a0€'],
  ['fell', 1899, '18,99\u00a0€'],
])('a price that %s shows before and after, and the article is in the cart', async (_, price, theirs) => {
  const productId = variant(7).productId;
  await device.submit({ type: 'cart.add', args: variant(7).add(1), seenPrice: 1999 });
  await market.db.update(products).set({ price }).where(eq(products.id, productId));
  await device.drain();
  await market.db.update(products).set({ price: 1999 }).where(eq(products.id, productId));
  const card = await only();
  expect(card).toMatchObject({
    kind: 'price-changed',
    text: `Le prix de «\u00a0${nameOf(7)}\u00a0» a changé`,
    fields: [{ label: 'Prix', before: '19,99\u00a0€', theirs }],
    choices: ['dismiss', 'remove'],
  });
  await resolveConflict(device.local, card.id, 'dismiss');
  expect(await cards()).toEqual([]);
  expect(await onServer()).toEqual([1]);
});

test('a product withdrawn meanwhile', async () => {
  const productId = variant(7).productId;
  await market.db.update(products).set({ published: false }).where(eq(products.id, productId));
  await add(7, 1);
  await device.drain();
  await market.db.update(products).set({ published: true }).where(eq(products.id, productId));
  expect(await only()).toMatchObject({ kind: 'product-gone', text: 'Ce produit n’est plus en vente' });
});

test('a refused coupon, and a coupon that the cart has lost, show the total before and after', async () => {
  await add(0, 2);
  await device.submit({ type: 'cart.applyCoupon', args: { code: 'INCONNU' } });
  await device.drain();
  const refused = await only();
  expect(refused).toMatchObject({
    kind: 'coupon',
    text: 'Coupon invalide',
    fields: [{ label: 'Total', before: '25,00\u00a0€', theirs: '25,00\u00a0€' }],
  });
  await markOutcomeSeen(device.local, refused.id);
  await device.submit({ type: 'cart.applyCoupon', args: { code: 'MOINS5' } });
  await device.drain();
  expect(await cards()).toEqual([]);
  const ended = { expirationDate: new Date('2020-01-01') };
  await market.db.update(coupons).set(ended).where(eq(coupons.code, 'MOINS5'));
  await add(7, 1);
  await device.drain();
  await market.db.update(coupons).set({ expirationDate: null }).where(eq(coupons.code, 'MOINS5'));
  expect(await only()).toMatchObject({
    kind: 'coupon',
    text: 'Coupon invalide',
    fields: [{ before: '20,00\u00a0€', theirs: '44,99\u00a0€' }],
  });
});

test('a cart ordered on another device is one card for all pending commands; they go into a new cart, or are discarded', async () => {
  for (const choice of ['new-cart', 'dismiss'] as const) {
    await add(0, 1);
    await device.drain();
    const { iri } = await device.cart();
    const id = iri?.slice('/carts/'.length) ?? '';
    const held = (await onServer()).length;
    await market.db.update(carts).set({ orderedAt: new Date() }).where(eq(carts.id, id));
    await add(7, 2);
    await add(0, 1);
    await device.drain();
    const card = await only();
    expect(card).toMatchObject({
      kind: 'cart-ordered',
      text: 'Ce panier a déjà été commandé sur un autre appareil.',
      sentence: `Ajouter 2\u00a0×\u00a0«\u00a0${nameOf(7)}\u00a0» au panier`,
      also: [`Ajouter 1\u00a0×\u00a0«\u00a0${nameOf(0)}\u00a0» au panier`],
      choices: ['new-cart', 'dismiss'],
      waiting: true,
    });
    // A choice that the card does not offer is rejected.
    expect(await resolveConflict(device.local, card.id, 'take-available')).toBe(false);
    expect(await only()).toEqual(card);
    expect([
      await resolveConflict(device.local, card.id, choice),
      await resolveConflict(device.local, card.id, choice),
    ]).toEqual([true, false]);
    await device.drain();
    expect(await cards()).toEqual([]);
    expect(await quantities()).toEqual(choice === 'new-cart' ? [2, 1] : []);
    if (choice === 'new-cart') expect(await onServer()).toEqual([2, 1]);
    expect((await market.inject<Cart>('GET', `/api${iri}`)).body.items).toHaveLength(held);
  }
});

test('a pending write shows its size, its age, its next attempt and where it can be edited', async () => {
  network.up = false;
  await add(0, 1);
  await device.drain();
  const owner = await currentOwner(device.local);
  const [waiting] = await listPendingWrites(device.local, owner);
  expect(waiting).toMatchObject({
    createdAt: machine.time.now,
    attempts: 0,
    editable: { screen: 'cart' },
    canDiscard: true,
    canRetry: false,
    parkedFor: null,
  });
  expect(waiting?.bytes).toBeGreaterThan(100);
});
