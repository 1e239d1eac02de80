// Changes of a cart during a row of additions are reported for their addition, although only the last answer contains
// the cart.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { moneyOf } from '#domain/money.ts';
import { listRefusedWrites } from '#sync/pending/decisions.ts';
import { type CartScene, cartServer, openCartScene } from './cart-scene.ts';

let scene: CartScene;
beforeEach(async () => {
  scene = await openCartScene();
});
afterEach(() => scene.device.kill());

const NOEL = { '@id': '/coupons/1', code: 'NOEL' };

/** From the fourth addition on the second article costs more, and the coupon of the cart does not apply any more. */
function changePrice(ids: readonly string[]) {
  const { inject } = scene.server;
  scene.server.inject = (request) => {
    if (request.headers['idempotency-key'] === ids[3]) {
      const items = scene.server.cart.items.map((item, at) => (at === 1 ? { ...item, unitPrice: moneyOf(499) } : item));
      scene.server.cart = { ...scene.server.cart, items, coupon: { ...NOEL, applies: false } };
    }
    return inject(request);
  };
}
const reportedNotices = async () => {
  const [entry] = await scene.device.db.journal.toArray();
  const writes = await listRefusedWrites(scene.device.local, entry?.owner ?? 'v:');
  return writes.map(({ id, notices }) => [id, ...notices.map(({ code, detail }) => [code, detail?.new])]);
};

test('a changed price is reported for its addition, once the cart is known', async () => {
  const ids = await scene.fillOffline(6);
  changePrice(ids);
  await scene.device.drain();
  expect(await reportedNotices()).toEqual([[ids[1], ['price-changed', 499]]]);
  expect((await scene.device.cart()).shown.items.map(({ unitPrice }) => unitPrice)).toEqual([
    400, 499, 400, 400, 400, 400,
  ]);
});

test('notices about a row are reported, too, if its cart is read separately, and once', async () => {
  scene.device.kill();
  scene = await openCartScene(
    cartServer(({ id }) => (id === 'bread-5' ? { status: 404, code: 'product-gone' } : null)),
  );
  scene.server.cart = { ...scene.server.cart, coupon: NOEL };
  const ids = await scene.fillOffline(6);
  changePrice(ids);
  await scene.device.drain();
  const reads = scene.network.log.filter(({ method, url }) => method === 'GET' && url.startsWith('/api/carts/'));
  expect(reads).toHaveLength(1);
  expect(await reportedNotices()).toEqual([
    [ids[1], ['price-changed', 499]],
    [ids[4], ['coupon-gone', undefined]],
    [ids[5], ['product-gone', undefined]],
  ]);
});
