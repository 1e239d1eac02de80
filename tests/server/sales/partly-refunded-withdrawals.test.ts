// Contract withdrawals of which some units were refunded otherwise, or that concern the same article.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AnyEndpointAnswer } from '#contract/all-endpoints.ts';
import type { ContractWithdrawal } from '#contract/orders/contract-withdrawals.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { makeProduct } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const TODAY = new Date('2026-11-02T10:00:00Z');

let market: TestMarket;
let merchant: Merchant;
let shopper: Shopper;
let order: Order;
let part: string;
let item: string;
let minutes = 0;
const minuteLater = () => market.setClock(new Date(TODAY.getTime() + ++minutes * 60_000));
beforeAll(async () => {
  market = await startTestMarket({ now: TODAY });
  merchant = await makeMerchant(market, { name: 'Poterie' });
});
afterAll(() => market.close());
/** Three bowls for 10 euros each, paid and handed over. */
beforeEach(async () => {
  shopper = await makeShopper(market);
  const bowl = await makeProduct(market.db, { storeId: merchant.storeId, price: 1000, name: 'Bol' });
  const placed = await shopper.ready([bowl.id, 3]);
  await shopper.answer(expectOk(await shopper.prepare(placed)).payment_url, 'accepted');
  order = expectOk(await shopper.pay(placed));
  part = order.storeOrders[0]?.['@id'] ?? '';
  item = order.storeOrders[0]?.items[0]?.['@id'].split('/').at(-1) ?? '';
  expectOk(await merchant.call('PUT', `${part}/validate`, {}));
  expectOk(await merchant.call('PUT', `${part}/ship`, {}));
});

async function declare(quantity: number): Promise<void> {
  minuteLater();
  const body = { name: 'Jeanne Lorrain', email: shopper.email, items: [{ item, quantity }] };
  expectOk(await shopper.call('POST', `/orders/${order.id}/contract_withdrawals`, body));
}
async function refundOtherwise(quantity: number): Promise<void> {
  minuteLater();
  const lines = [{ item: `/store_order_items/${item}`, quantity }];
  expectOk(await merchant.call('POST', `${part}/refunds`, { lines }));
}
async function refund(withdrawal: ContractWithdrawal | undefined): Promise<void> {
  minuteLater();
  expectOk(await merchant.call('PUT', `/contract_withdrawals/${withdrawal?.id}/refund`, { restock: false }));
}
const seen = async () =>
  expectOk(
    await merchant.call<AnyEndpointAnswer<'contractWithdrawals.ofStoreOrder'>>('GET', `${part}/contract_withdrawals`),
  ).withdrawals;
const refunded = async () => expectOk(await merchant.call<StoreOrder>('GET', part)).refunded?.amount ?? 0;
const left = async () => {
  const path = `/orders/${order.id}/contract_withdrawals`;
  const choice = expectOk(await shopper.call<AnyEndpointAnswer<'contractWithdrawals.ofOrder'>>('GET', path));
  return choice.parts[0]?.items[0]?.quantity;
};

test('units that were refunded otherwise since are not refunded again, and what is left can be given up', async () => {
  await declare(2);
  await refundOtherwise(1);
  const [withdrawal] = await seen();
  expect(withdrawal).toMatchObject({ state: 'open', items: [{ quantity: 2, due: 1 }] });
  expect(await left()).toBe(1);
  await refund(withdrawal);
  expect(await refunded()).toBe(2000);
  expect((await seen()).map(({ state }) => state)).toEqual(['refunded']);
  expect(await left()).toBe(1);
});

test('the refund of one withdrawal leaves an earlier one of the same article open', async () => {
  await declare(1);
  await declare(2);
  const [, later] = await seen();
  await refund(later);
  expect(await refunded()).toBe(2000);
  expect((await seen()).map(({ state }) => state)).toEqual(['open', 'refunded']);
  const [earlier] = await seen();
  expect(earlier?.items?.map(({ quantity, due = quantity }) => due)).toEqual([1]);
  await refund(earlier);
  expect(await refunded()).toBe(3000);
});

test('what was refunded before the declaration covers none of it', async () => {
  await refundOtherwise(1);
  await declare(1);
  expect(await left()).toBe(1);
  expect((await seen())[0]?.items?.map(({ quantity, due = quantity }) => due)).toEqual([1]);
  await refund((await seen())[0]);
  expect(await refunded()).toBe(2000);
});
