// Contract withdrawals: declared by an account or by a guest, acknowledged at once, answered by the store.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyEndpointAnswer } from '#contract/all-endpoints.ts';
import type { ContractWithdrawal, WithdrawalAcknowledgement } from '#contract/orders/contract-withdrawals.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { contractWithdrawals } from '#server/db/schema/contract-withdrawals.ts';
import { storeOrders } from '#server/db/schema/sales.ts';
import { remindOfWithdrawals } from '#server/withdrawals/reminders.ts';
import { makeProduct } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { readableMail } from '../../support/readable-mail.ts';
import { expectOk, makeShopper, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

type Choice = AnyEndpointAnswer<'contractWithdrawals.ofOrder'>;
type OfStore = AnyEndpointAnswer<'contractWithdrawals.ofStoreOrder'>;

const TODAY = new Date('2026-11-02T10:00:00Z');
const DAY_MS = 86_400_000;
const later = (days: number) => new Date(TODAY.getTime() + days * DAY_MS);

let market: TestMarket;
let merchant: Merchant;
let other: Merchant;
let shopper: Shopper;
beforeAll(async () => {
  market = await startTestMarket({ now: TODAY });
  merchant = await makeMerchant(market, { name: 'Poterie', email: 'poterie@etal.test', paymentOnDelivery: true });
  other = await makeMerchant(market, { name: 'Crèmerie', paymentOnDelivery: true });
});
afterAll(() => market.close());
beforeEach(async () => {
  market.setClock(TODAY);
  shopper = await makeShopper(market);
});

const sold = async (name: string, withdrawalException: string | null = null, storeId = merchant.storeId) =>
  (await makeProduct(market.db, { storeId, price: 1000, name, withdrawalException })).id;

/** Confirmed, to be paid on delivery. */
async function bought(...lines: Parameters<Shopper['ready']>): Promise<Order> {
  const order = await shopper.ready(...lines);
  return expectOk(await shopper.call<Order>('PUT', order['@id'], { paymentOnDelivery: true }));
}
async function ship(order: Order, by = merchant): Promise<void> {
  await by.call('PUT', `${partOf(order)['@id']}/validate`, {});
  expectOk(await by.call('PUT', `${partOf(order)['@id']}/ship`, {}));
}
const partOf = (order: Order): StoreOrder => {
  const part = order.storeOrders.find(({ store }) => store.id === merchant.storeId);
  if (!part) throw new Error('No part of this store');
  return part;
};
const itemOf = (order: Order, name: string) => {
  const item = order.storeOrders.flatMap(({ items }) => items).find(({ product }) => product.name === name);
  return item?.['@id'].split('/').at(-1) ?? '';
};
const choice = async (order: Order) =>
  expectOk(await shopper.call<Choice>('GET', `/orders/${order.id}/contract_withdrawals`));
const statement = () => ({ name: 'Jeanne Lorrain', email: shopper.email });
const declare = <T = WithdrawalAcknowledgement>(order: Order, values: object = { items: null }) =>
  shopper.call<T>('POST', `/orders/${order.id}/contract_withdrawals`, { ...statement(), ...values });
const declareAsGuest = <T = WithdrawalAcknowledgement>(body: object, key?: string) =>
  market.inject<T>('POST', '/api/contract_withdrawals', {
    body: { name: 'Jeanne Lorrain', words: '', ...body },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const seenByStore = async (order: Order, by = merchant) =>
  expectOk(await by.call<OfStore>('GET', `${partOf(order)['@id']}/contract_withdrawals`)).withdrawals;
const rowsOf = (order: Order) =>
  market.db
    .select()
    .from(contractWithdrawals)
    .where(eq(contractWithdrawals.storeOrderId, partOf(order).id));
const mailsTo = (address: string, words: string) =>
  market
    .mails()
    .map(readableMail)
    .filter((mail) => mail.includes(`To: ${address}`) && mail.includes(words));

describe('with an account', () => {
  test('everything is given up at once: recorded, acknowledged by mail with content, date and time, and the store is told', async () => {
    const order = await bought([await sold('Bol'), 2], [await sold('Brie', 'perishable', other.storeId)]);
    const answer = expectOk(await declare(order));
    expect(answer).toMatchObject({
      order: order.id,
      content: expect.arrayContaining(['Poterie\u00a0: 2 × Bol', 'Crèmerie\u00a0: 1 × Brie']),
      receivedAt: TODAY.toISOString(),
    });
    const [mail = '', ...others] = mailsTo(shopper.email, answer.reference);
    expect(others).toEqual([]);
    for (const words of ['Jeanne Lorrain', '2 × Bol', '02/11/2026 à 11:00', `commande n° ${order.id}`]) {
      expect(mail).toContain(words);
    }
    expect(mailsTo('poterie@etal.test', `rétractation pour la commande n° ${partOf(order).id}`)).toHaveLength(1);
    const [seen] = await seenByStore(order);
    expect(seen).toMatchObject({ state: 'open', refundBy: '2026-11-16', late: false, excepted: [] });
    expect(expectOk(await merchant.call<StoreOrder>('GET', partOf(order)['@id'])).withdrawalDue).toBe('2026-11-16');
  });

  test('by articles and units: the rest can be given up later, no unit twice', async () => {
    const order = await bought([await sold('Bol'), 3], [await sold('Assiette')]);
    const item = itemOf(order, 'Bol');
    expectOk(await declare(order, { items: [{ item, quantity: 2 }] }));
    const tooMany = await declare<ErrorBody>(order, { items: [{ item, quantity: 2 }] });
    expect([tooMany.status, tooMany.body.violations]).toEqual([
      422,
      [{ propertyPath: 'items.0.quantity', message: 'Vous pouvez renoncer à 1 au plus.' }],
    ]);
    const rest = expectOk(await declare(order));
    expect(rest.content).toEqual(['Poterie\u00a0: 1 × Bol, 1 × Assiette']);
    expect((await choice(order)).parts[0]?.items.map(({ quantity }) => quantity)).toEqual([0, 0]);
  });

  test('declared again, it is the acknowledgement of before, without another mail', async () => {
    const order = await bought([await sold('Bol')]);
    const first = expectOk(await declare(order));
    market.setClock(later(1));
    await shopper.login();
    const again = expectOk(await declare(order));
    expect(again).toEqual({ ...first, notice: 'already' });
    expect(await rowsOf(order)).toHaveLength(1);
    expect(mailsTo(shopper.email, first.reference)).toHaveLength(1);
  });

  test('two devices at once make one withdrawal', async () => {
    const order = await bought([await sold('Bol'), 2]);
    const answers = await Promise.all([declare(order), declare(order), declare(order)]);
    expect(new Set(answers.map((answer) => expectOk(answer).reference)).size).toBe(1);
    expect(await rowsOf(order)).toHaveLength(1);
  });

  test('late: open until the last day in Paris, then recorded with a mark, and the shop decides', async () => {
    const order = await bought([await sold('Bol'), 2]);
    expect((await choice(order)).parts[0]?.lastDay).toBeNull();
    await ship(order);
    expect((await choice(order)).parts[0]?.lastDay).toBe('2026-11-16');
    market.setClock(new Date('2026-11-16T22:59:00Z'));
    await shopper.login();
    expectOk(await declare(order, { items: [{ item: itemOf(order, 'Bol'), quantity: 1 }] }));
    market.setClock(new Date('2026-11-16T23:01:00Z'));
    expectOk(await declare(order));
    expect((await rowsOf(order)).map(({ isLate }) => isLate)).toEqual([false, true]);
  });

  test('the time of the tap counts, if the network was missing; never before the order, never in the future', async () => {
    const order = await bought([await sold('Bol'), 3]);
    await ship(order);
    market.setClock(later(20));
    await shopper.login();
    const item = itemOf(order, 'Bol');
    for (const declaredAt of [later(13), later(-3), later(40)]) {
      expectOk(await declare(order, { items: [{ item, quantity: 1 }], declaredAt: declaredAt.toISOString() }));
    }
    const rows = await rowsOf(order);
    expect(rows.map((row) => [row.declaredAt.toISOString(), row.isLate])).toEqual([
      [later(13).toISOString(), false],
      [TODAY.toISOString(), false],
      [later(20).toISOString(), true],
    ]);
    expect(rows.map(({ createdAt }) => createdAt)).toEqual([later(20), later(20), later(20)]);
  });

  test('excepted articles are recorded and named to the store; a file without consent is none of them', async () => {
    const order = await bought([await sold('Brie', 'perishable')], [await sold('Recettes', 'digital')]);
    expect((await choice(order)).parts[0]?.items.map(({ exception }) => exception)).toEqual(['perishable', undefined]);
    expectOk(await declare(order));
    const [seen] = await seenByStore(order);
    expect(seen?.excepted).toEqual([{ name: 'Brie', exception: 'perishable' }]);
    await market.db
      .update(storeOrders)
      .set({ digitalConsent: true })
      .where(eq(storeOrders.id, partOf(order).id));
    expect((await seenByStore(order))[0]?.excepted).toHaveLength(2);
  });

  test('an order that binds nobody cannot be given up', async () => {
    const order = await shopper.ready([await sold('Bol')]);
    const refused = await declare<ErrorBody>(order);
    expect([refused.status, refused.body.violations?.[0]?.message]).toEqual([
      422,
      'Cette commande n’est pas confirmée\u00a0: elle ne vous engage pas encore.',
    ]);
    expect(await rowsOf(order)).toEqual([]);
  });

  test('nothing is left of a part that its store has cancelled', async () => {
    const order = await bought([await sold('Bol')]);
    expectOk(await merchant.call('PUT', `${partOf(order)['@id']}/cancel`, {}));
    expect((await choice(order)).parts[0]).toMatchObject({ canceled: true, items: [{ quantity: 0 }] });
    expect((await declare(order)).status).toBe(422);
  });

  test('another account’s order, article or withdrawal is not found', async () => {
    const order = await bought([await sold('Bol')]);
    const foreign = itemOf(order, 'Bol');
    expectOk(await declare(order));
    const [row] = await rowsOf(order);
    shopper = await makeShopper(market);
    expect((await declare(order)).status).toBe(404);
    expect((await shopper.call('GET', `/orders/${order.id}/contract_withdrawals`)).status).toBe(404);
    const own = await bought([await sold('Vase')]);
    expect((await declare(own, { items: [{ item: foreign, quantity: 1 }] })).status).toBe(422);
    for (const path of ['receive', 'refuse']) {
      const answered = await other.call('PUT', `/contract_withdrawals/${row?.id}/${path}`, { reason: 'Non' });
      expect(answered.status, path).toBe(404);
    }
    expect((await other.call('GET', `${partOf(order)['@id']}/contract_withdrawals`)).status).toBe(404);
  });
});

describe('as a guest', () => {
  test('number and address declare the whole order, and nothing of it is told', async () => {
    const order = await bought([await sold('Bol secret'), 2]);
    const answer = expectOk(await declareAsGuest({ order: order.id, email: shopper.email }));
    expect(answer.content).toEqual(['Toute la commande']);
    expect(JSON.stringify(answer)).not.toContain('Bol');
    const [seen] = await seenByStore(order);
    expect(seen?.items).toEqual([{ item: itemOf(order, 'Bol secret'), name: 'Bol secret', quantity: 2 }]);
    const [mail = ''] = mailsTo(shopper.email, answer.reference);
    expect(mail).toContain('Toute la commande');
    expect(mail).not.toContain('Bol secret');
  });

  test('own words reach the store as they are; the same words again are the same withdrawal', async () => {
    const order = await bought([await sold('Bol'), 2]);
    const first = expectOk(await declareAsGuest({ order: order.id, email: shopper.email, words: 'un des deux bols' }));
    const again = expectOk(await declareAsGuest({ order: order.id, email: shopper.email, words: 'un des deux bols' }));
    expect([again.reference, again.notice]).toEqual([first.reference, 'already']);
    expect(await seenByStore(order)).toMatchObject([{ items: null, words: 'un des deux bols' }]);
  });

  test('a repeated request with its key gets the same answer', async () => {
    const order = await bought([await sold('Bol')]);
    const key = randomUUID();
    const body = { order: order.id, email: shopper.email };
    const answers = [await declareAsGuest(body, key), await declareAsGuest(body, key)];
    expect(answers.map(({ body: { reference, notice } }) => [reference, notice])).toEqual([
      [answers[0]?.body.reference, undefined],
      [answers[0]?.body.reference, undefined],
    ]);
    expect(await rowsOf(order)).toHaveLength(1);
  });

  test('wrong number, wrong address and unconfirmed order get one answer, and nothing is recorded or mailed', async () => {
    const order = await bought([await sold('Bol')]);
    const unconfirmed = await shopper.ready([await sold('Vase')]);
    const before = market.mails().length;
    const wrong = [
      { order: order.id, email: 'someone@else.test' },
      { order: 999_999, email: shopper.email },
      { order: unconfirmed.id, email: shopper.email },
      { order: 999_999, email: 'someone@else.test' },
    ];
    const answers = await Promise.all(wrong.map((body) => declareAsGuest<ErrorBody>(body)));
    expect(new Set(answers.map(({ text }) => text.replaceAll(/"instance":"[^"]*"/g, ''))).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ code: 'no-such-order', violations: [{ propertyPath: 'order' }] });
    expect(await rowsOf(order)).toEqual([]);
    expect(market.mails()).toHaveLength(before);
  });

  test('guesses are slowed down like those of a password', async () => {
    const strict = await startTestMarket({ rateLimits: 'strict' });
    try {
      const guess = (order: number) =>
        strict.inject<ErrorBody>('POST', '/api/contract_withdrawals', {
          body: { name: 'X', words: '', email: 'jeanne@etal.test', order },
        });
      const answers: number[] = [];
      for (let order = 1; order <= 6; order += 1) answers.push((await guess(order)).status);
      expect(answers).toEqual([422, 422, 422, 422, 422, 429]);
    } finally {
      await strict.close();
    }
  });

  test('what the account declared before is not told to a guest', async () => {
    const order = await bought([await sold('Bol secret')]);
    expectOk(await declare(order));
    const answer = expectOk(await declareAsGuest({ order: order.id, email: shopper.email, name: 'Autre' }));
    expect(answer).toMatchObject({ notice: 'already', name: 'Autre', content: ['Toute la commande'] });
    expect(JSON.stringify(answer)).not.toMatch(/Bol|Lorrain/);
  });
});

describe('the store', () => {
  const only = async (order: Order): Promise<ContractWithdrawal> => {
    const [found] = await seenByStore(order);
    if (!found) throw new Error('No withdrawal');
    return found;
  };
  const answer = <T = ContractWithdrawal>(id: string, step: string, body: object = {}) =>
    merchant.call<T>('PUT', `/contract_withdrawals/${id}/${step}`, body);

  test('notes the return of the articles, once', async () => {
    const order = await bought([await sold('Bol')]);
    expectOk(await declare(order));
    const { id } = await only(order);
    expect(expectOk(await answer(id, 'receive')).goodsBackAt).toBe(TODAY.toISOString());
    market.setClock(later(0.005));
    expect(expectOk(await answer(id, 'receive')).goodsBackAt).toBe(TODAY.toISOString());
  });

  test('refuses with a reason, which the shopper reads; then the articles can be given up again', async () => {
    const order = await bought([await sold('Brie', 'perishable')]);
    expectOk(await declare(order));
    const { id } = await only(order);
    const silent = await answer<ErrorBody>(id, 'refuse', { reason: ' ' });
    expect([silent.status, silent.body.violations?.[0]?.propertyPath]).toEqual([422, 'reason']);
    expectOk(await answer(id, 'refuse', { reason: 'Un fromage entamé' }));
    expectOk(await answer(id, 'refuse', { reason: 'Encore' }));
    expect(mailsTo(shopper.email, 'Un fromage entamé')).toHaveLength(1);
    expect((await choice(order)).parts[0]).toMatchObject({
      items: [{ quantity: 1 }],
      withdrawals: [{ state: 'refused', refusal: 'Un fromage entamé' }],
    });
    expect(expectOk(await merchant.call<StoreOrder>('GET', partOf(order)['@id'])).withdrawalDue).toBeUndefined();
    expect((await answer<ErrorBody>(id, 'receive')).body.code).toBe('settled');
  });

  const refundedOf = async (order: Order) => {
    const seen = expectOk(await merchant.call<StoreOrder>('GET', partOf(order)['@id']));
    return { state: seen.state, refunded: seen.refunded?.amount ?? 0, due: seen.withdrawalDue };
  };
  async function paid(...lines: Parameters<Shopper['ready']>): Promise<Order> {
    const order = await shopper.ready(...lines);
    await shopper.answer(expectOk(await shopper.prepare(order)).payment_url, 'accepted');
    return expectOk(await shopper.pay(order));
  }

  test('refunds it once: the articles alone while others are kept, and all of it with the last', async () => {
    const order = await paid([await sold('Bol'), 2]);
    await market.db
      .update(storeOrders)
      .set({ shippingFees: 500, total: 2500, totalBeforeDiscount: 2500 })
      .where(eq(storeOrders.id, partOf(order).id));
    await ship(order);
    const item = itemOf(order, 'Bol');
    expectOk(await declare(order, { items: [{ item, quantity: 1 }] }));
    const first = await only(order);
    const answers = await Promise.all([1, 2].map(() => answer(first.id, 'refund', { restock: false })));
    expect(answers.map((each) => expectOk(each).state)).toEqual(['refunded', 'refunded']);
    expect(await refundedOf(order)).toEqual({ state: 'shipped', refunded: 1000, due: undefined });
    expect((await choice(order)).parts[0]?.items[0]?.quantity).toBe(1);
    expectOk(await declare(order));
    const second = (await seenByStore(order)).find(({ state }) => state === 'open');
    expectOk(await answer(second?.id ?? '', 'refund', { restock: false }));
    expect(await refundedOf(order)).toEqual({ state: 'shipped', refunded: 2500, due: undefined });
    expect((await choice(order)).parts[0]?.withdrawals.map(({ state }) => state)).toEqual(['refunded', 'refunded']);
  });

  test('before the shipment, the refund of everything cancels the order', async () => {
    const order = await paid([await sold('Bol'), 2]);
    expectOk(await declare(order));
    expectOk(await answer((await only(order)).id, 'refund', { restock: false }));
    expect(await refundedOf(order)).toEqual({ state: 'canceled', refunded: 2000, due: undefined });
  });

  test('chooses the articles that the shopper named in own words', async () => {
    const order = await paid([await sold('Bol'), 2], [await sold('Vase')]);
    await ship(order);
    expectOk(await declareAsGuest({ order: order.id, email: shopper.email, words: 'un bol' }));
    const { id } = await only(order);
    const none = await answer<ErrorBody>(id, 'refund', { restock: false });
    expect([none.status, none.body.violations?.[0]?.propertyPath]).toEqual([422, 'items']);
    const body = { restock: false, items: [{ item: itemOf(order, 'Bol'), quantity: 1 }] };
    expect(expectOk(await answer(id, 'refund', body)).state).toBe('refunded');
    expect((await refundedOf(order)).refunded).toBe(1000);
  });

  test('a refund or cancellation made otherwise settles it; one of another article does not', async () => {
    const order = await paid([await sold('Bol'), 2], [await sold('Vase')]);
    await ship(order);
    expectOk(await declare(order, { items: [{ item: itemOf(order, 'Bol'), quantity: 2 }] }));
    const refund = (name: string, quantity: number) => {
      const lines = [{ item: `/store_order_items/${itemOf(order, name)}`, quantity }];
      return merchant.call('POST', `${partOf(order)['@id']}/refunds`, { lines });
    };
    expectOk(await refund('Vase', 1));
    expectOk(await refund('Bol', 1));
    expect((await only(order)).state).toBe('open');
    expectOk(await refund('Bol', 1));
    expect((await only(order)).state).toBe('refunded');
    const other = await bought([await sold('Bol')]);
    expectOk(await declare(other));
    expectOk(await merchant.call('PUT', `${partOf(other)['@id']}/cancel`, {}));
    expect((await seenByStore(other))[0]?.state).toBe('refunded');
    expect((await rowsOf(other))[0]?.dueAt).toBeNull();
  });

  test('what was refunded before cannot be given up', async () => {
    const order = await paid([await sold('Bol'), 2]);
    await ship(order);
    const lines = [{ item: `/store_order_items/${itemOf(order, 'Bol')}`, quantity: 1 }];
    expectOk(await merchant.call('POST', `${partOf(order)['@id']}/refunds`, { lines }));
    expect((await choice(order)).parts[0]?.items[0]?.quantity).toBe(1);
    expectOk(await declare(order));
    expect((await only(order)).items).toMatchObject([{ quantity: 1 }]);
  });

  test('a refused one is not refunded, a refunded one not refused', async () => {
    const order = await paid([await sold('Bol'), 2]);
    expectOk(await declare(order, { items: [{ item: itemOf(order, 'Bol'), quantity: 1 }] }));
    const { id } = await only(order);
    expectOk(await answer(id, 'refuse', { reason: 'Hors délai' }));
    expect((await answer<ErrorBody>(id, 'refund', { restock: false })).body.code).toBe('settled');
    expect((await refundedOf(order)).refunded).toBe(0);
  });

  test('is reminded three days before the last day and once it has passed; then the operator, too', async () => {
    const order = await bought([await sold('Bol')]);
    expectOk(await declare(order));
    const name = `commande n° ${partOf(order).id}`;
    const reminders = () =>
      mailsTo('poterie@etal.test', name).filter((mail) => /attend votre réponse|dépassé/.test(mail));
    const run = async (days: number) => {
      market.setClock(later(days));
      await Promise.all([
        remindOfWithdrawals(market.app.market, later(days)),
        remindOfWithdrawals(market.app.market, later(days)),
      ]);
      await market.sentMails();
      return reminders().length;
    };
    expect([await run(10.9), await run(11.1), await run(14), await run(15.1), await run(30)]).toEqual([0, 1, 1, 2, 2]);
  });

  test('is not reminded of what has its answer', async () => {
    const order = await bought([await sold('Bol')]);
    expectOk(await declare(order));
    expectOk(await answer((await only(order)).id, 'refuse', { reason: 'Hors délai' }));
    await remindOfWithdrawals(market.app.market, later(40));
    const [row] = await rowsOf(order);
    expect([row?.attempts, row?.dueAt]).toEqual([0, null]);
  });
});
