// Collection slots: chosen with the delivery, counted while the order is placed, refused at their field.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CollectionSlot } from '#contract/fields/collection-slots.ts';
import type { OrderChanged } from '#contract/orders/agreed-terms.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { EndpointAnswer } from '#contract/registry.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { offeredSlots } from '#domain/orders/collection-slots.ts';
import { storeOrders } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/stores.ts';
import { checkDuePayments } from '#server/sales/payment-checks.ts';
import { makeDelivery, makeProduct } from '../../support/builders.ts';
import type { DatabaseKind } from '../../support/database-of-run.ts';
import { week } from '../../support/hours.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper, PERSON, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

/** A Tuesday, 9:20 in Paris. */
const NOW = new Date('2026-11-24T08:20:00Z');
const FULL = 'Ce créneau de retrait est complet, choisissez-en un autre.';
const GONE = 'Ce créneau de retrait n’est plus proposé, choisissez-en un autre.';

let market: TestMarket;
let merchant: Merchant;
let product: { id: string };
let shopper: Shopper;

async function openMarket(database?: DatabaseKind): Promise<void> {
  market = await startTestMarket({ now: NOW, ...(database && { database }) });
  await makeDelivery(market.db);
}

async function openShop(slots: { minutes: number | null; capacity: number | null } | null) {
  market.setClock(NOW);
  merchant = await makeMerchant(market, {
    name: 'La Halle',
    openingHours: [week],
    paymentOnDelivery: true,
    collectionSlots: slots,
  });
  product = await makeProduct(market.db, { storeId: merchant.storeId });
}

const slotsNow = async () =>
  (
    await market.inject<EndpointAnswer<'stores.collectionSlots'>>(
      'GET',
      `/api/stores/${merchant.storeId}/collection_slots`,
    )
  ).body;
const offered = async () => offeredSlots(await slotsNow(), NOW);
const firstSlot = async () => (await offered())[0] as CollectionSlot;

const order = async (by: Shopper) => expectOk(await by.order(await by.fill([product.id])));
const save = <T = StoreOrder>(by: Shopper, { storeOrders: [part] }: Order, slot: CollectionSlot | null, more = {}) =>
  by.call<T>('PUT', part?.['@id'] ?? '', { shippingType: 'store', ...PERSON, slot, ...more });
const confirm = (by: Shopper, { id }: { id: number }) =>
  by.call<ErrorBody>('PUT', `/orders/${id}`, { paymentOnDelivery: true });
/** An order with this slot, ready to be confirmed. */
async function readyWith(by: Shopper, slot: CollectionSlot): Promise<Order> {
  const made = await order(by);
  expectOk(await save(by, made, slot));
  return made;
}
const bookedOrders = async () => (await slotsNow()).booked.map(({ orders }) => orders);

describe('a store with slots', () => {
  beforeAll(() => openMarket());
  afterAll(() => market.close());
  beforeEach(async () => {
    await openShop({ minutes: 30, capacity: 1 });
    shopper = await makeShopper(market);
  });

  test('has the slot of an order in every answer about it, until another way is chosen', async () => {
    const slot = await firstSlot();
    const made = await order(shopper);
    expect(made.storeOrders[0]).toMatchObject({ slot: null, store: { collectionSlots: { minutes: 30, capacity: 1 } } });
    expect(expectOk(await save(shopper, made, slot)).slot).toEqual(slot);
    expect((await shopper.seeOrder(made)).body.storeOrders[0]?.slot).toEqual(slot);
    // A changed cart gets a new order, with the choices made before.
    const changed = await order(shopper);
    expect([changed.id === made.id, changed.storeOrders[0]?.slot]).toEqual([false, slot]);
    const part = changed.storeOrders[0]?.['@id'];
    const brought = await shopper.call<StoreOrder>('PUT', `${part}/set_shipping_type`, { shippingType: 'home' });
    expect(brought.body.slot).toBeNull();
  });

  test('refuses an order without one, past, out of hours or full, beside its field', async () => {
    const made = await order(shopper);
    const [slot, next] = await offered();
    const refusal = async (chosen: CollectionSlot | null) => {
      const { status, body } = await save<ErrorBody>(shopper, made, chosen);
      expect([status, body.violations?.[0]?.propertyPath]).toEqual([422, 'slot']);
      return body.violations?.[0]?.message;
    };
    expect(await refusal(null)).toBe('Choisissez un créneau de retrait.');
    expect(await refusal({ start: '2026-11-24T03:00:00.000Z', end: '2026-11-24T03:30:00.000Z' })).toBe(
      'Ce créneau de retrait est passé, choisissez-en un autre.',
    );
    expect(await refusal({ start: '2026-11-24T22:00:00.000Z', end: '2026-11-24T22:30:00.000Z' })).toBe(GONE);
    const other = await makeShopper(market);
    expectOk(await confirm(other, await readyWith(other, slot as CollectionSlot)));
    expect(await refusal(slot as CollectionSlot)).toBe(FULL);
    expect((await save(shopper, made, next as CollectionSlot)).status).toBe(200);
  });

  test('lets no order be confirmed without one', async () => {
    const made = await order(shopper);
    await market.db.update(stores).set({ collectionSlots: null }).where(eq(stores.id, merchant.storeId));
    await shopper.deliver(made);
    await market.db
      .update(stores)
      .set({ collectionSlots: { minutes: null, capacity: null } })
      .where(eq(stores.id, merchant.storeId));
    const { status, body } = await confirm(shopper, made);
    expect([status, body.code]).toEqual([422, 'incomplete']);
    expect(body.violations).toEqual([
      { propertyPath: `storeOrders[${made.storeOrders[0]?.id}].slot`, message: 'Choisissez un jour de retrait.' },
    ]);
  });

  test('counts placed orders; one that is cancelled, declined or expired frees its place', async () => {
    const slot = await firstSlot();
    const made = await readyWith(shopper, slot);
    expect(await bookedOrders(), 'not placed yet').toEqual([]);
    const { payment_url } = expectOk(await shopper.prepare(made));
    expect(await bookedOrders(), 'being paid').toEqual([1]);
    await shopper.answer(payment_url, 'declined');
    expect(await bookedOrders(), 'declined').toEqual([]);

    const again = await readyWith(shopper, slot);
    expectOk(await shopper.prepare(again));
    market.setClock(new Date(NOW.getTime() + 3_600_000));
    await checkDuePayments(market.app.market, new Date(NOW.getTime() + 3_600_000));
    market.setClock(NOW);
    expect(await bookedOrders(), 'expired').toEqual([]);

    const other = await makeShopper(market);
    const taken = await readyWith(other, slot);
    expectOk(await confirm(other, taken));
    expect(await bookedOrders()).toEqual([1]);
    expectOk(await merchant.call('PUT', `/store_orders/${taken.storeOrders[0]?.id}/cancel`, { reason: '' }));
    expect(await bookedOrders(), 'cancelled').toEqual([]);
  });

  test('tells nobody how many orders it has while they are not limited', async () => {
    const slot = await firstSlot();
    expectOk(await confirm(shopper, await readyWith(shopper, slot)));
    await merchant.call('PUT', `/stores/${merchant.storeId}`, { collectionSlots: { minutes: 30, capacity: null } });
    expect((await slotsNow()).booked).toEqual([]);
    const other = await makeShopper(market);
    expectOk(await confirm(other, await readyWith(other, slot)));
  });

  test('leaves placed orders alone when its setting changes', async () => {
    const slot = await firstSlot();
    const made = await readyWith(shopper, slot);
    expectOk(await confirm(shopper, made));
    const path = `/stores/${merchant.storeId}`;
    for (const collectionSlots of [{ minutes: 120, capacity: 1 }, { minutes: null, capacity: 1 }, null]) {
      expectOk(await merchant.call('PUT', path, { collectionSlots, openingHours: [week] }));
      expect((await shopper.seeOrder(made)).body.storeOrders[0]).toMatchObject({ slot, state: 'payed' });
    }
    const [row] = await market.db.select().from(storeOrders).where(eq(storeOrders.orderId, made.id));
    expect(row?.slotStart?.toISOString()).toBe(slot.start);
  });

  test('asks again for an order whose slot was lost before it was paid', async () => {
    const slot = await firstSlot();
    const made = await readyWith(shopper, slot);
    const other = await makeShopper(market);
    expectOk(await confirm(other, await readyWith(other, slot)));
    const { status, body } = await confirm(shopper, made);
    expect([status, body.code]).toEqual([409, 'order-changed']);
    expect(body['hydra:description']).toContain(`La Halle\u00a0: ${FULL}`);
    const again = expectOk(await shopper.order(await shopper.openCart()));
    expect(again.storeOrders[0]).toMatchObject({ slot: null, lastName: PERSON.lastName });
  });

  test.each([
    ['capacity', { minutes: 30, capacity: 0 }, 'Nombre entier attendu, de 1 à 500.'],
    ['capacity', { minutes: 30, capacity: 501 }, 'Nombre entier attendu, de 1 à 500.'],
    ['minutes', { minutes: 45, capacity: null }, 'Durée inconnue.'],
  ])('refuses a setting with a wrong %s: %j', async (field, collectionSlots, message) => {
    const refused = await merchant.call<ErrorBody>('PUT', `/stores/${merchant.storeId}`, { collectionSlots });
    expect([refused.status, refused.body.violations]).toEqual([
      422,
      [{ propertyPath: `collectionSlots.${field}`, message }],
    ]);
  });
});

describe('an order committed without a network', () => {
  beforeAll(() => openMarket());
  afterAll(() => market.close());
  beforeEach(async () => {
    await openShop({ minutes: 30, capacity: 1 });
    shopper = await makeShopper(market);
  });

  const nowhere = { address: { address1: '', address2: '', postalCode: '', city: '' } };
  async function commit<T = Order>(slot: CollectionSlot | undefined) {
    const cart = await shopper.fill([product.id]);
    const part = { ...PERSON, ...nowhere, email: '', store: merchant.storeId, shippingType: 'store', fees: 0 };
    const body = {
      lines: [{ product: product.id, optionValues: [], quantity: 1, unitPrice: 1000 }],
      coupon: null,
      parts: [{ ...part, distance: null, pickupId: null, ...(slot && { slot }) }],
      paymentOnDelivery: true,
      ifChanged: 'ask',
      most: 1000,
    };
    const headers = { 'idempotency-key': randomUUID() };
    return market.inject<T>('POST', `/api/carts/${cart.id}/commit`, { token: shopper.token, body, headers });
  }
  async function expectReturned(slot: CollectionSlot | undefined, message: string) {
    const { status, body } = await commit<ErrorBody>(slot);
    expect([status, body.code]).toEqual([409, 'order-changed']);
    expect(body.detail).toEqual({ changes: [`La Halle\u00a0: ${message}`], now: null } satisfies OrderChanged);
    expect((await shopper.openCart()).items.map(({ quantity }) => quantity)).toEqual([1]);
    const mine = await market.inject<{ 'hydra:member': Order[] }>('GET', `/api/users/${shopper.id}/orders`, {
      token: shopper.token,
    });
    expect(mine.body['hydra:member']).toEqual([]);
  }

  test('keeps the slot it was committed with', async () => {
    const slot = await firstSlot();
    expect(expectOk(await commit(slot)).storeOrders[0]).toMatchObject({ state: 'payed', slot });
    expect(await bookedOrders()).toEqual([1]);
  });

  test('is returned, never moved, if its slot is full, past, out of hours or no longer asked for', async () => {
    const slot = await firstSlot();
    const other = await makeShopper(market);
    expectOk(await confirm(other, await readyWith(other, slot)));
    await expectReturned(slot, FULL);
    market.setClock(new Date(NOW.getTime() + 86_400_000));
    await shopper.login();
    await expectReturnedAgain(slot, 'Ce créneau de retrait est passé, choisissez-en un autre.');
  });

  /** The cart has its article already. */
  async function expectReturnedAgain(slot: CollectionSlot, message: string) {
    const { id } = (await shopper.openCart()).items[0]?.product ?? { id: '' };
    expect(id).toBe(product.id);
    await shopper.call('DELETE', (await shopper.openCart()).items[0]?.['@id'] ?? '');
    await expectReturned(slot, message);
  }

  test('is returned if the hours have changed, or the store has given up slots, or begun to ask for one', async () => {
    const slot = await firstSlot();
    const path = `/stores/${merchant.storeId}`;
    expectOk(await merchant.call('PUT', path, { closedDays: [{ from: '2026-11-24', to: '2026-11-24' }] }));
    await expectReturned(slot, GONE);
    expectOk(await merchant.call('PUT', path, { closedDays: [], collectionSlots: null }));
    await expectReturnedAgain(slot, 'les créneaux de retrait ne sont plus proposés.');
    expectOk(await merchant.call('PUT', path, { collectionSlots: { minutes: null, capacity: null } }));
    await shopper.call('DELETE', (await shopper.openCart()).items[0]?.['@id'] ?? '');
    await expectReturned(undefined, 'Choisissez un jour de retrait.');
  });
});

// PGlite lets one transaction run at a time: only PostgreSQL truly races.
describe.each<DatabaseKind>(['pglite', 'postgres'])('the last place of a slot on %s', (database) => {
  beforeAll(() => openMarket(database));
  afterAll(() => market.close());

  test('goes to one of six orders at once; the others are told, and nothing of theirs is placed', async () => {
    await openShop({ minutes: 30, capacity: 2 });
    const slot = await firstSlot();
    const early = await makeShopper(market);
    expectOk(await confirm(early, await readyWith(early, slot)));
    const shoppers = await Promise.all(Array.from({ length: 6 }, () => makeShopper(market)));
    const orders = await Promise.all(shoppers.map((each) => readyWith(each, slot)));
    const answers = await Promise.all(shoppers.map((each, at) => confirm(each, { id: orders[at]?.id ?? 0 })));
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(5);
    for (const { body } of refused) {
      expect(body.code).toBe('order-changed');
      expect(body['hydra:description']).toContain(FULL);
    }
    expect(await bookedOrders()).toEqual([2]);
  });
});
