// Closures of a store: orders stay open, or stop; an order that arrives meanwhile is refused at its part.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderChanged } from '#contract/orders/agreed-terms.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { makeDelivery, makeProduct } from '../../support/builders.ts';
import { week } from '../../support/hours.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper, PERSON, type Shopper, statesOf } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const BEFORE = new Date('2026-12-23T10:00:00Z');
const DURING = new Date('2026-12-28T10:00:00Z');
const AFTER = new Date('2027-01-01T10:00:00Z');
const STOPPED = 'Fermé du 24 au 31 décembre. Commandes à nouveau possibles le 1er janvier.';

describe('a store during its closure', () => {
  let market: TestMarket;
  let merchant: Merchant;
  let product: { id: string };
  let shopper: Shopper;
  beforeAll(async () => {
    market = await startTestMarket({ now: BEFORE });
    await makeDelivery(market.db);
  });
  afterAll(() => market.close());
  beforeEach(async () => {
    market.setClock(BEFORE);
    merchant = await makeMerchant(market, { name: 'La Halle', openingHours: [week], paymentOnDelivery: true });
    product = await makeProduct(market.db, { storeId: merchant.storeId });
    shopper = await makeShopper(market);
  });

  const close = async (stopsOrders: boolean) =>
    expectOk(
      await merchant.call('PUT', `/stores/${merchant.storeId}`, {
        closedDays: [{ from: '2026-12-24', to: '2026-12-31', ...(stopsOrders && { stopsOrders }) }],
      }),
    );
  async function at(now: Date): Promise<void> {
    market.setClock(now);
    await shopper.login();
  }
  const confirm = (id: number) => shopper.call<ErrorBody>('PUT', `/orders/${id}`, { paymentOnDelivery: true });
  const refusal = async (order: Order) => {
    const form = { shippingType: 'store', ...PERSON };
    const { status, body } = await shopper.call<ErrorBody>('PUT', order.storeOrders[0]?.['@id'] ?? '', form);
    return { status, violations: body.violations };
  };

  test('takes orders if they stay open, and says so in the cart', async () => {
    await close(false);
    await at(DURING);
    const cart = await shopper.fill([product.id]);
    expect(cart.items[0]?.product.store.closure).toEqual({
      from: '2026-12-24',
      to: '2026-12-31',
      reopens: '2027-01-01',
    });
    const order = expectOk(await shopper.order(cart));
    await shopper.deliver(order);
    expectOk(await confirm(order.id));
  });

  test('takes none if they stop: refused with its part, whatever the delivery', async () => {
    await close(true);
    await at(DURING);
    const cart = await shopper.fill([product.id]);
    expect(cart.items[0]?.product.store.closure).toMatchObject({ stopsOrders: true, reopens: '2027-01-01' });
    const order = expectOk(await shopper.order(cart));
    expect(await refusal(order)).toEqual({ status: 422, violations: [{ propertyPath: 'store', message: STOPPED }] });
    await at(AFTER);
    await shopper.deliver(order);
    expectOk(await confirm(order.id));
  });

  test('refuses the payment of an order that was filled in before', async () => {
    await close(true);
    const order = await shopper.ready([product.id]);
    const other = await shopper.seeOrder(order);
    expect(statesOf(other.body)).toEqual(['new']);
    await at(DURING);
    const path = `storeOrders[${order.storeOrders[0]?.id}].store`;
    for (const { status, body } of [await shopper.prepare<ErrorBody>(order), await confirm(order.id)]) {
      expect([status, body.code, body.violations]).toEqual([
        422,
        'incomplete',
        [{ propertyPath: path, message: STOPPED }],
      ]);
    }
  });

  test('returns an order that was committed without a network and arrives meanwhile', async () => {
    await close(true);
    const cart = await shopper.fill([product.id]);
    await at(DURING);
    const nowhere = { address1: '', address2: '', postalCode: '', city: '' };
    const part = { ...PERSON, email: '', store: merchant.storeId, shippingType: 'store', fees: 0, address: nowhere };
    const body = {
      lines: [{ product: product.id, optionValues: [], quantity: 1, unitPrice: 1000 }],
      coupon: null,
      parts: [{ ...part, distance: null, pickupId: null }],
      paymentOnDelivery: true,
      ifChanged: 'ask',
      most: 1000,
    };
    const commit = () =>
      market.inject<ErrorBody>('POST', `/api/carts/${cart.id}/commit`, {
        token: shopper.token,
        body,
        headers: { 'idempotency-key': randomUUID() },
      });
    const refused = await commit();
    expect([refused.status, refused.body.code]).toEqual([409, 'order-changed']);
    expect(refused.body.detail).toEqual({ changes: [`La Halle\u00a0: ${STOPPED}`], now: null } satisfies OrderChanged);
    expect((await shopper.openCart()).items).toHaveLength(1);
    await at(AFTER);
    expect((await commit()).status).toBe(201);
  });
});
