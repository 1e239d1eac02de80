// A long day offline, then a bad network: 1,000 pending writes on one device are replayed over real connections to the
// real server, through a proxy that loses one answer in five and truncates one in twenty, always after the server has
// acted. At the end the server has exactly the intended state. `npm run test:nightly` runs it; ETAL_SOAK_SEED sets the
// seed.
import { inArray } from 'drizzle-orm';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createTokenVerifier } from '#api/session-token.ts';
import { idempotency } from '#server/db/schema/safety.ts';
import { cartItems, orders, storeOrders } from '#server/db/schema/sales.ts';
import type { Command } from '#sync/commands/registry.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { ownerRows } from '#sync/outbox/rows.ts';
import { listRefusedWrites } from '#sync/pending/decisions.ts';
import { makeCategory, makeProduct, makeStore, makeUser } from '../support/builders.ts';
import { startFaultyProxy } from '../support/faulty-proxy.ts';
import type { Network } from '../support/network.ts';
import { DEMO_PASSWORD, startTestMarket } from '../support/test-server.ts';
import { cartProductOf, variantOf } from '../sync/cart-market.ts';
import { openDevice } from '../sync/device.ts';
import { newProfile } from '../sync/page.ts';

const LOST = 0.2;
const BROKEN = 0.05;
const PRODUCTS = 99;
const ORDERS = 300;

const seed = Number(process.env.ETAL_SOAK_SEED ?? Date.now() % 2 ** 31);
/** Skips pauses: the clocks of the device and the server move to their end. */
let skew = 0;
const now = () => Date.now() + skew;

test(`1,000 pending writes arrive once each, for any losses in transit (seed ${seed})`, {
  timeout: 1_800_000,
}, async () => {
  const market = await startTestMarket({ now: () => new Date(now()), database: 'pglite' });
  const { db } = market;
  const proxy = await startFaultyProxy({ seed });
  proxy.target(await market.app.listen({ port: 0, host: '127.0.0.1' }));

  const merchant = await makeUser(db);
  const shop = await makeStore(db, { ownerId: merchant.id });
  const category = await makeCategory(db);
  const commands: Command[] = [];
  const wantedCart = new Map<string, number>();
  for (let index = 0; index < PRODUCTS; index++) {
    const product = await makeProduct(db, { storeId: shop.id, categoryId: category.id, price: 100 + index });
    const quantity = 1 + (index % 3);
    commands.push({ type: 'cart.add', args: variantOf(cartProductOf(product, shop), []).add(quantity) });
    wantedCart.set(product.id, quantity);
  }
  const buyer = await makeUser(db);
  const wantedOrders = new Map<number, string>();
  for (let index = 0; index < ORDERS; index++) {
    const [order] = await db.insert(orders).values({ userId: buyer.id }).returning();
    const [part] = await db
      .insert(storeOrders)
      .values({ orderId: order?.id ?? 0, storeId: shop.id, state: 'payed', total: 1000, totalBeforeDiscount: 1000 })
      .returning();
    const id = part?.id ?? 0;
    const trackingCode = `6A${String(index).padStart(8, '0')}`;
    wantedOrders.set(id, trackingCode);
    commands.push({ type: 'storeOrders.validate', args: { id } });
    commands.push({ type: 'storeOrders.tracking', args: { id, trackingCode }, base: { values: { trackingCode: '' } } });
    commands.push({ type: 'storeOrders.ship', args: { id } });
  }

  const network = {
    connect: () => ({
      fetch: ((path: string, init: RequestInit) => fetch(`${proxy.url}${path}`, init)) as typeof fetch,
      kill() {},
    }),
  } as unknown as Network;
  const machine = {
    indexedDB: new IDBFactory(),
    time: {
      get now() {
        return now();
      },
    },
  };
  const device = await openDevice(machine, network, {
    session: { storage: newProfile().storage, verify: createTokenVerifier(market.app.publicKeys), announce: () => {} },
    lanesAtOnce: 4,
  });
  await device.session?.login(merchant.email, DEMO_PASSWORD);
  proxy.cut();
  for (const command of commands) await device.submit(command);
  const owner = await currentOwner(device.local);
  const waiting = await ownerRows(device.local.db, owner);
  console.log(`seed ${seed}: ${waiting.length} writes wait`);

  proxy.heal();
  proxy.plan(
    {
      path: /^\/api\/(carts|store_orders|orders)/,
      when: ({ method }) => method !== 'GET',
      fault: 'half',
      probability: BROKEN,
    },
    {
      path: /^\/api\/(carts|store_orders|orders)/,
      when: ({ method }) => method !== 'GET',
      fault: 'drop',
      probability: LOST,
    },
  );
  const from = proxy.log.length;
  for (;;) {
    await device.drain();
    const left = await ownerRows(device.local.db, owner);
    if (left.length === 0) break;
    // Each lane waits for its first command.
    const heads = new Map(left.toReversed().map((row) => [row.lane, row]));
    const next = Math.min(...[...heads.values()].map(({ nextAt }) => nextAt));
    skew += Math.max(0, next - now());
  }

  const requests = proxy.log.slice(from).filter(({ key }) => key !== null);
  const repeated = requests.filter(({ replayed }) => replayed).length;
  const lost = requests.filter(({ fault }) => fault === 'drop').length;
  const broken = requests.filter(({ fault }) => fault === 'half').length;
  const keys = [...new Set(requests.map(({ key }) => key ?? ''))];
  const items = await db.select().from(cartItems);
  expect(items.map(({ productId, quantity }) => [productId, quantity]).sort()).toEqual([...wantedCart].sort());
  const parts = await db
    .select()
    .from(storeOrders)
    .where(inArray(storeOrders.id, [...wantedOrders.keys()]));
  for (const { id, state, trackingCode, version } of parts) {
    expect([state, trackingCode, version]).toEqual(['shipped', wantedOrders.get(id), 4]);
  }
  const effects = await db.select().from(idempotency).where(inArray(idempotency.key, keys));
  expect(effects.filter(({ status }) => (status ?? 500) < 300)).toHaveLength(waiting.length);
  expect(await listRefusedWrites(device.local, owner)).toEqual([]);
  expect(new Set(requests.map(({ key, body }) => `${key} ${body}`)).size).toBe(keys.length);
  console.log(
    `${waiting.length} writes in ${requests.length} requests; ${lost} answers lost, ${broken} broken off, ` +
      `${repeated} answered from memory; the pauses between tries add up to ${Math.round(skew / 1000)} s`,
  );
  device.kill();
  await market.close();
  await proxy.stop();
});
