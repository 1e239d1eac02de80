import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoreOrderState } from '#contract/fields/values.ts';
import type { Order } from '#contract/orders/orders.ts';
import { canBecome } from '#domain/orders/order-states.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { carts, orders, storeOrderItems, storeOrders } from '#server/db/schema/sales.ts';
import type { stores } from '#server/db/schema/stores.ts';
import { checkDuePayments } from '#server/sales/payment-checks.ts';
import { makeDelivery, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { makeShopper, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

// Whatever two shoppers and a merchant do, in whatever sequence: nothing is sold twice and nothing is lost.
const STOCK = 4;
const START = new Date('2026-10-12T10:00:00Z');

type Act =
  | { does: 'add' | 'buy' | 'remove' | 'order' | 'deliver' | 'prepare' | 'on-delivery' | 'ask'; who: number }
  | { does: 'answer'; who: number; result: 'accepted' | 'pending' | 'declined' }
  | { does: 'validate' | 'ship'; who: number }
  | { does: 'wait' };

const who = fc.nat({ max: 1 });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('add' as const), who }) },
  { weight: 7, arbitrary: fc.record({ does: fc.constant('buy' as const), who }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('order' as const, 'prepare' as const), who }) },
  {
    weight: 7,
    arbitrary: fc.record({
      does: fc.constant('answer' as const),
      who,
      result: fc.constantFrom('accepted' as const, 'pending' as const, 'declined' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('remove' as const, 'deliver' as const, 'on-delivery' as const, 'ask' as const),
      who,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('validate' as const, 'ship' as const), who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const) }) },
);

let market: TestMarket;
let shop: typeof stores.$inferSelect;
let merchantToken: string;
const now = START;
beforeAll(async () => {
  market = await startTestMarket({ now: () => now });
  await makeDelivery(market.db);
  const merchant = await makeUser(market.db);
  shop = await makeStore(market.db, { ownerId: merchant.id, paymentOnDelivery: true });
  merchantToken = await market.login(merchant.email);
});
afterAll(() => market.close());

interface Desk {
  shopper: Shopper;
  order: Order | undefined;
  url: string | undefined;
}

async function perform(act: Act, desks: Desk[], productId: string): Promise<void> {
  if (act.does === 'wait') {
    const later = new Date(now.getTime() + 31 * 60_000);
    await checkDuePayments(market.app.market, later);
    return;
  }
  const desk = desks[act.who];
  if (!desk) return;
  const { shopper, order } = desk;
  switch (act.does) {
    case 'add':
      await shopper.fill([productId]).catch(() => undefined);
      return;
    case 'buy':
      // Straight to the payment page, the usual way.
      for (const does of ['add', 'order', 'prepare'] as const) {
        await perform({ does, who: act.who }, desks, productId);
      }
      return;
    case 'remove': {
      const [line] = (await shopper.openCart()).items;
      if (line) await shopper.call('DELETE', line['@id']);
      return;
    }
    case 'order': {
      const placed = await shopper.order(await shopper.openCart());
      if (placed.status !== 200) return;
      desk.order = placed.body;
      await shopper.deliver(placed.body).catch(() => undefined);
      return;
    }
    case 'deliver':
      if (order) await shopper.deliver(order).catch(() => undefined);
      return;
    case 'prepare': {
      const prepared = order && (await shopper.prepare(order));
      if (prepared?.status === 201) desk.url = prepared.body.payment_url;
      return;
    }
    case 'on-delivery':
      if (order) await shopper.call('PUT', `/orders/${order.id}`, { paymentOnDelivery: true });
      return;
    case 'ask':
      if (order) await shopper.pay(order, '?Result=accepted');
      return;
    case 'answer':
      if (desk.url) await shopper.answer(desk.url, act.result);
      return;
    case 'validate':
    case 'ship':
      if (order) {
        const id = order.storeOrders[0]?.id;
        await market.inject('PUT', `/api/store_orders/${id}/${act.does}`, { token: merchantToken, body: {} });
      }
  }
}

/** Every state that can be reached from here, in any number of steps. */
function reachable(from: StoreOrderState): Set<StoreOrderState> {
  const all: StoreOrderState[] = [
    'new',
    'payment_pending',
    'payed',
    'payment_declined',
    'validated',
    'shipped',
    'canceled',
  ];
  const found = new Set([from]);
  for (const state of found) for (const next of all) if (canBecome(state, next)) found.add(next);
  return found;
}

const HOLDING = ['payment_pending', 'payed', 'validated', 'shipped'];

test('stock and orders agree after every step, whatever is done', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 22, size: 'max' }), async (acts) => {
      const { id: productId } = await makeProduct(market.db, { storeId: shop.id, stock: STOCK });
      const desks: Desk[] = [];
      for (let i = 0; i < 2; i += 1) {
        desks.push({ shopper: await makeShopper(market), order: undefined, url: undefined });
      }
      let before = new Map<number, StoreOrderState>();
      for (const each of acts) {
        await perform(each, desks, productId);

        const items = (await market.db.select().from(storeOrderItems)).filter((item) => item.productId === productId);
        const parts = (await market.db.select().from(storeOrders)).filter((part) =>
          items.some((item) => item.storeOrderId === part.id),
        );
        const heads = new Map((await market.db.select().from(orders)).map((order) => [order.id, order]));
        let reserved = 0;
        for (const part of parts) {
          const isHolding = HOLDING.includes(part.state);
          expect([part.id, part.state, heads.get(part.orderId)?.stockReservedAt !== null]).toEqual([
            part.id,
            part.state,
            isHolding,
          ]);
          if (isHolding) {
            for (const item of items) if (item.storeOrderId === part.id) reserved += item.quantity;
          }
          const was = before.get(part.id);
          if (was) expect(reachable(was)).toContain(part.state);
        }
        before = new Map(parts.map((part) => [part.id, part.state as StoreOrderState]));
        const stock = (await market.db.select().from(products)).find(({ id }) => id === productId)?.stock ?? -1;
        expect(stock).toBeGreaterThanOrEqual(0);
        expect(stock + reserved).toBe(STOCK);
        const open = (await market.db.select().from(carts)).filter((cart) => cart.orderedAt === null);
        for (const { shopper } of desks) {
          expect(open.filter((cart) => cart.userId === shopper.id).length).toBeLessThanOrEqual(1);
        }
      }
    }),
    { numRuns: 12 },
  );
});
