// Orders for operators: found by number, person, store, state and period; given back by the market as by the merchant.
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OperatorOrder, OperatorOrderSummary } from '#contract/administration/orders.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { conditionOf, countOf, selectSummaries } from '#server/administration/order-search.ts';
import { operatorActions } from '#server/db/schema/administration.ts';
import { makeDelivery, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { decodeMail } from '../../support/mails.ts';
import { expectOk, makeShopper, PERSON, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');
let market: TestMarket;
let shopper: Shopper;
let token: string;
let accountant: string;
let store: Awaited<ReturnType<typeof makeStore>>;
let order: Order;
beforeAll(async () => {
  market = await startTestMarket({ now: NOW });
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  market.setClock(NOW);
  const operator = async (role: string) =>
    market.login((await makeUser(market.db, { roles: ['ROLE_USER', role] })).email);
  [token, accountant] = [await operator('ROLE_ADMIN'), await operator('ROLE_ACCOUNTANT')];
  shopper = await makeShopper(market);
  store = await makeStore(market.db, { name: 'La Ferme', email: 'ferme@etal.test' });
  const { id } = await makeProduct(market.db, { storeId: store.id, price: 1000, name: 'Tomme' });
  order = await shopper.ready([id, 2]);
  await shopper.answer(expectOk(await shopper.prepare(order)).payment_url, 'accepted');
});

const call = <T>(method: string, path: string, body?: object, by = token) =>
  market.inject<T>(method, `/api/administration${path}`, { token: by, ...(body && { body }) });
const search = async (query: Record<string, string>) =>
  expectOk(await call<Collection<OperatorOrderSummary>>('GET', `/orders?${new URLSearchParams(query)}`))[
    'hydra:member'
  ].map(({ number }) => number);
const partOf = ({ storeOrders: [part] }: { storeOrders: StoreOrder[] }): StoreOrder => {
  if (!part) throw new Error('An order without a store.');
  return part;
};
const read = async (number = order.id) => expectOk(await call<OperatorOrder>('GET', `/orders/${number}`));
const refund = <T = OperatorOrder>(body: object, by = token) =>
  call<T>('POST', `/store_orders/${partOf(order).id}/refunds`, { refunded: 0, reasons: 'Colis perdu.', ...body }, by);
const mailsTo = async (address: string) =>
  (await market.sentMails()).map(decodeMail).filter((mail) => mail.includes(`To: ${address}`));

test.each([
  ['its number', () => String(order.id)],
  ['the number of a part', () => `n° ${partOf(order).id}`],
  ['the beginning of the address', () => shopper.email.slice(0, 14).toUpperCase()],
  ['the account’s name', () => shopper.email.split('@')[0] ?? ''],
])('an order is found by %s', async (_what, text) => {
  expect(await search({ text: text() })).toEqual([order.id]);
});

test('it is found by the beginning of the name, whatever its order, accents and capitals', async () => {
  const of = { store: store.id };
  expect(await search({ ...of, text: `${PERSON.firstName} ${PERSON.lastName}`.slice(0, -2) })).toEqual([order.id]);
  expect(await search({ ...of, text: `${PERSON.lastName} ${PERSON.firstName}`.toUpperCase() })).toEqual([order.id]);
  expect(await search({ ...of, text: 'Lórr' })).toEqual([order.id]);
  expect(await search({ ...of, text: 'orrain' })).toEqual([]);
  expect(await search({ ...of, text: '%' })).toEqual([]);
});

test('it is found by its store, its state and its days in Paris', async () => {
  const of = { store: store.id };
  expect(await search(of)).toEqual([order.id]);
  expect(await search({ ...of, state: 'payed', from: '2026-10-12', to: '2026-10-12' })).toEqual([order.id]);
  expect(await search({ ...of, state: 'shipped' })).toEqual([]);
  expect(await search({ ...of, from: '2026-10-13' })).toEqual([]);
  expect(await search({ ...of, to: '2026-10-11' })).toEqual([]);
});

test('an order that was never sent to the payment is not listed, but by its state', async () => {
  const { id } = await makeProduct(market.db, { storeId: store.id });
  const draft = await shopper.ready([id]);
  expect(await search({ store: store.id })).toEqual([order.id]);
  expect(await search({ store: store.id, state: 'new' })).toEqual([draft.id]);
});

test.each([
  ['a number', { text: '1001' }],
  ['a name', { text: 'Jeanne Lorr' }],
  ['an address', { text: 'jeanne@etal' }],
  ['a state', { state: 'payed' as const }],
  ['nothing', {}],
])('searching by %s reads no table whole', async (_what, query) => {
  await market.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const where = conditionOf(query);
    for (const statement of [
      selectSummaries(tx as never, where)
        .limit(25)
        .getSQL(),
      countOf(where),
    ]) {
      const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Index');
      expect(plan).not.toContain('Seq Scan');
    }
  });
});

test('its page has the parts, the payment and the invoice, for accountants, too', async () => {
  const shown = expectOk(await call<OperatorOrder>('GET', `/orders/${order.id}`, undefined, accountant));
  expect(shown).toMatchObject({
    ...{ number: order.id, total: 2000, refunded: 0, paymentOnDelivery: false },
    buyer: { id: shopper.id, email: shopper.email, name: `${PERSON.firstName} ${PERSON.lastName}` },
    payments: [{ amount: 2000, state: 'accepted' }],
    refunds: [],
  });
  const [invoice] = partOf(shown).documents ?? [];
  const link = await call<{ url: string }>('GET', `/sale_documents/${invoice?.id}/download`, undefined, accountant);
  const pdf = await market.inject('GET', expectOk(link).url);
  expect(pdf.headers['content-type']).toBe('application/pdf');
});

test('articles are given back: the shopper and the store read why, and the log has it', async () => {
  const item = partOf(order).items[0]?.['@id'];
  const answered = expectOk(await refund({ lines: [{ item, quantity: 1 }], amount: { amount: 1000 }, restock: true }));
  expect(answered).toMatchObject({
    refunded: 1000,
    refunds: [{ amount: 1000, means: 'payment', message: 'Colis perdu.', isSettled: false }],
  });
  const seen = expectOk(await shopper.seeOrder(order));
  expect(partOf(seen).refunds).toMatchObject([{ amount: 1000 }]);
  expect(partOf(seen).documents?.map(({ kind }) => kind)).toEqual(['invoice', 'credit-note']);
  const [toShopper] = (await mailsTo(shopper.email)).slice(-1);
  expect(toShopper).toContain('Nos raisons\u00a0: Colis perdu.');
  expect(toShopper).toContain('pour La Ferme,');
  const [toStore] = (await mailsTo('ferme@etal.test')).slice(-1);
  expect(toStore).toContain('Colis perdu.');
  const [logged] = await market.db
    .select()
    .from(operatorActions)
    .where(eq(operatorActions.subject, `/administration/orders/${order.id}`));
  expect(logged).toMatchObject({ action: 'order-refunded', reasons: 'Colis perdu.' });
  expect(logged?.title).toContain('10,00\u00a0€ de la commande');
  expect((await read()).refunds).toMatchObject([{ isSettled: true, error: null }]);
});

test('an amount is given back, with the reasons on its credit note', async () => {
  expectOk(await refund({ amount: { amount: 350 }, reasons: 'Geste commercial' }));
  const seen = partOf(expectOk(await shopper.seeOrder(order)));
  expect(seen.refunds).toMatchObject([{ amount: 350, reason: 'Geste commercial' }]);
});

test('all of it is given back, which cancels the part', async () => {
  const item = partOf(order).items[0]?.['@id'];
  expectOk(await refund({ lines: [{ item, quantity: 2 }], restock: true, cancel: true }));
  expect(partOf(expectOk(await shopper.seeOrder(order))).state).toBe('canceled');
  expect((await mailsTo(shopper.email)).at(-1)).toContain('Nous avons annulé la part de La Ferme');
});

test('no more than is left, not twice, not without reasons, and not by an accountant', async () => {
  expect(await refund<ErrorBody>({ amount: { amount: 2001 } })).toMatchObject({
    status: 422,
    body: { violations: [{ propertyPath: 'amount' }] },
  });
  expectOk(await refund({ amount: { amount: 500 } }));
  expect(await refund<ErrorBody>({ amount: { amount: 500 } })).toMatchObject({
    status: 409,
    body: { code: 'refunded' },
  });
  expect((await refund({ amount: { amount: 500 }, refunded: 500, reasons: ' ' })).status).toBe(422);
  expect((await refund({ amount: { amount: 500 }, refunded: 500 }, accountant)).status).toBe(403);
  const log = await market.db.select().from(operatorActions);
  expect(log.filter(({ subject }) => subject.endsWith(`/orders/${order.id}`))).toHaveLength(1);
  expect((await read()).refunded).toBe(500);
});
