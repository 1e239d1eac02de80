// A market behind PgBouncer in transaction mode, where each transaction may run in another session of PostgreSQL.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { type OpenDatabase, openDatabase } from '#server/db/client.ts';
import { explainStartError } from '#server/process/start-errors.ts';
import { readEnv } from '#server/runtime/env.ts';
import { makeCart, makeProduct } from '../../support/builders.ts';
import { findPgBouncer, startPgBouncer } from '../../support/pgbouncer.ts';
import { send } from '../../support/test-server.ts';

const program = findPgBouncer();

describe.skipIf(program === null)('behind PgBouncer in transaction mode', () => {
  const name = `pooled_${randomUUID().replaceAll('-', '')}`;
  const folder = mkdtempSync(join(tmpdir(), 'etal-pooled-'));
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let place: { databaseUrl: string; directUrl: string };
  let database: OpenDatabase;
  let app: FastifyInstance;

  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: `${inject('postgres')}postgres` });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  beforeAll(async () => {
    await administer(`create database ${name}`);
    pooler = await startPgBouncer(program ?? '', new URL(inject('postgres')));
    place = { databaseUrl: pooler.url + name, directUrl: inject('postgres') + name };
    database = await openDatabase(place);
    const env = readEnv({
      NODE_ENV: 'test',
      DATA_DIR: folder,
      DATABASE_URL: place.databaseUrl,
      DATABASE_DIRECT_URL: place.directUrl,
    });
    app = await buildApp({ database, env });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    pooler.stop();
    await administer(`drop database ${name} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  });

  test('parallel reads and writes are answered, whichever session runs their statements', async () => {
    const product = await makeProduct(database.db);
    const cart = await makeCart(database.db);
    const calls = Array.from({ length: 30 }, (_, n) => [
      send(app, 'GET', '/api/products?page=1'),
      send(app, 'GET', `/api/products/by_slug/${product.slug}`),
      send(app, 'GET', `/api/carts/${cart.id}`),
      send(app, 'PUT', `/api/carts/${cart.id}/add`, {
        body: { id: product.id, optionValues: [], quantity: 1 },
        headers: { 'idempotency-key': randomUUID(), 'x-visitor-id': `v${n}` },
      }),
    ]).flat();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('notifications arrive', async () => {
    const heard: (string | null)[] = [];
    const stop = await database.listen('etal_store', (payload) => heard.push(payload));
    await database.db.execute(sql`select pg_notify('etal_store', 'news')`);
    await expect.poll(() => heard).toEqual(['news']);
    await stop();
  });

  test('servers that start together take turns, and leave no lock', async () => {
    const others = await Promise.all([openDatabase(place), openDatabase(place)]);
    for (const other of others) await other.close();
    const locks = () => database.db.execute(sql`select 1 from pg_locks where locktype = 'advisory'`);
    await expect.poll(async () => (await locks()).rows).toEqual([]);
  });

  test('without the address of PostgreSQL itself the start asks for it', async () => {
    const { databaseUrl } = place;
    const error = await openDatabase({ databaseUrl }).then(
      () => null,
      (failure: unknown) => failure,
    );
    expect(explainStartError(error, readEnv({ DATABASE_URL: databaseUrl }))).toMatch(/DATABASE_DIRECT_URL\.$/);
  });
});
