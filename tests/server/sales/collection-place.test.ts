// Where an order is collected stands in the order, and stays what it was when it was chosen: in the answers, in the mails.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { relayPoints } from '#server/db/schema/content.ts';
import { stores } from '#server/db/schema/stores.ts';
import { makeDelivery, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { eventually } from '../../support/eventually.ts';
import { decodeMail, htmlOfMail } from '../../support/mails.ts';
import { expectOk, makeShopper, PERSON, PLACE, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const HOURS = ['monday', 'tuesday'] as const;
const TABAC = {
  name: 'Tabac des Arcades <b>',
  information: '',
  address: { address1: '4 place du Marché', address2: '', postalCode: '55100', city: 'Verdun' },
  hours: [
    { day: 1, openHour: '0900', closeHour: '1200' },
    { day: 1, openHour: '1400', closeHour: '1900' },
    { day: 2, openHour: '0900', closeHour: '1200' },
  ],
};
const TEXTS = [
  'Tabac des Arcades <b>, 4 place du Marché, 55100 Verdun',
  'Horaires\u00a0:',
  'lundi 9\u00a0h\u00a000 – 12\u00a0h\u00a000, 14\u00a0h\u00a000 – 19\u00a0h\u00a000',
  'mardi 9\u00a0h\u00a000 – 12\u00a0h\u00a000',
].join('\n');

let market: TestMarket;
let shopper: Shopper;
let shop: typeof stores.$inferSelect;
let merchant: string;
beforeAll(async () => {
  market = await startTestMarket({ now: new Date('2026-10-12T10:00:00Z') });
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  await market.db.delete(relayPoints);
  const { address1, postalCode, city } = TABAC.address;
  const place = { name: TABAC.name, address1, postalCode, city, latitude: 49.16, longitude: 5.38, hours: TABAC.hours };
  await market.db.insert(relayPoints).values({ id: 'tabac', ...place });
  const owner = await makeUser(market.db);
  merchant = owner.email;
  shop = await makeStore(market.db, {
    name: 'Chez Rose',
    ownerId: owner.id,
    address1: '9 rue Mazel',
    postalCode: '55100',
    city: 'Verdun',
    relayPoint: 'Salle des fêtes de Dugny',
    relayPointInformation: 'Le samedi de 9h à 11h',
    openingHours: [
      {
        days: [...HOURS],
        morningOpeningHour: '0900',
        morningCloseHour: '1200',
        afternoonOpeningHour: null,
        afternoonCloseHour: null,
        interrupt: false,
      },
    ],
  });
  shopper = await makeShopper(market);
});

async function ordered(form: Record<string, unknown>): Promise<Order> {
  const { id } = await makeProduct(market.db, { storeId: shop.id, price: 4000 });
  const order = expectOk(await shopper.order(await shopper.fill([id])));
  await shopper.deliver(order, { ...PERSON, ...PLACE, ...form });
  return expectOk(await shopper.seeOrder(order));
}
async function paid(form: Record<string, unknown>): Promise<Order> {
  const order = await ordered(form);
  const { payment_url } = expectOk(await shopper.prepare(order));
  await shopper.answer(payment_url, 'accepted');
  return expectOk(await shopper.pay(order));
}
const byRelay = { shippingType: 'relay', pickupId: 'tabac' };
const placesOf = (order: Order) => order.storeOrders.map(({ place }) => place);
/** The latest; `subject` tells it from those before it. */
async function mailTo(address: string, subject: string): Promise<{ text: string; html: string }> {
  return eventually(() => {
    const found = market
      .mails()
      .filter((mail) => mail.includes(`To: ${address}`))
      .map((mail) => ({ text: decodeMail(mail).replaceAll('\r\n', '\n'), html: htmlOfMail(mail) }))
      .findLast(({ text }) => text.includes(subject));
    return found ?? expect.fail(`No mail to ${address} about: ${subject}`);
  });
}

test('the relay point is saved in the order, for its customer and for the store, and unaffected by later changes', async () => {
  const order = await paid(byRelay);
  const there = { ...TABAC, geoCoordinates: { latitude: 49.16, longitude: 5.38 } };
  // Where it has gone nobody collects what waits: the order says its address, and no point on a map.
  const elsewhere = { ...TABAC, geoCoordinates: null };
  expect(placesOf(order)).toEqual([there]);
  await market.db.update(relayPoints).set({ name: 'Presse', address1: '1 rue Neuve', hours: [] });
  expect(placesOf(expectOk(await shopper.seeOrder(order)))).toEqual([elsewhere]);
  await market.db.delete(relayPoints);
  expect(placesOf(expectOk(await shopper.seeOrder(order)))).toEqual([elsewhere]);
  const token = await market.login(merchant);
  const [part] = order.storeOrders;
  const seen = await market.inject<StoreOrder>('GET', `/api${part?.['@id']}`, { token });
  expect(expectOk(seen)).toMatchObject({ pickupId: 'tabac', place: TABAC });
});

test('both mails of a new order name the relay point with its hours, and its name stays text', async () => {
  await paid(byRelay);
  const mailText = [
    [shopper.email, 'Merci pour votre commande'],
    [merchant, 'Une commande vient d’être confirmée'],
  ] as const;
  for (const [address, subject] of mailText) {
    const { text, html } = await mailTo(address, subject);
    expect(text).toContain(TEXTS);
    expect(html).toContain('Tabac des Arcades &lt;b&gt;, 4 place du Marché');
    expect(html).not.toContain('Arcades <b>');
  }
});

test('the shipping mail names the relay point, even if deleted meanwhile', async () => {
  const order = await paid(byRelay);
  await market.db.delete(relayPoints);
  const token = await market.login(merchant);
  const [part] = order.storeOrders;
  const steps = [
    ['validate', 'prépare votre commande'],
    ['ship', 'en route'],
  ] as const;
  for (const [step, subject] of steps) {
    expectOk(await market.inject('PUT', `/api${part?.['@id']}/${step}`, { token, body: {} }));
    expect((await mailTo(shopper.email, subject)).text).toContain(TEXTS);
  }
});

test('the mail of a collection at the store has its address and hours, and the earliest time if given', async () => {
  const order = await paid({ shippingType: 'store' });
  expect(placesOf(order)).toEqual([null]);
  const where =
    'Chez Rose, 9 rue Mazel, 55100 Verdun\nHoraires\u00a0:\nlundi, mardi 9\u00a0h\u00a000 – 12\u00a0h\u00a000';
  const { text } = await mailTo(shopper.email, 'Merci pour votre commande');
  expect(text).toContain(where);
  expect(text).not.toContain('Prêt à partir');

  // It is noon on a Monday, and the shop has just closed.
  await market.db.update(stores).set({ preparationTime: 120 }).where(eq(stores.id, shop.id));
  shopper = await makeShopper(market);
  const later = await paid({ shippingType: 'store' });
  expect(later.storeOrders[0]?.store).toMatchObject({ preparationTime: 120, closedDays: [] });
  const mailText = await mailTo(shopper.email, 'Merci pour votre commande');
  expect(mailText.text).toContain(`${where}\nPrêt à partir du mardi 13 octobre, 11\u00a0h`);
});

test('the order has the store’s position, if given', async () => {
  const position = { latitude: 49.162, longitude: 5.387 };
  await market.db.update(stores).set(position).where(eq(stores.id, shop.id));
  const order = await paid({ shippingType: 'store' });
  expect(order.storeOrders[0]?.store.geoCoordinates).toEqual(position);
  expect(placesOf(await paid({ shippingType: 'custom_relay' }))[0]?.geoCoordinates, 'known by its name').toBeNull();
});

test("the store's own relay point is saved, too", async () => {
  const order = await paid({ shippingType: 'custom_relay' });
  await market.db
    .update(stores)
    .set({ relayPoint: 'Ailleurs', relayPointInformation: '' })
    .where(eq(stores.id, shop.id));
  const [place] = placesOf(expectOk(await shopper.seeOrder(order)));
  expect(place).toMatchObject({ name: 'Salle des fêtes de Dugny', information: 'Le samedi de 9h à 11h' });
  expect((await mailTo(shopper.email, 'Merci pour votre commande')).text).toContain(
    'Salle des fêtes de Dugny\nLe samedi de 9h à 11h',
  );
});

test.each([
  ['moves', byRelay, async () => market.db.update(relayPoints).set({ address1: '1 rue Neuve' })],
  ['is another', { shippingType: 'custom_relay' }, async () => market.db.update(stores).set({ relayPoint: 'Gare' })],
])('a place that %s must be confirmed again before payment', async (_what, form, change) => {
  const order = await ordered(form);
  await change();
  const refused = await shopper.prepare<ErrorBody>(order);
  expect([refused.status, refused.body.code]).toEqual([409, 'order-changed']);
  expect(refused.body['hydra:description']).toMatch(
    /Chez Rose\s: le point relais «\s.+\s» a changé de nom ou d’adresse/,
  );
  const again = expectOk(await shopper.order(await shopper.openCart()));
  expect(again.id).not.toBe(order.id);
  expect(placesOf(again)).not.toEqual(placesOf(order));
  expect(placesOf(again)[0]).not.toBeNull();
  expectOk(await shopper.prepare(again));
});

test('another way of delivery leaves no place behind', async () => {
  const order = await ordered(byRelay);
  const [part] = order.storeOrders;
  const home = { shippingType: 'home' };
  expect(expectOk(await shopper.call<StoreOrder>('PUT', `${part?.['@id']}/set_shipping_type`, home)).place).toBeNull();
  const back = { shippingType: 'relay' };
  expect(expectOk(await shopper.call<StoreOrder>('PUT', `${part?.['@id']}/set_shipping_type`, back)).place).toBeNull();
});

test('a store sees its customer’s address only if the goods go there, whatever an earlier order contained', async () => {
  const { address } = PLACE;
  const NOWHERE = { address1: '', address2: '', postalCode: '', city: '' };
  const token = await market.login(merchant);
  const seenByShop = async ({ storeOrders }: Order) =>
    expectOk(await market.inject<StoreOrder>('GET', `/api${storeOrders[0]?.['@id']}`, { token })).address;
  const mailAbout = async ({ storeOrders }: Order) => (await mailTo(merchant, `/commandes/${storeOrders[0]?.id}`)).text;
  const brought = await paid({ shippingType: 'home' });
  expect(await seenByShop(brought)).toEqual(address);
  expect(await mailAbout(brought)).toContain(`${address.address1}\n55100 Verdun`);
  for (const shippingType of ['store', 'custom_relay']) {
    const order = await paid({ shippingType });
    // Kept for the next time it is asked for, and shown to its customer alone.
    expect(order.storeOrders[0]?.address).toEqual(address);
    expect(await seenByShop(order)).toEqual(NOWHERE);
    const text = await mailAbout(order);
    expect(text).toContain(`${PERSON.firstName} ${PERSON.lastName}\n${PERSON.phoneNumber}`);
    expect(text).not.toContain(address.address1);
  }
  const { content } = expectOk(await market.inject<{ content: string }>('GET', '/api/store_orders/export', { token }));
  expect(content.split(address.address1)).toHaveLength(2);
});

test.each(['home', 'custom_store'])('the mail of a delivery (%s) has the address', async (shippingType) => {
  await paid({ shippingType });
  expect((await mailTo(shopper.email, 'Merci pour votre commande')).text).toContain(
    'À livrer ici\u00a0:\nJeanne Lorrain, 2 rue du Rû, 55100 Verdun',
  );
});
