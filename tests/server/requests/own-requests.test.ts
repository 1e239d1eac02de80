// Everything a shopper has asked of shops, as their account lists it.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SentRequest } from '#contract/merchant/received-requests.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { users } from '#server/db/schema/accounts.ts';
import { availabilityProducts, storeMessages } from '#server/db/schema/requests.ts';
import { makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z'); // noon in Paris
let market: TestMarket;
let shopper: Awaited<ReturnType<typeof makeUser>>;
let merchant: Awaited<ReturnType<typeof makeUser>>;
let store: Awaited<ReturnType<typeof makeStore>>;
let token: string;

beforeAll(async () => {
  market = await startTestMarket({ now: NOW });
});
afterAll(() => market.close());
beforeEach(async () => {
  shopper = await makeUser(market.db);
  merchant = await makeUser(market.db);
  store = await makeStore(market.db, { ownerId: merchant.id, takesAppointments: true, takesEstimates: true });
  token = await market.login(shopper.email);
});

const requests = async (userId = shopper.id) =>
  (await market.inject<Collection<SentRequest>>('GET', `/api/users/${userId}/requests`, { token })).body;
const ask = async (path: string, body: object) => {
  const { body: made, text } = await market.inject<{ '@id': string }>('POST', `/api${path}`, {
    token,
    body: { store: `/stores/${store.id}`, ...body },
  });
  if (!made['@id']) throw new Error(text);
  return made['@id'];
};
const slot = { date: '2026-10-20', beginHour: '10:00', endHour: '11:00' };

test('messages, estimates, appointments and stock alerts are listed together, newest first, each with its store', async () => {
  const product = await makeProduct(market.db, { storeId: store.id, stock: 0 });
  const message = await ask('/store_messages', { subject: 'Horaires', message: 'Ouvrez-vous le lundi ?' });
  const estimate = await ask('/estimates', {
    message: 'Pour un mariage',
    items: [
      { label: 'Un chignon', quantity: 2, comment: 'fleuri' },
      { product: `/products/${product.id}`, quantity: 1 },
    ],
  });
  const appointment = await ask('/store_appointments', { message: 'Une coupe', timeSlots: [slot] });
  await market.db.insert(availabilityProducts).values({
    email: shopper.email,
    productId: product.id,
    createdAt: new Date('2026-10-13T10:00:00Z'),
  });
  await market.db
    .update(storeMessages)
    .set({ createdAt: new Date('2026-10-01T10:00:00Z') })
    .where(eq(storeMessages.ownerId, shopper.id));
  await market.db.execute(
    `update store_appointments set created_at = '2026-10-02T10:00:00Z' where id = '${appointment.split('/').at(-1)}'`,
  );
  const list = await requests();
  expect(list['hydra:totalItems']).toBe(4);
  const at = { '@id': `/stores/${store.id}`, slug: store.slug, name: store.name };
  expect(list['hydra:member']).toMatchObject([
    { kind: 'alert', state: 'pending', store: at, items: [{ product: { name: product.name, slug: product.slug } }] },
    {
      '@id': estimate,
      ...{ kind: 'estimate', state: 'sent', store: at, message: 'Pour un mariage' },
      items: [
        { product: null, label: 'Un chignon', quantity: 2, comment: 'fleuri' },
        { product: { name: product.name, slug: product.slug }, quantity: 1 },
      ],
    },
    { '@id': appointment, kind: 'appointment', state: 'pending', store: at, timeSlots: [slot] },
    { '@id': message, kind: 'message', state: 'sent', store: at, subject: 'Horaires' },
  ]);
});

test('an answered appointment shows its state, its accepted slot and the answer', async () => {
  const iri = await ask('/store_appointments', { message: 'Une coupe', timeSlots: [slot] });
  await market.inject('PUT', `/api${iri}/confirm`, {
    token: await market.login(merchant.email),
    body: { response: 'À mardi', timeSlots: [{ ...slot, accepted: true }] },
  });
  expect((await requests())['hydra:member']).toMatchObject([
    { '@id': iri, state: 'confirmed', response: 'À mardi', timeSlots: [{ accepted: true }] },
  ]);
});

test('stock alerts are listed once the address is confirmed, with the time of their mail', async () => {
  const product = await makeProduct(market.db, { storeId: store.id, stock: 0 });
  await market.db
    .insert(availabilityProducts)
    .values({ email: shopper.email, productId: product.id, createdAt: NOW, notifiedAt: NOW });
  await market.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, shopper.id));
  expect(await requests()).toMatchObject({ 'hydra:totalItems': 0, 'hydra:member': [] });
  await market.db.update(users).set({ emailConfirmedAt: NOW }).where(eq(users.id, shopper.id));
  expect((await requests())['hydra:member']).toMatchObject([
    { kind: 'alert', state: 'notified', notifiedAt: NOW.toISOString() },
  ]);
});

test('only the newest hundred are listed, and all are counted', async () => {
  const values = Array.from({ length: 103 }, (_, index) => ({
    ...{ storeId: store.id, ownerId: shopper.id, subject: `${index}`, message: 'Bonjour' },
    createdAt: new Date(NOW.getTime() + index * 1000),
  }));
  await market.db.insert(storeMessages).values(values);
  const list = await requests();
  expect(list['hydra:totalItems']).toBe(103);
  expect(list['hydra:member']).toHaveLength(100);
  expect(list['hydra:member'][0]).toMatchObject({ subject: '102' });
});

test('the requests of someone else are neither listed nor readable', async () => {
  const other = await makeUser(market.db);
  await market.db
    .insert(storeMessages)
    .values({ storeId: store.id, ownerId: other.id, subject: 'Secret', message: 'Bonjour', createdAt: NOW });
  expect(await requests()).toMatchObject({ 'hydra:totalItems': 0 });
  expect((await market.inject('GET', `/api/users/${other.id}/requests`, { token })).status).toBe(404);
});
