// Statements of a store: one month as CSV and PDF, by a link that expires, for its merchant only.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDelivery, makeProduct } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');
let market: TestMarket;
let dairy: Merchant;
beforeAll(async () => {
  market = await startTestMarket({ now: NOW });
  await makeDelivery(market.db);
  dairy = await makeMerchant(market, { slug: 'laiterie', commission: 500 });
  const shopper = await makeShopper(market);
  const { id } = await makeProduct(market.db, { storeId: dairy.storeId, price: 1000 });
  const order = await shopper.ready([id, 2]);
  await shopper.answer(expectOk(await shopper.prepare(order)).payment_url, 'accepted');
  const [part] = expectOk(await shopper.pay(order)).storeOrders;
  expectOk(await dairy.call('PUT', `/store_orders/${part?.id}/validate`, {}));
});
afterAll(() => market.close());

const linkTo = (who: Merchant, format: string, month = '2026-10') =>
  who.call<{ url: string }>('GET', `/stores/${dairy.storeId}/payouts/statement?month=${month}&format=${format}`);
const open = (url: string) => market.app.inject({ method: 'GET', url });

test('as CSV it has each movement, and the balance after it', async () => {
  const file = await open(expectOk(await linkTo(dairy, 'csv')).url);
  expect(file.headers['content-disposition']).toContain('releve-laiterie-2026-10.csv');
  const rows = file.body.replace('\ufeff', '').trim().split(/\r?\n/);
  expect(rows.map((row) => row.replace(/;\d{4,};/, ';N;'))).toEqual([
    'Date;Mouvement;Commande;Montant;dont TVA;Commission;Solde',
    '2026-10-12;Vente;N;20,00;0,00;0,00;20,00',
    '2026-10-12;Versement;N;-20,00;0,00;1,00;0,00',
  ]);
});

test('as PDF it is the same file each time', async () => {
  const { url } = expectOk(await linkTo(dairy, 'pdf'));
  const [file, again] = [await open(url), await open(url)];
  expect(file.headers).toMatchObject({ 'content-type': 'application/pdf' });
  expect(file.headers['content-disposition']).toContain('releve-laiterie-2026-10.pdf');
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(again.rawPayload.equals(file.rawPayload)).toBe(true);
});

test('another merchant gets no link, and an altered or old link opens nothing', async () => {
  expect((await linkTo(await makeMerchant(market), 'csv')).status).toBe(404);
  const { url } = expectOk(await linkTo(dairy, 'csv'));
  expect((await open(url.replace('2026-10', '2026-09'))).statusCode).toBe(404);
  expect((await open(url)).statusCode).toBe(200);
  market.setClock(new Date(NOW.getTime() + 3_600_001));
  expect((await open(url)).statusCode).toBe(404);
});
