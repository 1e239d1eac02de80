// A market that version 1.0 left behind, brought to the schema of today: nothing of it is lost, and it goes on.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { eq, isNotNull } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '#contract/catalogue/products.ts';
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { buildApp } from '#server/app.ts';
import { type OpenDatabase, openDatabase } from '#server/db/client.ts';
import { users } from '#server/db/schema/accounts.ts';
import { carts, storeOrderItems } from '#server/db/schema/sales.ts';
import { storeMembers } from '#server/db/schema/stores.ts';
import { readEnv } from '#server/runtime/env.ts';
import { expectOk, PERSON } from '../../support/shopper.ts';
import { DEMO_PASSWORD, send } from '../../support/test-server.ts';

const migrationsFolder = fileURLToPath(new URL('../../../server/db/migrations', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'etal-upgrade-'));
let database: OpenDatabase;
let app: FastifyInstance;
let token: string;

/** An archive of the database as version 1.0 left it. */
async function recordedMarket(): Promise<Blob> {
  const client = await PGlite.create({ extensions: { unaccent } });
  const [baseline] = readMigrationFiles({ migrationsFolder });
  for (const statement of baseline?.sql ?? []) await client.exec(statement);
  await client.exec(
    'create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  await client.exec(readFileSync(new URL('./market-1.0.sql', import.meta.url), 'utf8'));
  const archive = await client.dumpDataDir('none');
  await client.close();
  return archive;
}

beforeAll(async () => {
  database = await openDatabase({ memory: true, dump: await recordedMarket() });
  const env = readEnv({ NODE_ENV: 'test', DATA_DIR: dataDir });
  app = await buildApp({ database, env, now: () => new Date('2026-11-21T10:00:00Z'), rateLimits: 'relaxed' });
  await app.ready();
  const body = { login: 'cliente@etal.test', password: DEMO_PASSWORD };
  token = expectOk(await send<{ token: string }>(app, 'POST', '/api/login_check', { body })).token;
});
afterAll(async () => {
  await app.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const call = async <T>(method: string, path: string, body?: unknown) =>
  expectOk(await send<T>(app, method, `/api${path}`, { token, ...(body !== undefined && { body }) }));

test('its merchant is the owner of the store', async () => {
  const people = await database.db
    .select({ role: storeMembers.role, email: users.email, roles: users.roles })
    .from(storeMembers)
    .innerJoin(users, eq(users.id, storeMembers.userId));
  expect(people).toEqual([{ role: 'owner', email: 'marchande@etal.test', roles: ['ROLE_USER'] }]);
});

test('its products are shown and found, its orders remain, and the open cart continues', async () => {
  const product = await call<Product>('GET', '/products/by_slug/pain-de-seigle');
  expect(product).toMatchObject({ name: 'Pain de seigle', averageRating: 5, stock: 8 });
  expect(product.images).toHaveLength(1);
  const found = await call<{ products: Collection<Product> }>('GET', '/search?q=seigle');
  expect(JSON.stringify(found)).toContain(product['@id']);

  const order = await call<Order>('GET', '/orders/1001');
  expect(order.storeOrders).toMatchObject([{ id: 5001, state: 'payed', total: { amount: 1100 } }]);
  const items = await database.db.select().from(storeOrderItems).where(eq(storeOrderItems.storeOrderId, 5001));
  expect(items).toMatchObject([{ vatRate: 550, vatAssumed: true }]);

  const [ordered] = await database.db.select().from(carts).where(isNotNull(carts.orderedAt));
  expect(ordered?.couponCodes, 'the coupon of the ordered cart').toHaveLength(1);

  const cart = await call<Cart>('POST', '/carts', {});
  expect(cart.items).toMatchObject([{ quantity: 1, unitPrice: { amount: 450 } }]);
  const next = await call<Order>('GET', `/carts/${cart.id}/order`);
  expect(next.id).toBe(1002);
  const bought = await database.db.select().from(storeOrderItems).where(eq(storeOrderItems.storeOrderId, 5002));
  expect(bought).toMatchObject([{ vatRate: 550, vatAssumed: false }]);
  for (const part of next.storeOrders) await call('PUT', part['@id'], { shippingType: 'store', ...PERSON });
  await call('POST', `/orders/${next.id}/prepare_payment`, {});
});
