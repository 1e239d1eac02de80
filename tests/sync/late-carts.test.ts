// The cart named by a token: its answer is stored only for a user who is still logged in, and only if the device has no
// other cart of theirs.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '#api/client.ts';
import type { Cart } from '#contract/orders/carts.ts';
import { deviceCart, putDeviceCart } from '#db/device.ts';
import type { Owner } from '#db/rows.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { loadUserCart, refreshCart } from '#sync/carts/refresh-cart.ts';
import { purgeOwner } from '#sync/session/purge-owner.ts';
import { createNetwork } from '../support/network.ts';
import { type Device, newMachine, openDevice } from './device.ts';
import { scriptedServer } from './scripted-server.ts';

const odile: Owner = 'u:odile';
const cartOf = (id: string, version = 1): Cart =>
  ({
    '@id': `/carts/${id}`,
    '@type': 'Cart',
    id,
    version,
    items: [],
    coupon: null,
    ordered: false,
    total: { amount: 0 },
    totalAfterDiscount: { amount: 0 },
  }) as unknown as Cart;
const article = {
  type: 'cart.setQuantity',
  args: { lineKey: 'tomme', quantity: 2 },
  owner: odile,
} as const;

let device: Device;
let answer: (cart: Cart) => void;
let call: ApiClient['call'];

beforeEach(async () => {
  device = await openDevice(newMachine(), createNetwork(scriptedServer()));
  await enter(odile);
  const waiting = new Promise<Cart>((resolve) => {
    answer = resolve;
  });
  call = (async () => ({ answer: await waiting })) as unknown as ApiClient['call'];
});
afterEach(() => device.kill());

const enter = (owner: Owner) =>
  device.db.session.put({ k: 'current', owner, token: 't', expiresAt: Number.MAX_SAFE_INTEGER });
async function leave(): Promise<void> {
  await device.db.session.delete('current');
  await purgeOwner(device.local, device.cache, odile, 'keep');
}
const load = () => loadUserCart(device.local, call, odile, 'c1', 't');
/** Everything the device stores about this user's cart. */
const storedData = async () => [
  ...(await device.db.device.toArray()).filter(({ k }) => k === `cart:${odile}`),
  ...(await device.db.snaps.toArray()).filter(({ owner }) => owner === odile),
  ...(await device.db.idmap.toArray()).filter(({ owner }) => owner === odile),
];
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
};

test('it becomes the cart that is filled here', async () => {
  const loading = load();
  answer(cartOf('c1'));
  await loading;
  expect(await readCart(device.local, odile)).toMatchObject({ iri: '/carts/c1', view: { id: 'c1' } });
});

test.each([
  ['logs out', async () => {}],
  ['logs out and another user logs in', () => enter('u:bob')],
])('nothing of it is stored if its user %s before the answer', async (_, next) => {
  const loading = load();
  await turns(3);
  await leave();
  await next();
  answer(cartOf('c1'));
  await loading;
  expect(await storedData()).toEqual([]);
});

test('nor after a logout at any moment of the answer', async () => {
  for (let moments = 0; moments < 24; moments++) {
    await enter(odile);
    const loading = load();
    answer(cartOf('c1'));
    await turns(moments);
    await leave();
    await loading;
    expect(await storedData()).toEqual([]);
  }
});

test('a cart created here before the answer arrives remains the one that is filled, pending or sent', async () => {
  const loading = load();
  await turns(3);
  await device.submit(article);
  const begun = await deviceCart(device.db, odile);
  // As after all of it has reached the server.
  await device.db.outbox.clear();
  await putDeviceCart(device.db, odile, begun?.lane ?? '', 'c2');
  answer(cartOf('c1'));
  await loading;
  expect(await deviceCart(device.db, odile)).toMatchObject({ lane: begun?.lane, serverId: 'c2' });
});

test('an ordered cart is replaced only if nothing is added to it at that moment', async () => {
  for (let moments = 0; moments < 24; moments++) {
    await device.db.outbox.clear();
    await device.db.snaps.clear();
    await putDeviceCart(device.db, odile, 'cart:1', 'c1');
    const ordered = { ...cartOf('c1'), ordered: true };
    const given = (async () => ({ answer: ordered })) as unknown as ApiClient['call'];
    const refreshing = refreshCart(device.local, given, odile, 't');
    await turns(moments);
    await device.submit(article);
    await refreshing;
    const [row] = (await device.db.outbox.toArray()).filter(({ type }) => type === article.type);
    expect((await readCart(device.local, odile)).lane).toBe(row?.lane);
  }
});
