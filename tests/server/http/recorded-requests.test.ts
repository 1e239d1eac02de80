// A request that a device froze with an older version of the app is sent as it is, perhaps weeks later: the server goes on
// accepting it. `recorded-requests.json` holds one of each queued endpoint as version 1 of the app sends it; it is never
// rewritten, a later version of the app adds its own.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registry } from '#contract/registry.ts';
import { images } from '#server/db/schema/pictures.ts';
import { estimates, storeAppointments, storeMessages } from '#server/db/schema/requests.ts';
import { cartItems, coupons, orders, storeOrderItems, storeOrders } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/stores.ts';
import { makeCart, makeCategory, makeDelivery, makeProduct, makeUser } from '../../support/builders.ts';
import { makeMerchant } from '../../support/merchant.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

interface Recorded {
  endpoint: string;
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body: string | null;
  /** Base64, between `body` and `after`. */
  file?: string;
  after?: string;
}
const { requests } = JSON.parse(readFileSync(new URL('./recorded-requests.json', import.meta.url), 'utf8')) as {
  requests: Recorded[];
};

let market: TestMarket;
let ids: Record<string, string>;
let tokens: Record<'merchant' | 'owner', string>;
beforeAll(async () => {
  market = await startTestMarket();
  const { db } = market;
  const merchant = await makeMerchant(market);
  const product = await makeProduct(db, { storeId: merchant.storeId });
  await makeDelivery(db);
  await db.update(stores).set({ takesAppointments: true, takesEstimates: true, paymentOnDelivery: true });
  const cart = await makeCart(db);
  const user = await makeUser(db);
  const { storeId } = merchant;
  const one = async <T>(rows: Promise<T[]>): Promise<T> => {
    const [row] = await rows;
    if (!row) throw new Error('Nothing was inserted.');
    return row;
  };
  const line = await one(
    db.insert(cartItems).values({ cartId: cart.id, productId: product.id, quantity: 1 }).returning(),
  );
  const ownCart = await makeCart(db, { userId: user.id });
  await db.insert(cartItems).values({ cartId: ownCart.id, productId: product.id, quantity: 2 });
  const order = await one(db.insert(orders).values({ userId: user.id }).returning());
  const part = await one(
    db
      .insert(storeOrders)
      .values({ orderId: order.id, storeId, state: 'payed', totalBeforeDiscount: 1000, total: 1000 })
      .returning(),
  );
  const collected = await one(
    db
      .insert(storeOrders)
      .values({ orderId: order.id, storeId, state: 'validated', totalBeforeDiscount: 1000, total: 1000 })
      .returning(),
  );
  const toWeigh = await one(
    db
      .insert(storeOrders)
      .values({ orderId: order.id, storeId, state: 'validated', totalBeforeDiscount: 1000, total: 1000 })
      .returning(),
  );
  const item = { productId: product.id, name: product.name, quantity: 1, unitPrice: 1000, total: 1000 };
  const orderItem = await one(
    db
      .insert(storeOrderItems)
      .values({ storeOrderId: part.id, ...item })
      .returning(),
  );
  const heavyItem = await one(
    db
      .insert(storeOrderItems)
      .values({ storeOrderId: toWeigh.id, ...item, byWeight: { grams: 1200, tolerance: 10 } })
      .returning(),
  );
  const image = await one(db.insert(images).values({ stem: 'one', storeId }).returning());
  const coupon = await one(
    db.insert(coupons).values({ storeId, code: 'DIX', discountType: 'relative', discount: 10 }).returning(),
  );
  const asked = { storeId, ownerId: user.id, message: 'Bonjour' };
  const slot = { date: '2099-12-01', beginHour: '10:00', endHour: '11:30', accepted: false };
  const appointmentAsked = { ...asked, timeSlots: [slot] };
  const message = await one(
    db
      .insert(storeMessages)
      .values({ ...asked, subject: 'Plateau' })
      .returning(),
  );
  const estimate = await one(db.insert(estimates).values(asked).returning());
  const appointment = await one(db.insert(storeAppointments).values(appointmentAsked).returning());
  const declined = await one(db.insert(storeAppointments).values(appointmentAsked).returning());
  const [category, store] = [await makeCategory(db), { id: storeId }];
  ids = Object.fromEntries(
    Object.entries({
      ...{ product, cart, ownCart, user, line, image, coupon, category, store, storeOrder: part, collected },
      ...{ message, estimate, appointment, declined, orderItem, toWeigh, heavyItem },
    }).map(([name, { id }]) => [name, String(id)]),
  );
  tokens = { merchant: merchant.token, owner: await market.login(user.email) };
});
afterAll(() => market.close());

const filled = (text: string) => text.replace(/__(\w+?)__/g, (_, name: string) => ids[name] ?? name);

test('there is one of each queued endpoint at least', () => {
  const queued = Object.entries(registry).filter(([, { offline }]) => offline === 'queued');
  expect([...new Set(requests.map(({ endpoint }) => endpoint))].sort()).toEqual(queued.map(([name]) => name).sort());
});

// In the order of the file: what is deleted is deleted last.
test.each(requests)('$endpoint is accepted as it was recorded', async (recorded) => {
  const { endpoint, method, path, headers, body, file, after } = recorded;
  const access = Object.entries(registry).find(([name]) => name === endpoint)?.[1].access;
  const token = access === 'public' || !access ? undefined : tokens[access === 'merchant' ? 'merchant' : 'owner'];
  const payload = file
    ? Buffer.concat([Buffer.from(filled(body ?? '')), Buffer.from(file, 'base64'), Buffer.from(after ?? '')])
    : body !== null && filled(body);
  const answer = await market.app.inject({
    method,
    url: `/api${filled(path)}`,
    headers: {
      ...headers,
      'idempotency-key': randomUUID(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(payload !== false && { payload }),
  });
  expect([200, 201, 204], answer.body).toContain(answer.statusCode);
});
