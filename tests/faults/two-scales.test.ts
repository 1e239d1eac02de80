// One article sold by weight, weighed on two offline tablets of its store: the first to be back weighs it, the second is
// told, and money moves once.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { refunds } from '#server/db/schema/payments.ts';
import { storeOrderItems } from '#server/db/schema/sales.ts';
import { weighArgs } from '#state/merchant-orders/weigh-args.ts';
import { listConflicts } from '#sync/pending/conflicts.ts';
import { makeProduct } from '../support/builders.ts';
import { createNetwork } from '../support/network.ts';
import { DEMO_PASSWORD } from '../support/test-server.ts';
import { newMachine } from '../sync/device.ts';
import { newProfile, openPage } from '../sync/page.ts';
import { openScene } from './scene.ts';

const scene = openScene();

test('the second one is told the first weight, and what it had sent behind waits for nothing', async () => {
  const { db } = scene.market;
  const work = await scene.openMerchantPage();
  const id = await work.order();
  const product = await makeProduct(db, { netContent: '1 kg', weightTolerance: 10 });
  await db.insert(storeOrderItems).values({
    ...{ storeOrderId: id, productId: product.id, name: 'Tomme', quantity: 1, unitPrice: 1000, total: 1000 },
    byWeight: { grams: 1000, tolerance: 10 },
  });
  const token = await scene.market.login(work.email);
  const read = async () => (await scene.market.inject<StoreOrder>('GET', `/api/store_orders/${id}`, { token })).body;
  const order = await read();
  const machine = { ...newMachine(), time: scene.machine.time };
  const network = createNetwork(scene.market.app, () => machine.time.now);
  const other = await openPage(scene.market, machine, network, newProfile());
  await other.session.login(work.email, DEMO_PASSWORD);

  const tablets = [
    { on: work.on, network: scene.network, grams: 950 },
    { on: other, network, grams: 920 },
  ];
  for (const tablet of tablets) {
    tablet.network.up = false;
    const [item] = order.items;
    if (!item?.byWeight) throw new Error('nothing to weigh');
    const weighed = { item, terms: item.byWeight, left: { quantity: 1, amount: 1000 }, grams: tablet.grams };
    await tablet.on.submit({ type: 'storeOrders.weigh', args: weighArgs(order, [weighed]) });
    await tablet.on.submit({ type: 'storeOrders.validate', args: { id } });
  }
  await scene.quiet();
  for (const tablet of tablets) {
    tablet.network.heal();
    scene.machine.time.now += 60_000;
    await tablet.on.drain({ eager: true });
    await scene.quiet();
    expect(await tablet.on.local.db.outbox.count()).toBe(0);
  }
  expect(await listConflicts(work.on.local, work.owner)).toEqual([]);
  const told = await listConflicts(other.local, work.owner);
  expect(told.map(({ type, kind }) => [type, kind])).toEqual([
    ['storeOrders.weigh', 'refused'],
    ['storeOrders.validate', 'already'],
  ]);
  expect(told[0]?.text.replaceAll('\u00a0', ' ')).toBe('Tomme : déjà pesé, 950 g. Une pesée ne se change plus.');
  expect(told[0]?.editable).toEqual({ screen: 'merchantOrder', params: { id: String(id) } });
  other.kill();
  const rows = await db.select().from(refunds).where(eq(refunds.storeOrderId, id));
  expect(rows.map(({ amount }) => amount)).toEqual([50]);
  expect((await read()).items.map(({ byWeight }) => byWeight?.weighed)).toEqual([{ grams: 950, price: 950, less: 50 }]);
});
