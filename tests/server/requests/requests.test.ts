// What people ask of a shop or of the platform.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { configurations } from '#server/db/schema/content.ts';
import {
  estimateItems,
  estimates,
  platformMessages,
  storeAppointments,
  storeMessages,
} from '#server/db/schema/requests.ts';
import { makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z'); // noon in Paris
let market: TestMarket;
let token: string;
let shopper: Awaited<ReturnType<typeof makeUser>>;
let merchant: Awaited<ReturnType<typeof makeUser>>;
let store: Awaited<ReturnType<typeof makeStore>>;

beforeAll(async () => {
  market = await startTestMarket({ now: NOW });
  await market.db.insert(configurations).values([
    { key: 'siteName', value: 'Étal Meuse' },
    { key: 'contactEmail', value: 'equipe@etal.test' },
  ]);
});
afterAll(() => market.close());
beforeEach(async () => {
  shopper = await makeUser(market.db);
  merchant = await makeUser(market.db);
  token = await market.login(shopper.email);
  store = await makeStore(market.db, { ownerId: merchant.id, takesAppointments: true, takesEstimates: true });
});

const post = <T = { '@id': string }>(path: string, body: object, more: object = { token }) =>
  market.inject<T>('POST', `/api${path}`, { body, ...more });
const iri = () => `/stores/${store.id}`;
const violationsOf = async (path: string, body: object) => (await post<ErrorBody>(path, body)).body.violations;
/** What a mail says, its transfer encoding undone. */
const lastMail = () =>
  (market.mails().at(-1) ?? '')
    .replace(/=\r?\n/g, '')
    .replace(/(=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());

describe('a message to a store', () => {
  const message = () => ({ store: iri(), subject: 'Plateau', message: 'Pour douze personnes ?' });

  test('is stored with its author and mailed to the store, whose reply goes to the author', async () => {
    const { status, body } = await post('/store_messages', message());
    expect(status).toBe(201);
    expect(body).toEqual({
      '@context': '/api/contexts/StoreMessage',
      '@id': expect.stringMatching(/^\/store_messages\/[0-9a-f-]{36}$/),
      '@type': 'StoreMessage',
    });
    const rows = await market.db.query.storeMessages.findMany();
    expect(rows.filter(({ storeId }) => storeId === store.id)).toMatchObject([
      { ownerId: shopper.id, subject: 'Plateau', message: 'Pour douze personnes ?', createdAt: NOW },
    ]);
    expect(lastMail()).toContain(`To: ${merchant.email}`);
    expect(lastMail()).toContain(`Reply-To: ${shopper.email}`);
    expect(lastMail()).toContain('Pour douze personnes ?');
  });

  test('is one, however often the same key is sent', async () => {
    const headers = { 'idempotency-key': '8a6c1f6e-59c5-4b53-8c5c-0d9a2a4e7b22' };
    const before = market.mails().length;
    const first = await post('/store_messages', message(), { token, headers });
    const second = await post('/store_messages', message(), { token, headers });
    expect(second.body).toEqual(first.body);
    expect(market.mails().length).toBe(before + 1);
    const rows = await market.db.select().from(storeMessages);
    expect(rows.filter(({ storeId }) => storeId === store.id)).toHaveLength(1);
  });

  test('reports violations on their fields', async () => {
    expect(await violationsOf('/store_messages', { store: iri(), subject: ' ', message: '' })).toEqual([
      { propertyPath: 'subject', message: 'Champ obligatoire' },
      { propertyPath: 'message', message: 'Champ obligatoire' },
    ]);
    const long = { ...message(), subject: 'x'.repeat(151), message: 'x'.repeat(4001) };
    expect(await violationsOf('/store_messages', long)).toEqual([
      { propertyPath: 'subject', message: '150 caractères au maximum.' },
      { propertyPath: 'message', message: '4000 caractères au maximum.' },
    ]);
  });

  test('is refused without a login, to an unknown store, and to one’s own', async () => {
    expect((await post('/store_messages', message(), {})).status).toBe(401);
    const closed = await makeStore(market.db, { published: false });
    for (const nowhere of [`/stores/${closed.id}`, '/stores/rien', `/products/${store.id}`]) {
      const refused = await post<ErrorBody>('/store_messages', { ...message(), store: nowhere });
      expect([refused.status, refused.body.violations?.[0]?.propertyPath]).toEqual([422, 'store']);
    }
    const own = await post<ErrorBody>('/store_messages', message(), { token: await market.login(merchant.email) });
    expect(own.body.violations).toEqual([{ propertyPath: 'store', message: 'Cette boutique est la vôtre.' }]);
  });
});

describe('a request for an appointment', () => {
  const slot = (date: string, beginHour = '10:00', endHour = '11:30') => ({ date, beginHour, endHour });
  const asking = (...timeSlots: object[]) => ({ store: iri(), message: 'Une coupe.', timeSlots });

  test('is pending at the store with its slots, none of them accepted', async () => {
    const { status, body } = await post(
      '/store_appointments',
      asking(slot('2026-10-12', '12:30', '13:00'), slot('2026-10-20')),
    );
    expect([status, body]).toMatchObject([201, { '@type': 'StoreAppointment' }]);
    const rows = (await market.db.select().from(storeAppointments)).filter(({ storeId }) => storeId === store.id);
    expect(rows).toMatchObject([
      {
        ownerId: shopper.id,
        state: 'pending',
        message: 'Une coupe.',
        timeSlots: [
          { date: '2026-10-12', beginHour: '12:30', endHour: '13:00', accepted: false },
          { date: '2026-10-20', beginHour: '10:00', endHour: '11:30', accepted: false },
        ],
      },
    ]);
    expect(lastMail()).toContain('le 20 octobre 2026 de 10:00 à 11:30');
    expect(lastMail()).toContain(`To: ${merchant.email}`);
    expect(lastMail()).toContain(`Reply-To: ${shopper.email}`);
  });

  test('reports the violations of each slot', async () => {
    const wrong = [slot('2026-02-30'), slot('2026-11-02', '10:15'), slot('2026-11-03', '14:00', '14:00'), {}];
    expect(await violationsOf('/store_appointments', asking(...wrong))).toEqual([
      { propertyPath: 'timeSlots.0.date', message: 'Ce jour n’existe pas.' },
      { propertyPath: 'timeSlots.1.beginHour', message: 'Choisissez une heure, à la demi-heure près.' },
      { propertyPath: 'timeSlots.2.endHour', message: 'L’heure de fin doit être après l’heure de début.' },
      { propertyPath: 'timeSlots.3.date', message: 'Champ obligatoire' },
      { propertyPath: 'timeSlots.3.beginHour', message: 'Champ obligatoire' },
      { propertyPath: 'timeSlots.3.endHour', message: 'Champ obligatoire' },
    ]);
    expect(await violationsOf('/store_appointments', asking())).toEqual([
      { propertyPath: 'timeSlots', message: 'Proposez au moins un créneau.' },
    ]);
  });

  test('is refused with its own code when a slot has started, by Paris time', async () => {
    const late = await post<ErrorBody>(
      '/store_appointments',
      asking(slot('2026-10-13'), slot('2026-10-12', '12:00', '13:00')),
    );
    expect([late.status, late.body.code]).toEqual([409, 'slot-past']);
    expect(late.body.violations).toEqual([{ propertyPath: 'timeSlots.1.date', message: 'Ce créneau est déjà passé.' }]);
    const rows = (await market.db.select().from(storeAppointments)).filter(({ storeId }) => storeId === store.id);
    expect(rows).toEqual([]);
  });

  test('is refused by a store that accepts none', async () => {
    const other = await makeStore(market.db);
    const refused = await post<ErrorBody>('/store_appointments', { ...asking(slot('2026-10-20')), store: other.id });
    expect([refused.status, refused.body.violations?.[0]?.propertyPath]).toEqual([422, 'store']);
  });
});

describe('a request for an estimate', () => {
  const line = (more: object) => ({ quantity: 1, comment: '', ...more });

  test('stores its lines in order: products of the store, and free text', async () => {
    const product = await makeProduct(market.db, { storeId: store.id, name: 'Fauteuil' });
    const items = [
      line({ product: `/products/${product.id}`, quantity: 2, comment: 'En vert.' }),
      line({ label: 'Une réparation', quantity: 1 }),
    ];
    const { status, body } = await post('/estimates', { store: iri(), message: '', items });
    expect([status, body]).toMatchObject([201, { '@type': 'Estimate' }]);
    const [rows] = (await market.db.select().from(estimates)).filter(({ storeId }) => storeId === store.id);
    expect(rows).toMatchObject({ ownerId: shopper.id, message: '' });
    const lines = (await market.db.select().from(estimateItems)).filter(({ estimateId }) => estimateId === rows?.id);
    expect(lines.sort((a, b) => a.position - b.position)).toMatchObject([
      { productId: product.id, label: '', quantity: 2, comment: 'En vert.', position: 0 },
      { productId: null, label: 'Une réparation', quantity: 1, position: 1 },
    ]);
    expect(lastMail()).toContain('2 × Fauteuil (En vert.)');
    expect(lastMail()).toContain(`To: ${merchant.email}`);
    expect(lastMail()).toContain(`Reply-To: ${shopper.email}`);
  });

  test('reports the invalid line: empty, without a quantity, a product of another store', async () => {
    const otherProduct = await makeProduct(market.db);
    expect(
      await violationsOf('/estimates', {
        store: iri(),
        message: '',
        items: [line({}), line({ label: 'Oui', quantity: 0 })],
      }),
    ).toEqual([
      { propertyPath: 'items.0.label', message: 'Dites ce que vous souhaitez.' },
      { propertyPath: 'items.1.quantity', message: 'La quantité minimale est 1.' },
    ]);
    const items = [line({ label: 'Oui' }), line({ product: `/products/${otherProduct.id}` })];
    expect(await violationsOf('/estimates', { store: iri(), message: '', items })).toEqual([
      { propertyPath: 'items.1.product', message: 'Ce produit n’est plus proposé par cette boutique.' },
    ]);
    expect(await violationsOf('/estimates', { store: iri(), message: '', items: [] })).toEqual([
      { propertyPath: 'items', message: 'Ajoutez au moins une ligne à votre demande.' },
    ]);
    expect((await market.db.select().from(estimates)).filter(({ storeId }) => storeId === store.id)).toEqual([]);
  });

  test('is refused by a store that offers none', async () => {
    const other = await makeStore(market.db);
    const refused = await post<ErrorBody>('/estimates', {
      store: other.id,
      message: '',
      items: [line({ label: 'Oui' })],
    });
    expect([refused.status, refused.body.violations?.[0]?.propertyPath]).toEqual([422, 'store']);
  });
});

describe('a message to the platform', () => {
  const written = { name: 'Odile', email: 'Odile@Etal.test ', subject: 'Une idée', message: 'Ouvrez le dimanche.' };

  test('needs no login, is stored and mailed to the team, whose reply goes to the author', async () => {
    const { status, text } = await post('/platform_messages', written, {});
    expect([status, text]).toEqual([204, '']);
    expect(await market.db.select().from(platformMessages)).toMatchObject([
      { name: 'Odile', email: 'odile@etal.test', subject: 'Une idée', message: 'Ouvrez le dimanche.' },
    ]);
    expect(lastMail()).toContain('To: equipe@etal.test');
    expect(lastMail()).toContain('Reply-To: odile@etal.test');
  });

  test('is mailed to the administrators if no contact address is configured', async () => {
    const admin = await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] });
    const before = market.mails().length;
    await market.db.update(configurations).set({ value: '' }).where(eq(configurations.key, 'contactEmail'));
    expect((await post('/platform_messages', written, {})).status).toBe(204);
    await market.db
      .update(configurations)
      .set({ value: 'equipe@etal.test' })
      .where(eq(configurations.key, 'contactEmail'));
    const mails = market.mails().slice(before);
    expect(mails.map((mail) => /^To: (.+)$/m.exec(mail)?.[1]?.trim())).toEqual([admin.email]);
    expect(lastMail()).toContain('Reply-To: odile@etal.test');
  });

  test('requires all four fields, and a valid address', async () => {
    expect(await violationsOf('/platform_messages', {})).toEqual([
      { propertyPath: 'name', message: 'Champ obligatoire' },
      { propertyPath: 'email', message: 'Champ obligatoire' },
      { propertyPath: 'subject', message: 'Champ obligatoire' },
      { propertyPath: 'message', message: 'Champ obligatoire' },
    ]);
    expect(await violationsOf('/platform_messages', { ...written, email: 'odile' })).toEqual([
      { propertyPath: 'email', message: 'Cette adresse e-mail n’est pas valide.' },
    ]);
  });

  test('never lets a person write a header of its mail', async () => {
    const subject = 'Bonjour\r\nBcc: tous@etal.test';
    expect((await post('/platform_messages', { ...written, subject }, {})).status).toBe(204);
    const headers = (market.mails().at(-1) ?? '').split('\r\n\r\n')[0] ?? '';
    expect(headers).not.toMatch(/^Bcc:/m);
  });
});
