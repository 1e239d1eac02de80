// Terms of sale: the version of the day of the order stays with it, and reaches the shopper by mail.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TERMS_OF_SALE } from '#domain/orders/terms-of-sale.ts';
import { acceptedTerms, pages } from '#server/db/schema/content.ts';
import { orders } from '#server/db/schema/sales.ts';
import { readAcceptedTerms } from '#server/sales/terms-of-sale.ts';
import { makeProduct } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let merchant: Merchant;
beforeAll(async () => {
  market = await startTestMarket();
  merchant = await makeMerchant(market, { paymentOnDelivery: true });
});
afterAll(() => market.close());

const publish = async (description: string) => {
  const page = { slug: TERMS_OF_SALE, name: 'Conditions générales de vente', place: 'pied-de-page', description };
  await market.db.insert(pages).values(page).onConflictDoUpdate({ target: pages.slug, set: { description } });
};
const acceptedBy = ({ id }: { id: number }) => market.db.transaction((tx) => readAcceptedTerms(tx, id));
const confirmations = (email: string) =>
  market.mails().filter((mail) => mail.includes(`To: ${email}`) && mail.includes(TERMS_OF_SALE));

async function ordered(way: 'online' | 'delivery') {
  const shopper = await makeShopper(market);
  const { id } = await makeProduct(market.db, { storeId: merchant.storeId, price: 1000 });
  const order = await shopper.ready([id]);
  const before = await acceptedBy(order);
  if (way === 'delivery') expectOk(await shopper.call('PUT', order['@id'], { paymentOnDelivery: true }));
  else await shopper.answer(expectOk(await shopper.prepare(order)).payment_url, 'accepted');
  return { order, before, email: shopper.email };
}

test('a market without such a page has nothing accepted', async () => {
  const { order, email } = await ordered('delivery');
  expect(await acceptedBy(order)).toBeNull();
  expect(confirmations(email)).toEqual([]);
});

test.each(['online', 'delivery'] as const)(
  'an order to be paid %s keeps the text of its day, whatever the page becomes',
  async (way) => {
    await publish('Version une : l’œuf se vend à la douzaine.');
    const { order, before, email } = await ordered(way);
    expect(before, 'not accepted before the last button').toBeNull();
    await publish('Version deux.');
    const next = await ordered(way);
    expect([await acceptedBy(order), await acceptedBy(next.order)]).toEqual([
      'Version une : l’œuf se vend à la douzaine.',
      'Version deux.',
    ]);
    const [mail = '', ...others] = confirmations(email);
    expect(others).toEqual([]);
    const [, attached = ''] = mail.split(`filename=${TERMS_OF_SALE}.txt`);
    const base64 = (attached.split('\r\n\r\n')[1] ?? '').split('\r\n--')[0] ?? '';
    expect(Buffer.from(base64, 'base64').toString('utf8')).toBe('Version une : l’œuf se vend à la douzaine.');
  },
);

test('orders of the same day share one text', async () => {
  await publish('Version trois.');
  const [one, other] = [await ordered('delivery'), await ordered('online')];
  const digests = await Promise.all(
    [one, other].map(async ({ order }) => market.db.select().from(orders).where(eq(orders.id, order.id))),
  );
  const [first, second] = digests.flat().map((row) => row.acceptedTerms);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(second).toBe(first);
  expect(await market.db.select().from(acceptedTerms).where(eq(acceptedTerms.text, 'Version trois.'))).toHaveLength(1);
});
