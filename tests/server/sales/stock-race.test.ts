import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { orders } from '#server/db/schema/sales.ts';
import type { stores } from '#server/db/schema/stores.ts';
import { makeDelivery, makeProduct, makeStore } from '../../support/builders.ts';
import type { DatabaseKind } from '../../support/database-of-run.ts';
import { expectOk, makeShopper, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

// PGlite lets one transaction run at a time: only PostgreSQL truly races. The outcome must be the same on both.
const kinds: DatabaseKind[] = ['pglite', 'postgres'];

describe.each(kinds)('racing for the last of the stock on %s', (database) => {
  let market: TestMarket;
  let shop: typeof stores.$inferSelect;
  beforeAll(async () => {
    market = await startTestMarket({ database });
    await makeDelivery(market.db);
    shop = await makeStore(market.db, { paymentOnDelivery: true });
  });
  afterAll(() => market.close());

  const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => makeShopper(market)));
  const stocked = (stock: number) => makeProduct(market.db, { storeId: shop.id, stock });
  const stockOf = async (id: string) =>
    (await market.db.select({ stock: products.stock }).from(products).where(eq(products.id, id)))[0]?.stock;
  const confirmations = {
    'pay online': (shopper: Shopper, id: number) => shopper.prepare<ErrorBody>({ id }),
    'pay on delivery': (shopper: Shopper, id: number) =>
      shopper.call<ErrorBody>('PUT', `/orders/${id}`, { paymentOnDelivery: true }),
  };

  describe.each(Object.entries(confirmations))('to %s', (_, confirm) => {
    test.each([
      [2, 1],
      [10, 3],
    ])('%i shoppers for %i: exactly that many get it, the others get a refusal', async (buyers, stock) => {
      const item = await stocked(stock);
      const shoppers = await crowd(buyers);
      const ordered = await Promise.all(shoppers.map((shopper) => shopper.ready([item.id])));
      const answers = await Promise.all(shoppers.map((shopper, i) => confirm(shopper, ordered[i]?.id ?? 0)));
      const won = answers.filter(({ status }) => status < 300);
      const lost = answers.filter(({ status }) => status === 409);
      expect([won.length, lost.length]).toEqual([stock, buyers - stock]);
      for (const { body } of lost) {
        expect(body).toMatchObject({ code: 'stock', 'hydra:description': 'Plus de produit en stock !' });
      }
      expect(await stockOf(item.id)).toBe(0);
      const holding = await market.db.select().from(orders);
      const numbers = new Set(ordered.map(({ id }) => id));
      expect(holding.filter((order) => numbers.has(order.id) && order.stockReservedAt !== null)).toHaveLength(stock);
    });
  });

  test('carts with the same products in opposite order all succeed', async () => {
    const items = await Promise.all([stocked(50), stocked(50), stocked(50)]);
    const shoppers = await crowd(8);
    const ordered = await Promise.all(
      shoppers.map((shopper, i) => {
        const lines = items.map((item) => [item.id, 1 + (i % 2)] as [string, number]);
        return shopper.ready(...(i % 2 ? lines : lines.reverse()));
      }),
    );
    const answers = await Promise.all(shoppers.map((shopper, i) => shopper.prepare(ordered[i] ?? { id: 0 })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    for (const item of items) expect(await stockOf(item.id)).toBe(50 - 12);
  });

  test('an answer, a look and a second answer at the same moment move the order and the stock once', async () => {
    const item = await stocked(5);
    const [shopper] = await crowd(1);
    if (!shopper) throw new Error('No shopper.');
    const order = await shopper.ready([item.id, 2]);
    const { payment_url: url } = expectOk(await shopper.prepare(order));
    await Promise.all([
      shopper.answer(url, 'declined'),
      shopper.pay(order),
      shopper.answer(url, 'declined'),
      shopper.pay(order),
      shopper.answer(url, 'declined'),
    ]);
    expect((await shopper.pay(order)).body.storeOrders[0]?.state).toBe('payment_declined');
    expect(await stockOf(item.id)).toBe(5);
  });

  test('parallel additions to one cart never exceed the stock', async () => {
    const item = await stocked(3);
    const [shopper] = await crowd(1);
    if (!shopper) throw new Error('No shopper.');
    const cart = await shopper.openCart();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        shopper.call('PUT', `${cart['@id']}/add`, { id: item.id, quantity: 1, optionValues: [] }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    expect((await shopper.openCart()).items).toMatchObject([{ quantity: 3 }]);
  });
});
