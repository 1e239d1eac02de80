// A cart in storage: data common to its lines are stored once, and reading gives the same cart as the answer.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import { moneyOf } from '#domain/money.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { storeReadView } from '#sync/outbox/snapshots.ts';
import { createNetwork } from '../support/network.ts';
import { type Device, newMachine, openDevice } from './device.ts';
import { scriptedServer } from './scripted-server.ts';

let device: Device;
beforeEach(async () => {
  const machine = newMachine();
  device = await openDevice(
    machine,
    createNetwork(scriptedServer({}), () => machine.time.now),
  );
});
afterEach(() => device.kill());

const storeOf = (id: string) => ({ '@id': `/stores/${id}`, id, slug: id, name: `Boutique ${id}`, logo: null });

function cartOf(stores: readonly string[], version = 1): Cart {
  const price = moneyOf(1000);
  const items = stores.map((store, index): Cart['items'][number] => ({
    '@id': `/cart_items/${index}`,
    '@type': 'CartItem',
    product: {
      '@id': `/products/${index}`,
      id: `${index}`,
      slug: `produit-${index}`,
      name: `Produit ${index}`,
      images: [],
      price,
      reducedPrice: null,
      stock: null,
      preOrderDate: null,
      notSellToMinor: false,
      dematerialized: false,
      orderable: true,
      store: storeOf(store),
    },
    quantity: 1,
    optionValues: [],
    unitPrice: price,
    total: price,
  }));
  const total = moneyOf(1000 * items.length);
  const answer = { id: 'c', version, items, total, totalAfterDiscount: total, coupon: null, ordered: false };
  return { '@id': '/carts/c', '@type': 'Cart', ...answer };
}

test('lines of one store share its object, lines of two do not, and all of it equals the server’s answer', async () => {
  const owner = await currentOwner(device.local);
  const cart = cartOf(['a', 'b', 'a', 'a', 'b']);
  expect(await storeReadView(device.local, owner, 'cart:c', cart)).toBe(true);
  const kept = (await device.local.db.snaps.get([owner, 'cart:c']))?.view as Cart;
  expect(kept).toEqual(cartOf(['a', 'b', 'a', 'a', 'b']));
  const stores = kept.items.map(({ product }) => product.store);
  expect(new Set(stores).size).toBe(2);
  // The answer itself is not modified.
  expect(new Set(cart.items.map(({ product }) => product.store)).size).toBe(5);
});

test('a store renamed in a later answer is renamed in every line', async () => {
  const owner = await currentOwner(device.local);
  await storeReadView(device.local, owner, 'cart:c', cartOf(['a', 'a']));
  const later = cartOf(['a', 'a'], 2);
  for (const { product } of later.items) product.store = { ...product.store, name: 'Autrement' };
  await storeReadView(device.local, owner, 'cart:c', later);
  const kept = (await device.local.db.snaps.get([owner, 'cart:c']))?.view as Cart;
  expect(kept.items.map(({ product }) => product.store.name)).toEqual(['Autrement', 'Autrement']);
});
