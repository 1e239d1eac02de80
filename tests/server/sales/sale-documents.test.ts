// Invoices and credit notes: written with the payment, the hand-over or the cancellation, numbered by seller and year,
// readable by the customer and the merchant.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyEndpointAnswer } from '#contract/all-endpoints.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { vatRates } from '#server/db/schema/catalogue.ts';
import { saleDocuments } from '#server/db/schema/documents.ts';
import { stores } from '#server/db/schema/stores.ts';
import { renderDocument } from '#server/documents/pdf.ts';
import { makeDelivery, makeProduct, makeUser } from '../../support/builders.ts';
import { eventually } from '../../support/eventually.ts';
import { decodeMail } from '../../support/mails.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper, PERSON, PLACE, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const START = new Date('2026-10-12T10:00:00Z');
const IDENTITY = { legalName: 'Jeanne Lorrain', legalForm: 'EI', siret: '73282932000074', vatNumber: 'FR44732829320' };

let market: TestMarket;
let shopper: Shopper;
let dairy: Merchant;
let brewery: Merchant;
let cheese: string;
let beer: string;
beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  market.setClock(START);
  dairy = await makeMerchant(market, {
    paymentOnDelivery: true,
    deliveryMethods: ['store', 'home'],
    legalIdentity: IDENTITY,
  });
  brewery = await makeMerchant(market, { paymentOnDelivery: true });
  shopper = await makeShopper(market);
  const [vat] = await market.db.insert(vatRates).values({ name: '5,5 %', rate: 550 }).returning();
  const sold = { storeId: dairy.storeId, name: 'Tomme', price: 1055, vatRateId: vat?.id ?? null };
  cheese = (await makeProduct(market.db, sold)).id;
  beer = (await makeProduct(market.db, { storeId: brewery.storeId, name: 'Bière', price: 300 })).id;
});

async function paid(order: Order): Promise<Order> {
  const { payment_url } = expectOk(await shopper.prepare(order));
  await shopper.answer(payment_url, 'accepted');
  return expectOk(await shopper.pay(order));
}
const buy = async (...lines: Parameters<Shopper['ready']>) => paid(await shopper.ready(...lines));
const partOf = (order: Order, { storeId }: Merchant): StoreOrder =>
  order.storeOrders.find(({ store }) => store.id === storeId) ?? expect.fail('no part');
const numbersOf = (part: StoreOrder) => part.documents?.map(({ kind, number }) => `${kind} ${number}`);
const documentsOf = ({ id }: StoreOrder) =>
  market.db.select().from(saleDocuments).where(eq(saleDocuments.storeOrderId, id)).orderBy(saleDocuments.number);
const hand = async (merchant: Merchant, { id }: StoreOrder) => {
  expectOk(await merchant.call<StoreOrder>('PUT', `/store_orders/${id}/validate`, {}));
  return expectOk(await merchant.call<StoreOrder>('PUT', `/store_orders/${id}/ship`, {}));
};
const cancel = async (merchant: Merchant, { id }: StoreOrder) =>
  expectOk(await merchant.call<StoreOrder>('PUT', `/store_orders/${id}/cancel`, { reason: '' }));
const mailTo = (kind: RegExp) =>
  eventually(() => {
    const found = market.mails().filter((mail) => mail.includes(`To: ${shopper.email}`) && kind.test(decodeMail(mail)));
    expect(found).toHaveLength(1);
    return found[0] ?? '';
  });

describe('issuing', () => {
  test('a paid order has one invoice per seller, with what was sold, by whom, to whom, and the VAT', async () => {
    const order = await shopper.ready([cheese, 2], [beer]);
    await shopper.deliver(
      { ...order, storeOrders: [partOf(order, dairy)] },
      { shippingType: 'home', ...PERSON, ...PLACE },
    );
    const bought = await paid(order);
    const part = partOf(bought, dairy);
    expect(numbersOf(part)).toEqual(['invoice 2026-00001']);
    expect(numbersOf(partOf(bought, brewery))).toEqual(['invoice 2026-00001']);
    const [invoice, ...others] = await documentsOf(part);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({ kind: 'invoice', storeId: dairy.storeId, issuedAt: START });
    expect(invoice?.content).toMatchObject({
      seller: { name: part.store.name, identity: IDENTITY },
      buyer: { name: 'Jeanne Lorrain', ...PLACE.address },
      orderId: order.id,
      lines: [{ label: 'Tomme', quantity: 2, unitPrice: 1055, total: 2110, vatRate: 550 }],
      total: part.total.amount,
      vat: [{ rate: 550, withTax: part.total.amount }],
      paid: 'online',
    });
  });

  test('who collects at the store is on the invoice without an address', async () => {
    const [invoice] = await documentsOf(partOf(await buy([beer]), brewery));
    expect(invoice?.content.buyer).toEqual({
      name: 'Jeanne Lorrain',
      address1: '',
      address2: '',
      postalCode: '',
      city: '',
    });
  });

  test('nothing is invoiced before the payment, or after a declined one', async () => {
    const order = await shopper.ready([beer]);
    const { payment_url } = expectOk(await shopper.prepare(order));
    await shopper.answer(payment_url, 'declined');
    expectOk(await shopper.pay(order));
    expect(await documentsOf(partOf(order, brewery))).toEqual([]);
  });

  test('what is paid on delivery is invoiced at the hand-over, once', async () => {
    const order = await shopper.ready([beer]);
    const chosen = expectOk(await shopper.call<Order>('PUT', order['@id'], { paymentOnDelivery: true }));
    const part = partOf(chosen, brewery);
    expect([part.state, part.documents]).toEqual(['payed', []]);
    expect(numbersOf(await hand(brewery, part))).toEqual(['invoice 2026-00001']);
    expectOk(await brewery.call<StoreOrder>('PUT', `/store_orders/${part.id}/ship`, {}));
    const documents = await documentsOf(part);
    expect(documents.map(({ content }) => content.paid)).toEqual(['on-delivery']);
  });

  test('a cancelled part has a credit note with the next number, which names its invoice', async () => {
    const part = partOf(await buy([beer]), brewery);
    expect(numbersOf(await cancel(brewery, part))).toEqual(['invoice 2026-00001', 'credit-note 2026-00002']);
    await cancel(brewery, part);
    const [invoice, note, ...others] = await documentsOf(part);
    expect(others).toEqual([]);
    expect(note?.content).toEqual({
      ...invoice?.content,
      invoice: { number: '2026-00001', issuedAt: START.toISOString() },
    });
  });

  test('a part that was to be paid on delivery and is cancelled has neither', async () => {
    const order = await shopper.ready([beer]);
    const chosen = expectOk(await shopper.call<Order>('PUT', order['@id'], { paymentOnDelivery: true }));
    expect(numbersOf(await cancel(brewery, partOf(chosen, brewery)))).toEqual([]);
  });

  test('numbers begin again with the year of Paris', async () => {
    const of = async (day: string) => {
      market.setClock(new Date(day));
      await shopper.login();
      return numbersOf(partOf(await buy([beer]), brewery));
    };
    expect(await of('2026-12-31T22:59:00Z')).toEqual(['invoice 2026-00001']);
    expect(await of('2026-12-31T23:01:00Z')).toEqual(['invoice 2027-00001']);
    expect(await of('2027-01-02T10:00:00Z')).toEqual(['invoice 2027-00002']);
  });

  test('an invoice stays as it was when the store changes its name and its identity', async () => {
    const part = partOf(await buy([cheese]), dairy);
    const before = await documentsOf(part);
    await market.db.update(stores).set({ name: 'Autre', legalIdentity: null }).where(eq(stores.id, dairy.storeId));
    expect(await documentsOf(part)).toEqual(before);
    expect(before[0]?.content.seller.identity).toEqual(IDENTITY);
  });
});

describe('reading', () => {
  const link = (part: StoreOrder, call: Shopper['call'] | Merchant['call']) =>
    call<AnyEndpointAnswer<'saleDocuments.link'>>('GET', `/sale_documents/${part.documents?.[0]?.id}/download`);
  const PATH = '/media/telechargements/factures';
  const open = (url: string) => market.app.inject({ method: 'GET', url });

  test('its customer and its merchant open it as a PDF, the same each time', async () => {
    const part = partOf(await buy([cheese]), dairy);
    const files = [];
    for (const call of [shopper.call, dairy.call]) {
      const { url } = expectOk(await link(part, call));
      const opened = await open(url);
      expect(opened.statusCode).toBe(200);
      expect(opened.headers).toMatchObject({
        'content-type': 'application/pdf',
        'cache-control': 'no-store, private',
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'content-disposition': expect.stringContaining(`filename="facture-${part.store.slug}-2026-00001.pdf"`),
      });
      files.push(opened.rawPayload);
    }
    const [first, second] = files;
    expect(first?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(second && first?.equals(second)).toBe(true);
  });

  test('nobody else does: another customer, another merchant, a visitor', async () => {
    const part = partOf(await buy([cheese]), dairy);
    const other = await market.login((await makeUser(market.db)).email);
    const path = `/api/sale_documents/${part.documents?.[0]?.id}/download`;
    expect((await market.inject('GET', path, { token: other })).status).toBe(404);
    expect((await market.inject('GET', path, { token: brewery.token })).status).toBe(404);
    expect((await market.inject('GET', path)).status).toBe(401);
  });

  test('a link opens its own document for an hour, and no other', async () => {
    const { url } = expectOk(await link(partOf(await buy([cheese]), dairy), shopper.call));
    const { url: other } = expectOk(await link(partOf(await buy([beer]), brewery), shopper.call));
    const idOf = (address: string) => /lien=([^.]+)/.exec(address)?.[1] ?? '';
    const wrong = [url.replace(idOf(url), idOf(other)), `${url}A`, PATH, `${PATH}?lien=`];
    const refused = {
      statusCode: 404,
      headers: { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store, private' },
    };
    for (const address of wrong) expect(await open(address)).toMatchObject(refused);
    // The keys sign links to bought files, too.
    expect((await open(url.replace(PATH, '/media/telechargements'))).statusCode).toBe(404);
    market.setClock(new Date(START.getTime() + 3_599_000));
    expect((await open(url)).statusCode).toBe(200);
    market.setClock(new Date(START.getTime() + 3_600_000));
    expect((await open(url)).statusCode).toBe(404);
  });

  test('the confirmation brings all invoices of the order, the news of a cancellation its credit note', async () => {
    const order = await buy([cheese], [beer]);
    const confirmed = await mailTo(/Merci pour votre commande/);
    expect(decodeMail(confirmed)).toContain('Vos factures sont en pièces jointes.');
    for (const { store } of order.storeOrders) expect(confirmed).toContain(`facture-${store.slug}-2026-00001.pdf`);
    await cancel(dairy, partOf(order, dairy));
    const canceled = await mailTo(/ne peut pas honorer/);
    expect(decodeMail(canceled)).toContain('L’avoir est en pièce jointe.');
    expect(canceled).toContain(`avoir-${partOf(order, dairy).store.slug}-2026-00002.pdf`);
  });

  test('a hundred lines with long names and letters of other languages make several pages', async () => {
    const part = partOf(await buy([cheese]), dairy);
    const [invoice] = await documentsOf(part);
    if (!invoice) return expect.fail('no invoice');
    const [line] = invoice.content.lines;
    const lines = Array.from({ length: 100 }, (_, index) => ({
      ...(line ?? expect.fail('no line')),
      label: `Zażółć gęślą jaźń № ${index}, ${'très long nom '.repeat(10)}`,
    }));
    const pdf = await renderDocument({ ...invoice, kind: 'invoice', content: { ...invoice.content, lines } });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(3);
  });
});
