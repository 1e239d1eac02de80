// Whatever shoppers choose of delivery and coupons, in whatever sequence and however often: each part of an order comes to
// its goods, less its coupon, plus its delivery, counted here a second time by rules of the test's own.

import { and, eq, inArray } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { payments } from '#server/db/schema/payments.ts';
import { coupons, storeOrderItems, storeOrders } from '#server/db/schema/sales.ts';
import { makeDelivery, makeProduct, makeStore } from '../../support/builders.ts';
import { makeShopper, PERSON, PLACE, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');
/** Goods, of 500 g each. With the coupons they lie on both sides of every threshold. */
const PRICES = [900, 1600, 3100];
const FREE_FROM = 5000;
const OWN_FEE = 600;
const RELAY_FEE = 250;
const TIERS = [
  { distance: 5, price: 300, minimumOrderValue: 0 },
  { distance: 20, price: 950, minimumOrderValue: 3000 },
];
const COUPONS = [
  { discountType: 'relative', discount: 10 },
  { discountType: 'fix', discount: 700 },
  { discountType: 'relative', discount: 33 },
] as const;

const types = ['store', 'home', 'custom_store', 'custom_relay'] as const;
type Act =
  | { does: 'add'; product: number; quantity: number }
  | { does: 'line'; quantity: number }
  | { does: 'remove' | 'order' | 'prepare' | 'on-delivery' | 'decline' }
  | { does: 'type' | 'save'; type: (typeof types)[number] }
  | { does: 'go'; distance: number }
  | { does: 'coupon' | 'stop' | 'allow'; coupon: number };

const of = <D extends Act['does'], M extends object>(does: D[], more: { [K in keyof M]: fc.Arbitrary<M[K]> }) =>
  fc.record({ does: fc.constantFrom(...does), ...more });
const type = fc.constantFrom(...types);
const coupon = fc.nat({ max: COUPONS.length - 1 });
const act = fc.oneof(
  { weight: 5, arbitrary: of(['add'], { product: fc.nat({ max: 2 }), quantity: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: of(['line'], { quantity: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: of(['remove'], {}) },
  { weight: 8, arbitrary: of(['order'], {}) },
  { weight: 6, arbitrary: of(['type', 'save'], { type }) },
  { weight: 5, arbitrary: of(['go'], { distance: fc.constantFrom(5, 20) }) },
  { weight: 4, arbitrary: of(['coupon'], { coupon }) },
  { weight: 2, arbitrary: of(['stop', 'allow'], { coupon }) },
  { weight: 3, arbitrary: of(['prepare'], {}) },
  { weight: 1, arbitrary: of(['on-delivery', 'decline'], {}) },
) as fc.Arbitrary<Act>;

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ now: NOW });
  await makeDelivery(market.db);
});
afterAll(() => market.close());

/** The market of one life. */
interface Ground {
  shopper: Shopper;
  productIds: string[];
  codes: string[];
  storeId: string;
  order: Order | undefined;
  url: string | undefined;
}

async function makeGround(): Promise<Ground> {
  const shop = await makeStore(market.db, {
    paymentOnDelivery: true,
    freeDeliveryPriceFromAmount: FREE_FROM,
    customShippingPrice: OWN_FEE,
    relayPointPrice: RELAY_FEE,
    distancePriceLevels: TIERS,
  });
  const productIds: string[] = [];
  for (const price of PRICES) productIds.push((await makeProduct(market.db, { storeId: shop.id, price })).id);
  const rows = COUPONS.map((given, n) => ({ ...given, storeId: shop.id, code: `C${n}` }));
  const codes = (await market.db.insert(coupons).values(rows).returning()).map(({ code }) => code);
  return { shopper: await makeShopper(market), productIds, codes, storeId: shop.id, order: undefined, url: undefined };
}

async function perform(act: Act, ground: Ground): Promise<void> {
  const { shopper, order } = ground;
  const part = order?.storeOrders[0];
  const line = async () => (await shopper.openCart()).items[0]?.['@id'] ?? '/cart_items/none';
  switch (act.does) {
    case 'add':
      await shopper.fill([ground.productIds[act.product] ?? '', act.quantity]).catch(() => undefined);
      return;
    case 'line':
      await shopper.call('PUT', await line(), { quantity: act.quantity });
      return;
    case 'remove':
      await shopper.call('DELETE', await line());
      return;
    case 'order': {
      const made = await shopper.order(await shopper.openCart());
      if (made.status === 200) ground.order = made.body;
      return;
    }
    case 'type':
      if (part) await shopper.call('PUT', `${part['@id']}/set_shipping_type`, { shippingType: act.type });
      return;
    case 'save':
      if (part) await shopper.call('PUT', part['@id'], { shippingType: act.type, ...PERSON, ...PLACE });
      return;
    case 'go':
      if (part) await shopper.call('PUT', `${part['@id']}/set_distance`, { distance: act.distance });
      return;
    case 'coupon':
      await shopper.call('POST', `/carts/${(await shopper.openCart()).id}/coupon/apply`, {
        code: ground.codes[act.coupon],
      });
      return;
    case 'stop':
    case 'allow':
      await market.db
        .update(coupons)
        .set({ active: act.does === 'allow' })
        .where(eq(coupons.code, ground.codes[act.coupon] ?? ''));
      return;
    case 'prepare': {
      const prepared = order && (await shopper.prepare(order));
      if (prepared?.status === 201) ground.url = prepared.body.payment_url;
      return;
    }
    case 'on-delivery':
      if (order) await shopper.call('PUT', `/orders/${order.id}`, { paymentOnDelivery: true });
      return;
    case 'decline':
      if (ground.url) await shopper.answer(ground.url, 'declined');
  }
}

/** The rules of delivery and coupons in the words of this test. */
function feeOf(shippingType: string, paid: number, pieces: number, distance: number | null): number {
  if (shippingType === 'store') return 0;
  if (shippingType === 'custom_relay') return RELAY_FEE;
  if (shippingType === 'home') return pieces <= 2 ? 690 : 1490;
  if (paid >= FREE_FROM) return 0;
  return distance === 5 ? 300 : distance === 20 ? 950 : OWN_FEE;
}
const offOf = (goods: number, given: { discountType: string; discount: number }) =>
  given.discountType === 'fix' ? Math.min(goods, given.discount) : Math.round((goods * given.discount) / 100);

const isBegun = (state: string) => state === 'payment_pending' || state === 'payed';

async function check({ storeId }: Ground, begunBefore: Set<number>): Promise<Set<number>> {
  const { db } = market;
  const own = await db.select().from(storeOrders).where(eq(storeOrders.storeId, storeId));
  if (own.length === 0) return new Set();
  const lines = await db
    .select()
    .from(storeOrderItems)
    .where(
      inArray(
        storeOrderItems.storeOrderId,
        own.map(({ id }) => id),
      ),
    );
  const paid = await db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.state, ['open', 'accepted']),
        inArray(
          payments.orderId,
          own.map(({ orderId }) => orderId),
        ),
      ),
    );
  const given = await db.select().from(coupons).where(eq(coupons.storeId, storeId));
  const begun = new Set<number>();
  for (const part of own) {
    const items = lines.filter(({ storeOrderId }) => storeOrderId === part.id);
    const goods = items.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
    const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
    const coupon = given.find(({ id }) => id === part.couponId);
    const off = coupon ? offOf(goods, coupon) : 0;
    const fees = feeOf(part.shippingType, goods - off, pieces, part.distance);
    expect({ fees: part.shippingFees, total: part.total, before: part.totalBeforeDiscount }).toEqual({
      fees,
      total: goods - off + fees,
      before: goods + fees,
    });
    const tier = TIERS.find(({ distance }) => distance === part.distance);
    expect([part.distance, tier !== undefined]).toEqual([part.distance, part.distance !== null]);
    expect(tier?.minimumOrderValue ?? 0).toBeLessThanOrEqual(goods - off);
    const due = paid.find(({ orderId }) => orderId === part.orderId);
    if (due) expect([due.id, due.amount]).toEqual([due.id, part.total]);
    if (!isBegun(part.state)) continue;
    begun.add(part.id);
    // What begins to be paid is what the market gives now; a coupon that ends afterwards takes nothing back.
    if (coupon && !begunBefore.has(part.id)) expect([coupon.code, coupon.active]).toEqual([coupon.code, true]);
  }
  return begun;
}

test('an order comes to its goods, less its coupon, plus its delivery, whatever is chosen and however often', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 24, size: 'max' }), async (acts) => {
      const ground = await makeGround();
      let begun = new Set<number>();
      for (const each of acts) {
        await perform(each, ground);
        begun = await check(ground, begun);
      }
    }),
    { numRuns: 12 },
  );
});
