// The consumer mediator of the market, or of a store.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configurations } from '#server/db/schema/content.ts';
import { LEGAL_IDENTITY, makeDelivery, makeProduct, makeStore } from '../../support/builders.ts';
import { decodeMail } from '../../support/mails.ts';
import { expectOk, makeShopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const MEDIATOR = 'Médiation du Causse, 1 place du Foirail, 12100 Millau, https://mediation.example';
let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
});
afterAll(() => market.close());

async function confirmation(of: Parameters<typeof makeStore>[1] = {}): Promise<string> {
  const store = await makeStore(market.db, { paymentOnDelivery: true, ...of });
  const product = await makeProduct(market.db, { storeId: store.id, stock: 5, price: 500 });
  const shopper = await makeShopper(market);
  const order = await shopper.ready([product.id]);
  await market.db.execute(sql`update users set email_confirmed_at = now() where id = ${shopper.id}`);
  expectOk(await shopper.call('PUT', `/orders/${order.id}`, { paymentOnDelivery: true }));
  const mails = (await market.sentMails()).map(decodeMail);
  return mails.find((mail) => mail.split(/\r?\n/).includes(`To: ${shopper.email}`)) ?? '';
}

test('is named in the confirmation of an order, on a market that has one', async () => {
  const without = await confirmation();
  expect(without).toContain('Merci pour votre commande');
  expect(without).not.toContain('médiateur');
  await market.db.insert(configurations).values({ key: 'mediator', value: MEDIATOR });
  expect(await confirmation()).toContain(`médiateur de la consommation\u00a0: ${MEDIATOR}.`);
});

test('of the store comes before that of the market', async () => {
  const mediator = 'Médiateur des fromagers, https://fromagers.example';
  const mail = await confirmation({ legalIdentity: { ...LEGAL_IDENTITY, mediator } });
  expect(mail).toContain(`médiateur de la consommation\u00a0: ${mediator}.`);
  expect(mail).not.toContain(MEDIATOR);
});
