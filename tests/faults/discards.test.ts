// Discarding commands that may already have had their effect.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { products } from '#server/db/schema/catalogue.ts';
import { storeOrders } from '#server/db/schema/sales.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { cancelCommand, listRefusedWrites } from '#sync/pending/decisions.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import type { Fault } from '../support/network.ts';
import type { Page } from '../sync/page.ts';
import { expectConsistent } from './oracle.ts';
import { commandsTo, openScene } from './scene.ts';

const scene = openScene();
const lines = async (on: Page) =>
  (await readCart(on.local, await on.currentOwner())).shown.items.map(({ quantity }) => quantity);
const reported = async (on: Page) => {
  const entries = await listRefusedWrites(on.local, await on.currentOwner());
  return entries.flatMap(({ notices }) => notices.map(({ code }) => code));
};

async function inDoubt(fault: Fault): Promise<{ on: Page; id: string }> {
  const { on } = await scene.openMerchantPage();
  await scene.add(on, 0, 1);
  await scene.heal(on);
  scene.network.fail(commandsTo('/add'), fault, 1);
  const { id } = await scene.add(on, 0, 2);
  await scene.quiet();
  return { on, id };
}

test.for(['lost', 'cut', 'half', 'gateway'] as const)(
  'F70 · an addition discarded in doubt (%s) is marked, not shown as undone; once known, it is compensated and reported',
  async (fault) => {
    const { on, id } = await inDoubt(fault);
    expect(await cancelCommand(on.local, id)).toBe('marked');
    expect(await listPendingWrites(on.local, await on.currentOwner())).toMatchObject([
      { id, inDoubt: true, undo: true },
    ]);
    expect(scene.outcomes.filter(({ cmdId }) => cmdId === id)).toEqual([]);
    await scene.heal(on);
    expect(await lines(on)).toEqual([1]);
    expect(await reported(on)).toEqual(['undone']);
    await expectConsistent(scene, on);
  },
);

test('F70 · discarded in doubt and then refused, it is cancelled: nothing happened', async () => {
  const { on } = await scene.openMerchantPage();
  const { productId } = scene.variant(1);
  scene.network.fail(commandsTo('/add'), 'cut', 1);
  const { id } = await scene.add(on, 1, 1);
  await scene.quiet();
  expect(await cancelCommand(on.local, id)).toBe('marked');
  const stock = (count: number) =>
    scene.market.db.update(products).set({ stock: count }).where(eq(products.id, productId));
  await stock(0);
  await scene.heal(on);
  await stock(3);
  expect(scene.outcomes.find(({ cmdId }) => cmdId === id)).toMatchObject({ outcome: 'cancelled', status: 409 });
  expect(await lines(on)).toEqual([]);
  await expectConsistent(scene, on);
});

test('F70 · an irreversible write, a parcel on its way, is confirmed with a message', async () => {
  const { on, order } = await scene.openMerchantPage();
  const orderId = await order();
  await on.submit({ type: 'storeOrders.validate', args: { id: orderId } });
  await scene.heal(on);
  scene.network.fail(commandsTo('/ship'), 'lost', 1);
  const { id } = await on.submit({ type: 'storeOrders.ship', args: { id: orderId } });
  await scene.quiet();
  expect(await cancelCommand(on.local, id)).toBe('marked');
  await scene.heal(on);
  expect(await reported(on)).toEqual(['not-undone']);
  const [row] = await scene.market.db.select().from(storeOrders).where(eq(storeOrders.id, orderId));
  expect(row?.state).toBe('shipped');
  await expectConsistent(scene, on);
});

test('F70 · discarded before sending, it is cancelled at once and never sent', async () => {
  const { on } = await scene.openMerchantPage();
  await scene.add(on, 0, 1);
  await scene.heal(on);
  scene.network.up = false;
  await scene.set(on, 0, 5);
  const { id } = await scene.add(on, 5, 1);
  await scene.quiet();
  expect(await cancelCommand(on.local, id)).toBe('cancelled');
  await scene.heal(on);
  expect(scene.sent(({ headers }) => headers['idempotency-key'] === id)).toEqual([]);
  expect(await lines(on)).toEqual([5]);
  await expectConsistent(scene, on);
});
