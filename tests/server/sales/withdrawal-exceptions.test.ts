// Exceptions to the right of withdrawal: set by the merchant, kept with the sale, known before and after the order.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Product } from '#contract/catalogue/products.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { withdrawalExceptions } from '#domain/orders/withdrawal-exception.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { storeOrderItems, storeOrders } from '#server/db/schema/sales.ts';
import { makeProduct } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { readableMail } from '../../support/readable-mail.ts';
import { expectOk, makeShopper, PERSON, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let merchant: Merchant;
let shopper: Shopper;
beforeAll(async () => {
  market = await startTestMarket();
  merchant = await makeMerchant(market, { paymentOnDelivery: true });
});
afterAll(() => market.close());
beforeEach(async () => {
  shopper = await makeShopper(market);
});

const sold = (name: string, withdrawalException: string | null = null, values: object = {}) =>
  makeProduct(market.db, { storeId: merchant.storeId, price: 1000, name, withdrawalException, ...values });
const confirmation = () =>
  readableMail(market.mails().find((mail) => mail.includes(`To: ${shopper.email}`) && mail.includes('confirm')) ?? '');
const consentOf = async (id: number) =>
  (await market.db.select().from(storeOrders).where(eq(storeOrders.orderId, id)))[0]?.digitalConsent;

test.each([...withdrawalExceptions, null])('a merchant chooses %s, which the product page shows', async (exception) => {
  const product = await sold('Choix');
  expectOk(await merchant.call('PUT', `/products/${product.id}`, { withdrawalException: exception }));
  const shown = expectOk(await market.inject<Product>('GET', `/api/products/by_slug/${product.slug}`));
  expect(shown.withdrawalException).toBe(exception);
});

test('an unknown exception is refused at its field, and nothing changes', async () => {
  const product = await sold('Inconnu', 'perishable');
  const refused = await merchant.call<ErrorBody>('PUT', `/products/${product.id}`, { withdrawalException: 'never' });
  expect([refused.status, refused.body.violations]).toEqual([
    422,
    [{ propertyPath: 'withdrawalException', message: 'Exception inconnue.' }],
  ]);
  const [row] = await market.db.select().from(products).where(eq(products.id, product.id));
  expect(row?.withdrawalException).toBe('perishable');
});

test('a sale keeps the exception of its day, whatever the product becomes', async () => {
  const cheese = await sold('Brie', 'perishable');
  const bowl = await sold('Bol');
  const order = await shopper.ready([cheese.id], [bowl.id]);
  await market.db.update(products).set({ withdrawalException: null }).where(eq(products.id, cheese.id));
  await market.db.update(products).set({ withdrawalException: 'digital' }).where(eq(products.id, bowl.id));
  const seen = expectOk(await shopper.seeOrder(order)).storeOrders.flatMap(({ items }) => items);
  expect(seen.map(({ product, withdrawalException }) => [product.name, withdrawalException])).toEqual([
    ['Brie', 'perishable'],
    ['Bol', undefined],
  ]);
});

test('the confirmation names period, costs, exceptions, the page and the model form', async () => {
  const order = await shopper.ready([(await sold('Brie', 'perishable')).id], [(await sold('Bol')).id]);
  expectOk(await shopper.call('PUT', order['@id'], { paymentOnDelivery: true }));
  const mail = confirmation();
  expect(mail).toContain('vous avez 14 jours après la réception');
  expect(mail).toContain('à vos frais');
  expect(mail).toContain('- Brie (se périme rapidement)');
  expect(mail).not.toContain('- Bol');
  expect(mail).toContain(`/retractation?commande=${order.id}`);
  expect(mail).toContain('Je vous notifie ma rétractation');
});

test('if nothing can be sent back, the confirmation says why, without a page to do it', async () => {
  const order = await shopper.ready([(await sold('Brie', 'perishable')).id]);
  expectOk(await shopper.call('PUT', order['@id'], { paymentOnDelivery: true }));
  expect(confirmation()).toContain('il ne s’applique pas à cette commande');
  expect(confirmation()).not.toContain('/retractation');
});

test('a file sent at once asks for consent: refused without, kept with it', async () => {
  const file = await sold('Recettes', 'digital');
  const order = expectOk(await shopper.order(await shopper.fill([file.id])));
  const [part] = order.storeOrders;
  const form = { shippingType: 'store', ...PERSON };
  const refused = await shopper.call<ErrorBody>('PUT', part?.['@id'] ?? '', { ...form, digitalConsent: false });
  expect([refused.status, refused.body.violations?.map(({ propertyPath }) => propertyPath)]).toEqual([
    422,
    ['digitalConsent'],
  ]);
  expect(await consentOf(order.id)).toBe(false);
  expectOk(await shopper.call('PUT', part?.['@id'] ?? '', { ...form, digitalConsent: true }));
  expect(await consentOf(order.id)).toBe(true);
});

test('an order without the question goes through, and keeps the right of withdrawal', async () => {
  const order = await shopper.ready([(await sold('Recettes', 'digital')).id]);
  expectOk(await shopper.call('PUT', order['@id'], { paymentOnDelivery: true }));
  expect(await consentOf(order.id)).toBe(false);
  const items = await market.db.select().from(storeOrderItems);
  expect(items.at(-1)?.withdrawalException).toBe('digital');
});
