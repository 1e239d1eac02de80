// The phone number and the postal code of a delivery: refused at their field, kept in one form.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { storeOrders } from '#server/db/schema/sales.ts';
import { makeDelivery, makeProduct } from '../../support/builders.ts';
import { expectOk, makeShopper, PERSON, PLACE, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let shopper: Shopper;
let part: StoreOrder;
beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
  shopper = await makeShopper(market);
  const cart = await shopper.fill([(await makeProduct(market.db)).id]);
  part = expectOk(await shopper.order(cart)).storeOrders[0] ?? expect.fail('no part');
});
afterAll(() => market.close());

const save = <T>(form: object) =>
  shopper.call<T>('PUT', part['@id'], { shippingType: 'home', ...PERSON, ...PLACE, ...form });
const withPostalCode = (postalCode: string) => ({ address: { ...PLACE.address, postalCode } });
const bothFields = ['address.postalCode', 'phoneNumber'];

test.each(['12', 'x', 'ABC'])('%j is neither a phone number nor a postal code', async (wrong) => {
  const refusal = await save<ErrorBody>({ phoneNumber: wrong, ...withPostalCode(wrong) });
  expect(refusal.body.violations?.map(({ propertyPath }) => propertyPath).sort()).toEqual(bothFields);
});

test('the e-mail address of an older order is asked for again', async () => {
  await market.db
    .update(storeOrders)
    .set({ ...PERSON, ...PLACE.address, shippingType: 'home', phoneNumber: '12', postalCode: 'x' })
    .where(eq(storeOrders.id, part.id));
  const { body } = await shopper.call<ErrorBody>('PUT', part['@id'], { shippingType: 'home' });
  expect(body.violations?.map(({ propertyPath }) => propertyPath).sort()).toEqual(bothFields);
  const prepared = await shopper.prepare<ErrorBody>({ id: Number(part.order.split('/').at(-1)) });
  expect(prepared.status).toBe(422);
});

test('each is stored in one form, in whatever notation it was typed', async () => {
  const saved = expectOk(await save<StoreOrder>({ phoneNumber: '+33 (0)3 29 12 34 56', ...withPostalCode('55 100') }));
  expect(saved).toMatchObject({ phoneNumber: '03 29 12 34 56', address: { postalCode: '55100' } });
});
