// PostgreSQL goes away under a running server, and comes back.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { buildApp } from '#server/app.ts';
import { type OpenDatabase, openDatabase } from '#server/db/client.ts';
import { cartItems, carts } from '#server/db/schema/sales.ts';
import { readEnv } from '#server/runtime/env.ts';
import { makeCart, makeProduct } from '../../support/builders.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { send } from '../../support/test-server.ts';

let postgres: TestPostgres;
let database: OpenDatabase;
let app: FastifyInstance;
let folder: string;
let cart: { id: string };
let product: { id: string };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'etal-away-'));
  postgres = await startPostgres();
  database = await openDatabase({ databaseUrl: postgres.url('postgres') });
  app = await buildApp({ database, env: readEnv({ NODE_ENV: 'test', DATA_DIR: folder }) });
  product = await makeProduct(database.db);
});
afterAll(async () => {
  await app.close();
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  cart = await makeCart(database.db);
});

const add = (key: string) =>
  send<ErrorBody>(app, 'PUT', `/api/carts/${cart.id}/add`, {
    body: { id: product.id, optionValues: [], quantity: 1 },
    headers: { 'idempotency-key': key },
  });
const quantity = async () => {
  const lines = await database.db.select().from(cartItems).where(eq(cartItems.cartId, cart.id));
  return lines.reduce((sum, line) => sum + line.quantity, 0);
};

/** A transaction of this very server that holds the cart and does nothing. */
function lockRow(): { locked: Promise<void>; release: () => void; ended: Promise<unknown> } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ended: Promise<unknown> = released;
  const locked = new Promise<void>((resolve) => {
    ended = database.db
      .transaction(async (tx) => {
        await tx.select().from(carts).where(eq(carts.id, cart.id)).for('update');
        resolve();
        await released;
      })
      .catch(() => 'broken off');
  });
  return { locked, release, ended };
}

test('F66 · while the database is unreachable every call is answered with 503, and once it is back the same write runs once', async () => {
  const key = randomUUID();
  await postgres.halt();
  const answers = [
    await send<ErrorBody>(app, 'GET', '/api/products'),
    await send<ErrorBody>(app, 'GET', '/api/ready'),
    await add(key),
  ];
  for (const { status, headers, body, text } of answers) {
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('5');
    expect(body).toMatchObject({
      '@type': 'hydra:Error',
      'hydra:description': 'Service momentanément indisponible.',
    });
    expect(text).not.toMatch(/ECONNREFUSED|postgres|127\.0\.0\.1/i);
  }

  expect((await send(app, 'GET', '/api/health')).status).toBe(200);

  await postgres.resume();
  expect((await send(app, 'GET', '/api/ready')).status).toBe(200);
  expect((await add(key)).status).toBe(200);
  expect((await add(key)).headers['idempotency-replayed']).toBe('true');
  expect(await quantity()).toBe(1);
});

test('F66 · a write that the database leaves in the middle of is 503, has no effect, and runs once when it is sent again', async () => {
  const key = randomUUID();
  const holder = lockRow();
  await holder.locked;
  const answering = add(key);
  await postgres.waiting(1);
  await postgres.halt();
  const answer = await answering;
  holder.release();
  expect(await holder.ended).toBe('broken off');
  expect(answer.status, answer.text).toBe(503);

  await postgres.resume();
  expect(await quantity()).toBe(0);
  const again = await add(key);
  expect(again.status).toBe(200);
  expect(again.headers['idempotency-replayed']).toBeUndefined();
  expect(await quantity()).toBe(1);
});
