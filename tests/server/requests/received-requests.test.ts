// What a shop receives: messages, appointments and estimates, read, marked and answered.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Estimate, OwnAppointment, StoreAppointment, StoreMessage } from '#contract/merchant/received-requests.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { storeAppointments } from '#server/db/schema/requests.ts';
import { makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z'); // noon in Paris
let market: TestMarket;
let shopper: Awaited<ReturnType<typeof makeUser>>;
let merchant: Awaited<ReturnType<typeof makeUser>>;
let store: Awaited<ReturnType<typeof makeStore>>;
let asShopper: string;
let asMerchant: string;

beforeAll(async () => {
  market = await startTestMarket({ now: NOW });
});
afterAll(() => market.close());
beforeEach(async () => {
  shopper = await makeUser(market.db);
  merchant = await makeUser(market.db);
  store = await makeStore(market.db, { ownerId: merchant.id, takesAppointments: true, takesEstimates: true });
  asShopper = await market.login(shopper.email);
  asMerchant = await market.login(merchant.email);
});

const get = async <T>(path: string, token = asMerchant) =>
  (await market.inject<T>('GET', `/api${path}`, { token })).body;
const put = <T = Omit<StoreAppointment, '@type'> & ErrorBody>(path: string, body: object, token = asMerchant) =>
  market.inject<T>('PUT', `/api${path}`, { token, body });
const ask = async (path: string, body: object) => {
  const { body: made, text } = await market.inject<{ '@id': string }>('POST', `/api${path}`, {
    token: asShopper,
    body: { store: `/stores/${store.id}`, ...body },
  });
  if (!made['@id']) throw new Error(text);
  return made['@id'];
};
const mailsTo = (address: string) => market.mails().filter((mail) => mail.includes(`To: ${address}`));

describe('messages', () => {
  const send = (subject: string) => ask('/store_messages', { subject, message: 'Pour douze personnes ?' });

  test('are listed with who wrote them, newest first or as asked, and are unread', async () => {
    const [first, second] = [await send('Un'), await send('Deux')];
    await market.db.execute(
      `update store_messages set created_at = created_at - interval '1 day' where id = '${first.split('/').at(-1)}'`,
    );
    const list = await get<Collection<StoreMessage>>(`/stores/${store.id}/messages?order[createdAt]=DESC`);
    expect(list['hydra:member'].map(({ '@id': iri }) => iri)).toEqual([second, first]);
    expect(list['hydra:member'][0]).toMatchObject({
      owner: { email: shopper.email, username: shopper.username },
      subject: 'Deux',
      message: 'Pour douze personnes ?',
      read: false,
    });
    const oldest = await get<Collection<StoreMessage>>(`/stores/${store.id}/messages?order[createdAt]=ASC`);
    expect(oldest['hydra:member'].map(({ '@id': iri }) => iri)).toEqual([first, second]);
  });

  test('are paged, with their total', async () => {
    for (const subject of ['1', '2', '3']) await send(subject);
    const list = await get<Collection<StoreMessage>>(`/stores/${store.id}/messages?itemsPerPage=2`);
    expect(list).toMatchObject({
      'hydra:totalItems': 3,
      'hydra:view': { 'hydra:next': expect.stringContaining('page=2') },
    });
    const rest = await get<Collection<StoreMessage>>(`/stores/${store.id}/messages?itemsPerPage=2&page=2`);
    expect(rest['hydra:member'].map(({ subject }) => subject)).not.toEqual(
      list['hydra:member'].map(({ subject }) => subject),
    );
    expect(rest['hydra:member']).toHaveLength(1);
  });

  test('stay read once opened, each by itself', async () => {
    const [opened, other] = [await send('Un'), await send('Deux')];
    expect((await put(`${opened}/read`, {})).body).toMatchObject({ read: true });
    expect((await put(`${opened}/read`, {})).status).toBe(200);
    expect([await get(opened), await get(other)]).toMatchObject([{ read: true }, { read: false }]);
  });
});

describe('an appointment', () => {
  const slots = [
    { date: '2026-10-20', beginHour: '10:00', endHour: '11:00' },
    { date: '2026-10-21', beginHour: '14:00', endHour: '15:30' },
  ];
  const request = () => ask('/store_appointments', { message: 'Une coupe', timeSlots: slots });
  const accepting = (index: number) => ({
    response: 'Rendez-vous accepté',
    timeSlots: slots.map((slot, at) => ({ ...slot, accepted: at === index })),
  });
  const refusing = { response: 'Pas de disponibilité pour les créneaux choisis', timeSlots: null };

  test('is confirmed for one slot, visible to the store and the shopper, who gets a mail', async () => {
    const iri = await request();
    const before = mailsTo(shopper.email).length;
    const { status, body } = await put(`${iri}/confirm`, accepting(1));
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'confirmed', response: 'Rendez-vous accepté' });
    expect(body.timeSlots.map(({ accepted }) => accepted)).toEqual([false, true]);
    const own = await get<Collection<OwnAppointment>>(`/users/${shopper.id}/appointments`, asShopper);
    expect(own['hydra:member']).toMatchObject([
      { '@id': iri, state: 'confirmed', store: { name: store.name, slug: store.slug } },
    ]);
    expect(mailsTo(shopper.email).length).toBe(before + 1);
  });

  test('is canceled when there is no slot, and the shopper gets a mail', async () => {
    const iri = await request();
    const before = mailsTo(shopper.email).length;
    const { body } = await put(`${iri}/cancel`, refusing);
    expect(body).toMatchObject({ state: 'canceled', response: refusing.response });
    expect(body.timeSlots.some(({ accepted }) => accepted)).toBe(false);
    expect(mailsTo(shopper.email).length).toBe(before + 1);
  });

  test('answered the same way twice is reported as unchanged, without a second mail', async () => {
    const iri = await request();
    await put(`${iri}/confirm`, accepting(0));
    const sent = mailsTo(shopper.email).length;
    expect(await put(`${iri}/confirm`, accepting(0))).toMatchObject({ status: 200, body: { notice: 'already' } });
    expect(mailsTo(shopper.email).length).toBe(sent);
  });

  test.each([
    ['another slot', 'confirm', accepting(1)],
    ['none', 'cancel', refusing],
  ])('confirmed for one slot accepts no answer with %s', async (_what, step, body) => {
    const iri = await request();
    await put(`${iri}/confirm`, accepting(0));
    expect(await put(`${iri}/${step}`, body)).toMatchObject({ status: 409, body: { code: 'answered' } });
    expect(await get(iri)).toMatchObject({ state: 'confirmed', timeSlots: [{ accepted: true }, { accepted: false }] });
  });

  test('that was canceled cannot be confirmed any more', async () => {
    const iri = await request();
    await put(`${iri}/cancel`, refusing);
    expect(await put(`${iri}/confirm`, accepting(0))).toMatchObject({ status: 409, body: { code: 'answered' } });
  });

  test.each([
    ['no slot', accepting(-1).timeSlots],
    ['two slots', slots.map((slot) => ({ ...slot, accepted: true }))],
    ['a slot that nobody asked for', [{ date: '2026-10-22', beginHour: '10:00', endHour: '11:00', accepted: true }]],
  ])('is not confirmed with %s', async (_what, timeSlots) => {
    const iri = await request();
    const { status, body } = await put(`${iri}/confirm`, { response: '', timeSlots });
    expect([status, body.violations?.[0]?.propertyPath]).toEqual([422, 'timeSlots']);
    expect(await get(iri)).toMatchObject({ state: 'pending' });
  });

  test('is not confirmed for a slot that has already started', async () => {
    const iri = await request();
    const past = { date: '2026-10-12', beginHour: '11:30', endHour: '12:30' };
    await market.db
      .update(storeAppointments)
      .set({ timeSlots: [{ ...past, accepted: false }] })
      .where(eq(storeAppointments.id, iri.split('/').at(-1) ?? ''));
    const answer = await put(`${iri}/confirm`, { response: '', timeSlots: [{ ...past, accepted: true }] });
    expect(answer).toMatchObject({ status: 409, body: { code: 'slot-past' } });
    expect(await get(iri)).toMatchObject({ state: 'pending' });
  });

  test('two answers at the same moment leave one, whichever was first', async () => {
    const iri = await request();
    const answers = await Promise.all([put(`${iri}/confirm`, accepting(0)), put(`${iri}/cancel`, refusing)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200);
    expect((await get<StoreAppointment>(iri)).state).toBe(winner?.body.state);
  });
});

describe('a request for an estimate', () => {
  test('shows its lines in their order, a product by its name as long as there is one, and stays read once opened', async () => {
    const product = await makeProduct(market.db, { storeId: store.id });
    const iri = await ask('/estimates', {
      message: 'Pour un mariage',
      items: [
        { label: 'Un chignon', quantity: 2, comment: 'fleuri' },
        { product: `/products/${product.id}`, quantity: 1 },
      ],
    });
    const estimate = await get<Estimate>(iri);
    expect(estimate).toMatchObject({
      subject: 'Demande de devis',
      owner: { email: shopper.email },
      read: false,
      items: [
        { product: null, label: 'Un chignon', quantity: 2, comment: 'fleuri' },
        { product: { name: product.name, slug: product.slug }, quantity: 1, comment: '' },
      ],
    });
    await put(`${iri}/read`, {});
    await market.db.update(products).set({ deletedAt: NOW }).where(eq(products.id, product.id));
    const list = await get<Collection<Estimate>>(`/stores/${store.id}/estimates`);
    expect(list['hydra:member']).toMatchObject([{ read: true, items: [{}, { product: null, label: product.name }] }]);
  });
});

test('what is not there, or is no id, is not found', async () => {
  for (const path of ['/store_messages', '/store_appointments', '/estimates']) {
    const { status } = await market.inject('GET', `/api${path}/${randomUUID()}`, { token: asMerchant });
    expect(status).toBe(404);
  }
});
