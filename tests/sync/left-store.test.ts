// A person who no longer works for a store, or works in another role: what their device keeps, and what it had not sent.
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import { draftCount, putDraft } from '#db/drafts.ts';
import type { Owner } from '#db/rows.ts';
import { orders, storeOrders } from '#server/db/schema/sales.ts';
import { storeMembers } from '#server/db/schema/stores.ts';
import { storeRead } from '#sync/carts/open-cart.ts';
import { ownerRows } from '#sync/outbox/rows.ts';
import { listRefusedWrites } from '#sync/pending/decisions.ts';
import { makeMember, makeStore, makeUser } from '../support/builders.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type Machine, newMachine } from './device.ts';
import { calm, newProfile, openPage, type Page } from './page.ts';

const MINUTE = 60_000;

let market: TestMarket;
let machine: Machine;
let network: Network;
let page: Page;
let owner: Owner;
let userId: string;
let orderId: number;

beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite', now: () => new Date(machine?.time.now ?? Date.now()) });
});
afterAll(() => market.close());
beforeEach(async () => {
  machine = newMachine();
  network = createNetwork(market.app, () => machine.time.now);
  page = await openPage(market, machine, network, newProfile());
  const store = await makeStore(market.db);
  const user = await makeUser(market.db);
  userId = await makeMember(market.db, { storeId: store.id, role: 'seller', userId: user.id });
  owner = `u:${userId}`;
  const [order] = await market.db.insert(orders).values({ userId: store.ownerId }).returning();
  const [part] = await market.db
    .insert(storeOrders)
    .values({ orderId: order?.id ?? 0, storeId: store.id, state: 'payed', total: 1000, totalBeforeDiscount: 1000 })
    .returning();
  orderId = part?.id ?? 0;
  await page.session.login(user.email, DEMO_PASSWORD);
  await calm();
});
afterEach(() => page.kill());

/** As of a merchant who has worked on this device. */
async function worked(): Promise<void> {
  const { local, cache } = page;
  await storeRead(cache, { owner, key: '["storeOrders.ofStore"]', answer: { name: 'Camille Renard' }, seenAt: 1 });
  const view = { '@type': 'StoreOrder', id: orderId, version: 1 } as never;
  await local.db.snaps.put({ owner, lane: `storeOrder:${orderId}`, version: 1, view, seenAt: 1 });
  await local.db.snaps.put({ owner, lane: 'cart:own', version: 1, view: { '@type': 'Cart' } as never, seenAt: 1 });
  await putDraft(local.db, owner, 'annulation 12', { reason: 'Plus de lait' }, machine.time.now);
}
/** Reads, views of the store, views of carts, drafts. */
const kept = async () => {
  const { local, cache } = page;
  const lanes = (await local.db.snaps.toArray()).map(({ lane }) => lane.split(':')[0]);
  return {
    reads: await cache.count(owner),
    store: lanes.filter((lane) => lane === 'storeOrder').length,
    carts: lanes.filter((lane) => lane === 'cart').length,
    drafts: await draftCount(local.db, owner),
  };
};
const remove = () => market.db.delete(storeMembers).where(eq(storeMembers.userId, userId));
const setRole = (role: StoreRole) =>
  market.db.update(storeMembers).set({ role }).where(eq(storeMembers.userId, userId));
async function markOffline(): Promise<void> {
  network.up = false;
  await page.submit({ type: 'storeOrders.validate', args: { id: orderId } });
  await page.submit({ type: 'storeOrders.ready', args: { id: orderId } });
  await calm();
}
async function back(): Promise<void> {
  network.up = true;
  page.hint('online');
  for (let round = 0; round < 4; round += 1) {
    await page.timers.advance(MINUTE);
    await page.drain({ eager: true });
    await calm();
  }
}

describe.each([
  ['with a token that is still good', 0],
  ['with a token that has expired', 20 * MINUTE],
])('a person removed while their device was offline, %s', (_token, away) => {
  test('sees each waiting change refused, and the device forgets the store', async () => {
    await worked();
    await markOffline();
    expect(await ownerRows(page.local.db, owner)).toHaveLength(2);
    await remove();
    machine.time.now += away;
    await back();
    expect(await ownerRows(page.local.db, owner)).toEqual([]);
    const refused = await listRefusedWrites(page.local, owner);
    expect(refused.map(({ sentence }) => sentence)).toEqual(
      expect.arrayContaining([
        `Traiter la commande n°\u00a0${orderId}`,
        `Marquer la commande n°\u00a0${orderId} comme prête`,
      ]),
    );
    expect(JSON.stringify(refused)).toContain('aucune boutique');
    expect(page.session.state()).toMatchObject({
      status: 'authenticated',
      user: { user_id: userId, ownedStore: null, storeRole: null },
    });
    expect(await kept()).toEqual({ reads: 0, store: 0, carts: 1, drafts: 0 });
    const [row] = await market.db.select().from(storeOrders).where(eq(storeOrders.id, orderId));
    expect(row?.state).toBe('payed');
  });
});

test('a person with another role sends what the role allows, and keeps what was typed', async () => {
  await worked();
  await markOffline();
  await setRole('picker');
  await back();
  expect(await listRefusedWrites(page.local, owner)).toEqual([]);
  const [row] = await market.db.select().from(storeOrders).where(eq(storeOrders.id, orderId));
  expect(row?.state).toBe('validated');
  await page.session.refresh();
  expect(page.session.state().user).toMatchObject({ storeRole: 'picker' });
  expect(await kept()).toMatchObject({ reads: 0, store: 0, carts: 1, drafts: 1 });
});

test('a renewal without a change of role keeps everything', async () => {
  await worked();
  await page.session.refresh();
  expect(await kept()).toEqual({ reads: 1, store: 1, carts: 1, drafts: 1 });
});
