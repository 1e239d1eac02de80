import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ShippingType, type StoreOrderState, shippingTypes } from '#contract/fields/values.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { storeOrderItems, storeOrders } from '#server/db/schema/sales.ts';
import type { stores } from '#server/db/schema/stores.ts';
import { makeDelivery, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { decodeMail } from '../../support/mails.ts';
import { makeShopper, PERSON, type Shopper } from '../../support/shopper.ts';
import { type Answer, startTestMarket, type TestMarket } from '../../support/test-server.ts';

describe('a merchant', () => {
  let market: TestMarket;
  let shop: typeof stores.$inferSelect;
  let token: string;
  let otherToken: string;
  let shopper: Shopper;
  let productId: string;
  beforeAll(async () => {
    market = await startTestMarket();
    await makeDelivery(market.db);
    const [owner, other] = [await makeUser(market.db), await makeUser(market.db)];
    shop = await makeStore(market.db, { ownerId: owner.id, paymentOnDelivery: true });
    await makeStore(market.db, { ownerId: other.id });
    [token, otherToken] = [await market.login(owner.email), await market.login(other.email)];
    productId = (await makeProduct(market.db, { storeId: shop.id })).id;
  });
  afterAll(() => market.close());

  let order: Order;
  let part: StoreOrder;
  beforeEach(async () => {
    shopper = await makeShopper(market);
    const ready = await shopper.ready([productId]);
    order = (await shopper.call<Order>('PUT', `/orders/${ready.id}`, { paymentOnDelivery: true })).body;
    const [first] = order.storeOrders;
    if (!first) throw new Error('No store order.');
    part = first;
  });

  const act = <T = StoreOrder>(action: 'validate' | 'ready' | 'ship', as = token): Promise<Answer<T>> =>
    market.inject<T>('PUT', `/api/store_orders/${part.id}/${action}`, { token: as, body: {} });
  const track = <T = StoreOrder>(body: unknown, as = token) =>
    market.inject<T>('PUT', `/api/store_orders/${part.id}`, { token: as, body });
  const rowOf = async () =>
    (await market.db.select().from(storeOrders).where(eq(storeOrders.id, part.id)))[0] ?? expect.fail('gone');
  const force = (state: StoreOrderState) =>
    market.db.update(storeOrders).set({ state }).where(eq(storeOrders.id, part.id));
  const list = (query = '', as = token) =>
    market.inject<Collection<StoreOrder>>('GET', `/api/stores/${shop.id}/store_orders${query}`, { token: as });

  test.each([
    ['its number', () => `n° ${part.id}`, true],
    ['a name without its accents, in capitals', () => 'LORRAIN', true],
    ['an article', () => 'tomme', true],
    ['a telephone number, however it is spaced', () => '03.29.00', true],
    ['what is not in it', () => 'zzz-nothing', false],
    ['a sign that would match anything', () => '%', false],
    ['an underscore', () => '_', false],
    ['a quote, which ends nothing', () => "' or 1=1 --", false],
  ])('finds an order by %s', async (_, wanted, isFound) => {
    await market.db
      .update(storeOrders)
      .set({ firstName: 'Élodie', lastName: 'Lörrain', phoneNumber: '03 29 00 11 22' })
      .where(eq(storeOrders.id, part.id));
    await market.db
      .update(storeOrderItems)
      .set({ name: 'Tomme à la bière' })
      .where(eq(storeOrderItems.storeOrderId, part.id));
    const { body } = await list(`?search=${encodeURIComponent(wanted())}`);
    expect(body['hydra:member'].some(({ id }) => id === part.id)).toBe(isFound);
    expect((await list(`?search=${encodeURIComponent(wanted())}`, otherToken)).status).toBe(404);
  });

  test.each(['06 98 76 54 32', '0698765432', '+33 6 98 76 54 32', '+33 (0)6 98 76', '06.98.76', '98 76 54'])(
    'finds a telephone number in whatever spelling by %j',
    async (search) => {
      for (const [phoneNumber, isFound] of [
        ['06 98 76 54 32', true],
        ['+33698765432', true],
        ['0033 (0)6 98 76 54 32', true],
        ['06 01 02 03 04', false],
      ] as const) {
        await market.db.update(storeOrders).set({ phoneNumber }).where(eq(storeOrders.id, part.id));
        const { body } = await list(`?search=${encodeURIComponent(search)}`);
        expect([phoneNumber, body['hydra:member'].some(({ id }) => id === part.id)]).toEqual([phoneNumber, isFound]);
      }
    },
  );

  test('exports the store’s own orders as a table without formulas', async () => {
    await market.db
      .update(storeOrders)
      .set({ firstName: '=1+1', lastName: 'Le "Grand"; fils', trackingCode: '@cmd' })
      .where(eq(storeOrders.id, part.id));
    const take = (as?: string) =>
      market.inject<{ fileName: string; content: string }>('GET', '/api/store_orders/export', { token: as });
    const { body, status } = await take(token);
    expect(status).toBe(200);
    expect(body.fileName).toMatch(/^commandes-\d{4}-\d\d-\d\d\.csv$/);
    const [heading, ...rows] = body.content.split('\r\n');
    expect(heading).toBe(
      '\ufeffNuméro;Date;État;Livraison;Paiement à la livraison;Prénom;Nom;Téléphone;E-mail;Adresse;Complément;Code postal;Ville;Articles;Frais de livraison;Total;Remboursé;Code de suivi;Retrait prévu',
    );
    const row = rows.find((each) => each.startsWith(`${part.id};`)) ?? expect.fail('not in it');
    expect(row).toContain(`;À encaisser;`);
    expect(row).toContain(`;'=1+1;"Le ""Grand""; fils";`);
    expect(row).toContain(";'@cmd");
    expect(row).toMatch(/^\d+;\d{4}-\d\d-\d\d \d\d:\d\d;/);
    expect(row).toContain(';03 29 00 00 00\t;');
    expect((await take(otherToken)).body.content.split('\r\n').filter(Boolean)).toHaveLength(1);
    expect((await take()).status).toBe(401);
    expect((await take(shopper.token)).status).toBe(403);
  });

  test('validates and then ships, telling the shopper', async () => {
    const validated = await act('validate');
    expect(validated.status).toBe(200);
    expect(validated.body.state).toBe('validated');
    expect(validated.body.version).toBe(part.version + 1);
    const mailsBefore = market.mails().length;
    const shipped = await act('ship');
    expect(shipped.body.state).toBe('shipped');
    expect(shipped.body.notice).toBeUndefined();
    const [news] = (await market.sentMails()).slice(mailsBefore);
    expect(news).toContain(`To: ${shopper.email}`);
    expect((await rowOf()).state).toBe('shipped');
  });

  const shipAs = (shippingType: ShippingType) =>
    market.db.update(storeOrders).set({ shippingType }).where(eq(storeOrders.id, part.id));

  test('tells the shopper that the order waits when it is ready, and not that it waits when it is handed over', async () => {
    await act('validate');
    const mailsBefore = market.mails().length;
    const ready = await act('ready');
    expect(ready.status).toBe(200);
    expect(ready.body).toMatchObject({ state: 'validated', readyAt: expect.any(String), version: part.version + 2 });
    expect(ready.body.notice).toBeUndefined();
    await act('ship');
    const [waits = '', handedOver = '', ...others] = (await market.sentMails()).slice(mailsBefore).map(decodeMail);
    expect(others).toEqual([]);
    expect(waits).toContain(`To: ${shopper.email}`);
    expect(waits).toContain('Votre commande vous attend.');
    expect(waits).toContain('À payer sur place');
    expect(handedOver).toContain('vous a remis votre commande');
    expect(handedOver).not.toContain('vous attend');
    expect(handedOver).not.toContain('À payer sur place');
    const seen = (await shopper.call<Order>('GET', `/orders/${order.id}`)).body.storeOrders[0];
    expect(seen).toMatchObject({ state: 'shipped', readyAt: ready.body.readyAt, validatedAt: expect.any(String) });
  });

  test('can hand over at once what was never marked as ready', async () => {
    await act('validate');
    expect((await act('ship')).body).toMatchObject({ state: 'shipped', readyAt: null });
  });

  test('marks as ready once, on any number of devices', async () => {
    await act('validate');
    const mailsBefore = market.mails().length;
    const answers = await Promise.all([act('ready'), act('ready'), act('ready')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.filter(({ body }) => body.notice === undefined)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.readyAt)).size).toBe(1);
    expect(await market.sentMails()).toHaveLength(mailsBefore + 1);
    expect((await rowOf()).version).toBe(part.version + 2);
  });

  test.each(shippingTypes.filter((type) => type !== 'store'))('cannot mark as ready a part for %s', async (type) => {
    await shipAs(type);
    await act('validate');
    const { status, body } = await act<ErrorBody>('ready');
    expect([status, body.violations?.[0]?.propertyPath]).toEqual([422, 'shippingType']);
    expect((await rowOf()).readyAt).toBeNull();
  });

  test('left at the store’s relay point, the shopper hears that it waits there and is still to be paid', async () => {
    await shipAs('custom_relay');
    await act('validate');
    expect((await act('ship')).body.state).toBe('shipped');
    const news = decodeMail((await market.sentMails()).at(-1) ?? '');
    expect(news).toContain('Votre commande vous attend au point relais du commerçant.');
    expect(news).toContain('À payer sur place');
  });

  test('gets a notice when it was already done', async () => {
    await act('validate');
    const again = await act('validate');
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ state: 'validated', notice: 'already' });
    await act('ship');
    const mailsBefore = market.mails().length;
    for (const action of ['validate', 'ready', 'ship'] as const) {
      expect((await act(action)).body).toMatchObject({ state: 'shipped', notice: 'already' });
    }
    expect(await market.sentMails()).toHaveLength(mailsBefore);
  });

  test('validating from two devices at once happens once', async () => {
    const answers = await Promise.all([act('validate'), act('validate'), act('validate')]);
    expect(answers.filter(({ body }) => body.notice === undefined)).toHaveLength(1);
    expect((await rowOf()).version).toBe(part.version + 1);
  });

  test.each<[StoreOrderState, 'validate' | 'ready' | 'ship']>([
    ['payed', 'ready'],
    ['new', 'ready'],
    ['canceled', 'ready'],
    ['new', 'validate'],
    ['new', 'ship'],
    ['payment_pending', 'validate'],
    ['payment_declined', 'validate'],
    ['canceled', 'ship'],
    ['payed', 'ship'],
  ])('from %s cannot %s', async (state, action) => {
    await force(state);
    const { status, body } = await act<ErrorBody>(action);
    expect(status).toBe(422);
    expect(body.violations?.[0]?.propertyPath).toBe('state');
    expect((await rowOf()).state).toBe(state);
  });

  describe('writes a tracking code', () => {
    test('that the shopper then sees', async () => {
      const { status, body } = await track({ trackingCode: '6A123', baseTrackingCode: null });
      expect(status).toBe(200);
      expect(body.trackingCode).toBe('6A123');
      const seen = (await shopper.seeOrder(order)).body.storeOrders[0];
      expect(seen?.trackingCode).toBe('6A123');
    });

    test('and not an empty one', async () => {
      for (const trackingCode of ['', '   ']) {
        const { status, body } = await track<ErrorBody>({ trackingCode });
        expect(status).toBe(422);
        expect(body.violations).toEqual([{ propertyPath: 'trackingCode', message: 'Code requis' }]);
      }
    });

    test('over another device only knowingly', async () => {
      await track({ trackingCode: 'A1', baseTrackingCode: null });
      const { status, body } = await track<ErrorBody>({ trackingCode: 'B2', baseTrackingCode: null });
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: 'changed', detail: { theirs: 'A1' } });
      expect((await rowOf()).trackingCode).toBe('A1');
      expect((await track({ trackingCode: 'A1', baseTrackingCode: null })).body.notice).toBe('already');
      expect((await track({ trackingCode: 'B2', baseTrackingCode: 'A1' })).body.trackingCode).toBe('B2');
    });

    test('without changing the shopper’s fields', async () => {
      await track({ trackingCode: 'A1', lastName: 'Autre', shippingType: 'home' });
      expect(await rowOf()).toMatchObject({ lastName: PERSON.lastName, shippingType: 'store', trackingCode: 'A1' });
    });
  });

  test('finds and changes nothing of another store', async () => {
    const before = await rowOf();
    const tries = [
      await act('validate', otherToken),
      await act('ready', otherToken),
      await act('ship', otherToken),
      await track({ trackingCode: 'X' }, otherToken),
      await market.inject('GET', `/api/store_orders/${part.id}`, { token: otherToken }),
      await list('', otherToken),
      await market.inject('GET', `/api/stores/${shop.id}/own_products`, { token: otherToken }),
    ];
    expect(tries.map(({ status }) => status)).toEqual(Array(7).fill(404));
    expect((await act('validate', shopper.token)).status).toBe(403);
    expect((await market.inject('GET', `/api/store_orders/${part.id}`)).status).toBe(401);
    expect(await rowOf()).toEqual(before);
  });

  describe('lists the orders', () => {
    test('that were paid, newest first, with their customer', async () => {
      const { body } = await list();
      const ids = body['hydra:member'].map(({ id }) => id);
      expect(ids[0]).toBe(part.id);
      expect(ids).toEqual([...ids].sort((a, b) => b - a));
      expect(new Set(body['hydra:member'].map(({ state }) => state))).not.toContain('new');
      expect(body['hydra:member'][0]).toMatchObject({ ...PERSON, orderPaymentOnDelivery: true });
    });

    test('of the requested states; unpaid shoppers stay unknown', async () => {
      await shopper.ready([productId]);
      const { body } = await list('?state[]=new&state[]=validated');
      expect(body['hydra:member'].length).toBeGreaterThan(0);
      for (const shown of body['hydra:member']) {
        expect(['new', 'validated']).toContain(shown.state);
        if (shown.state === 'new')
          expect(shown).toMatchObject({ lastName: '', phoneNumber: '', address: { city: '' } });
      }
    });

    test('page by page, the links keeping the states', async () => {
      const { body } = await list('?state[]=payed&state[]=shipped&itemsPerPage=1');
      expect(body['hydra:member']).toHaveLength(1);
      expect(body['hydra:totalItems']).toBeGreaterThan(1);
      const next = body['hydra:view']?.['hydra:next'] ?? '';
      expect(next).toBe(`/stores/${shop.id}/store_orders?state[]=payed&state[]=shipped&itemsPerPage=1&page=2`);
      const second = await market.inject<Collection<StoreOrder>>('GET', `/api${next}`, { token });
      expect(second.body['hydra:member'][0]?.id).not.toBe(body['hydra:member'][0]?.id);
      expect((await list('?state[]=lost')).status).toBe(400);
    });
  });

  test('sees the current state of the own store', async () => {
    const { status, body } = await market.inject('GET', `/api/stores/${shop.id}`, { token });
    expect(status).toBe(200);
    expect(body).toMatchObject({ slug: shop.slug, paymentOnDelivery: true, productCount: 1 });
  });
});
