// One user on two devices: the cart of one is shown on the other.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCart } from '#sync/carts/open-cart.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { expectOk, makeShopper } from '../support/shopper.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type CartMarket, makeCartMarket } from './cart-market.ts';
import { type Machine, newMachine } from './device.ts';
import { newProfile, openPage, type Page, type Profile } from './page.ts';

let market: TestMarket;
let cartMarket: CartMarket;
const time = { now: Date.parse('2026-11-20T10:00:00Z') };

interface Place {
  machine: Machine;
  network: Network;
  profile: Profile;
}
const pages: Page[] = [];

function place(): Place {
  const machine = { ...newMachine(), time };
  return { machine, network: createNetwork(market.app, () => time.now), profile: newProfile() };
}
async function open({ machine, network, profile }: Place): Promise<Page> {
  const opened = await openPage(market, machine, network, profile);
  pages.push(opened);
  return opened;
}

beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite', now: () => new Date(time.now) });
  cartMarket = await makeCartMarket(market);
});
afterAll(() => market.close());
beforeEach(() => {
  time.now = Date.parse('2026-11-20T10:00:00Z');
});
afterEach(() => {
  for (const page of pages.splice(0)) page.kill();
});

async function add(on: Page, index: number): Promise<void> {
  const variant = cartMarket.variants[index];
  if (!variant) throw new Error('no such variant');
  await on.submit({ type: 'cart.add', args: variant.add(1) });
  await on.drain();
}
const quantityOf = async (on: Page) => (await readCart(on.local, await on.currentOwner())).shown.quantity;
const renewals = ({ network }: Place) => network.log.filter(({ url }) => url.endsWith('/token/refresh')).length;

async function twoDevices() {
  const shopper = await makeShopper(market);
  const [a, b] = [place(), place()];
  const onA = await open(a);
  await onA.session.login(shopper.email, DEMO_PASSWORD);
  await onA.refreshCart();
  const onB = await open(b);
  await onB.session.login(shopper.email, DEMO_PASSWORD);
  return { shopper, a, b, onA, onB };
}

test('the first article from another device is shown after a reload', async () => {
  const { a, onA, onB } = await twoDevices();
  await add(onB, 0);
  time.now += 10_000;
  onA.kill();
  const reloaded = await open(a);
  await reloaded.refreshCart();
  expect(await quantityOf(reloaded)).toBe(1);
});

test('and on an open page at its next read, a minute later at the latest, without extra requests', async () => {
  const { a, onA, onB } = await twoDevices();
  for (let look = 0; look < 5; look++) await onA.refreshCart();
  expect(renewals(a)).toBe(0);
  await add(onB, 0);
  time.now += 61_000;
  await onA.refreshCart();
  expect(await quantityOf(onA)).toBe(1);
  const renewed = renewals(a);
  time.now += 61_000;
  await onA.refreshCart();
  expect(renewals(a)).toBe(renewed);
});

test('so is the cart created there after the shared one was ordered', async () => {
  const { shopper, onA, onB } = await twoDevices();
  await add(onB, 0);
  time.now += 61_000;
  await onA.refreshCart();
  const ordered = (await readCart(onA.local, await onA.currentOwner())).iri ?? '';
  await shopper.login();
  const order = expectOk(await shopper.order({ id: ordered.slice('/carts/'.length) }));
  await shopper.deliver(order);
  const { payment_url } = expectOk(await shopper.prepare(order));
  await shopper.answer(payment_url, 'accepted');
  expectOk(await shopper.pay(order));
  await onB.refreshCart();
  await add(onB, 2);
  time.now += 61_000;
  await onA.refreshCart();
  await onA.refreshCart();
  const { shown, iri } = await readCart(onA.local, await onA.currentOwner());
  expect(iri).not.toBe(ordered);
  expect(shown.items).toHaveLength(1);
});
