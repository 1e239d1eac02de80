// Offline orders of a store with slots: placed in their slot, or returned to the shopper with everything in the cart.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { CollectionSlot } from '#contract/fields/collection-slots.ts';
import { weekdays } from '#contract/fields/values.ts';
import { offeredSlots } from '#domain/orders/collection-slots.ts';
import { orders, storeOrders } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/stores.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { ownerRows } from '#sync/outbox/rows.ts';
import { resolveConflict } from '#sync/pending/resolve.ts';
import { makeUser } from '../support/builders.ts';
import { agreedTo } from '../sync/agreed-terms.ts';
import { openOrderScene, placed } from './order-scene.ts';
import type { MerchantPage } from './scene.ts';

const { scene, filledCart, linesOf, commit, back, ordersOf, cardsOf } = openOrderScene();

const always = {
  days: [...weekdays],
  morningOpeningHour: '0000',
  morningCloseHour: null,
  afternoonOpeningHour: null,
  afternoonCloseHour: '2400',
  interrupt: true,
};
const setting = { openingHours: [always], closedDays: [], collectionSlots: { minutes: 60, capacity: 1 } };

/** A cart whose store asks for a slot, without a network, and a slot of tomorrow. */
async function filledWithSlot(): Promise<{ work: MerchantPage; slot: CollectionSlot }> {
  const work = await filledCart();
  await scene.market.db.update(stores).set(setting);
  const slot = offeredSlots(setting, new Date(scene.machine.time.now))[30];
  if (!slot) throw new Error('No slot is offered.');
  return { work, slot };
}
async function commitFor(work: MerchantPage, slot: CollectionSlot): Promise<string> {
  const { shown } = await readCart(work.on.local, work.owner);
  return commit(work, { parts: agreedTo(shown).parts.map((part) => ({ ...part, slot })) });
}
/** Another shopper was faster. */
async function takeLastPlace(slot: CollectionSlot): Promise<void> {
  const { db } = scene.market;
  const [row] = await db
    .insert(orders)
    .values({ userId: (await makeUser(db)).id })
    .returning();
  const [store] = await db.select().from(stores).limit(1);
  const part = { orderId: row?.id ?? 0, storeId: store?.id ?? '', totalBeforeDiscount: 100, total: 100 };
  const [slotStart, slotEnd] = [new Date(slot.start), new Date(slot.end)];
  await db.insert(storeOrders).values({ ...part, state: 'validated', slotStart, slotEnd });
}
const placedSlots = async () => {
  const rows = await scene.market.db.select().from(storeOrders).where(eq(storeOrders.state, 'payed'));
  return rows.map(({ slotStart }) => slotStart?.toISOString());
};

test('it is placed in the slot that was chosen', async () => {
  const { work, slot } = await filledWithSlot();
  await commitFor(work, slot);
  await back(work);
  expect(await ordersOf(work)).toEqual([placed(2, 1)]);
  expect(await placedSlots()).toContain(slot.start);
});

test('a full slot returns it: no other slot is taken, and its cart is there with later additions', async () => {
  const { work, slot } = await filledWithSlot();
  const id = await commitFor(work, slot);
  await scene.add(work.on, 2, 3);
  await takeLastPlace(slot);
  await back(work);
  expect(await ordersOf(work)).toEqual([]);
  const [card] = await cardsOf(work);
  expect(card).toMatchObject({
    id,
    kind: 'order-changed',
    text: expect.stringContaining('Ce créneau de retrait est complet, choisissez-en un autre.'),
    fields: [],
    choices: ['edit', 'dismiss'],
    content: { args: { agreed: { parts: [{ slot, lastName: 'Lorrain' }] } } },
  });
  expect(await linesOf(work), 'the next cart').toEqual([3]);

  expect(await resolveConflict(work.on.local, id, 'edit')).toBe(true);
  expect(await linesOf(work)).toEqual([2, 1, 3]);
  await back(work);
  expect([await ordersOf(work), await linesOf(work), await cardsOf(work)]).toEqual([[], [2, 1, 3], []]);
  expect(await ownerRows(work.on.local.db, work.owner)).toEqual([]);
});

test('it can be committed again in another slot', async () => {
  const { work, slot } = await filledWithSlot();
  const id = await commitFor(work, slot);
  await scene.market.db.update(stores).set({ collectionSlots: { minutes: null, capacity: null } });
  await back(work);
  await resolveConflict(work.on.local, id, 'edit');
  const day = offeredSlots(
    { ...setting, collectionSlots: { minutes: null, capacity: null } },
    new Date(scene.machine.time.now),
  )[1];
  await commitFor(work, day ?? slot);
  await back(work);
  expect(await ordersOf(work)).toEqual([placed(2, 1)]);
  expect(await placedSlots()).toContain(day?.start);
});
