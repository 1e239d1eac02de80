// The example of the guide (docs/market.md) is what the guide says: from its folder to a first order.
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { productOptionValues, products } from '#server/db/schema/catalogue.ts';
import { changePassword } from '#server/market/accounts/roles.ts';
import { checkFolder } from '#server/market/folder/check.ts';
import { planImport, runImport } from '#server/market/import.ts';
import { createFileStorage } from '#server/services/storage-files.ts';
import { expectOk, makeShopper, statesOf } from '../../support/shopper.ts';
import { startTestMarket } from '../../support/test-server.ts';

const example = fileURLToPath(new URL('../../../docs/market-example', import.meta.url));

test('from the folder of the example to a first order, which the merchant sees and validates', async () => {
  const market = await startTestMarket({ env: { demo: false, payment: 'none' } });
  try {
    const described = await checkFolder(example);
    const parts = { db: market.db, storage: createFileStorage(market.env.dataDir), now: new Date() };
    await runImport(await planImport(described, parts), described, parts);
    await changePassword(market.db, 'marie@causse.example', async () => 'Bien-choisi-1', new Date());

    const [tomme] = await market.db.select().from(products).where(eq(products.slug, 'tomme-du-causse'));
    const [old] = await market.db.select().from(productOptionValues).where(eq(productOptionValues.name, 'Vieux'));
    const shopper = await makeShopper(market);
    const order = await shopper.ready([tomme?.id ?? '', 2, [old?.id ?? '']]);
    const placed = expectOk(await shopper.call<Order>('PUT', `/orders/${order.id}`, { paymentOnDelivery: true }));
    expect(placed.storeOrders).toMatchObject([{ store: { slug: 'fromagerie-du-causse' }, total: { amount: 2900 } }]);

    const token = await market.login('marie@causse.example', 'Bien-choisi-1');
    const path = `/api${placed.storeOrders[0]?.['@id'] ?? ''}`;
    expectOk(await market.inject<StoreOrder>('PUT', `${path}/validate`, { token, body: {} }));
    expect(statesOf((await shopper.seeOrder(order)).body)).toEqual(['validated']);
    const [left] = await market.db.select().from(products).where(eq(products.slug, 'tomme-du-causse'));
    expect(left?.stock).toBe(10);
  } finally {
    await market.close();
  }
});
