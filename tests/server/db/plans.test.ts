// No read of a large market walks through a table that grows with it: PostgreSQL counts the rows that scans of whole tables read.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/db/client.ts';
import { readEnv } from '#server/runtime/env.ts';
import { crawlerRoutes } from '#server/web/crawlers.ts';
import { eventually } from '../../support/eventually.ts';
import { fillMarket, LARGE_MARKET_PASSWORD, LARGEST_MERCHANT } from '../../support/large-market.ts';
import { type Read, readsOf } from '../../support/large-market-reads.ts';
import { send } from '../../support/test-server.ts';

/** Enough for PostgreSQL to prefer an index where there is one. */
const PRODUCTS = 20_000;
/** Stores and categories are few: all of them are read for a search or a distance. */
const GROWING = [
  'products',
  'product_search',
  'product_images',
  'product_categories',
  'users',
  'orders',
  'store_orders',
  'store_order_items',
];
/** Tables that these reads walk through on purpose. */
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  // For the words of the market, which are kept for a while.
  'search of a slip': ['product_search'],
  // No page asks for this flag without a store.
  'new products': ['products'],
};

const name = `large_${randomUUID().replaceAll('-', '')}`;
const dataDir = mkdtempSync(join(tmpdir(), 'etal-plans-'));
const url = () => inject('postgres') + name;
let observer: pg.Client;
let db: NodePgDatabase;
let token: string;
let reads: Record<string, Read>;

const rowsOf = async <T>(query: SQL) => (await db.execute<T & Record<string, unknown>>(query)).rows;

/** A server of its own: PostgreSQL counts the reads of a session at its end at the latest. */
async function withServer<T>(use: (app: FastifyInstance) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl: url() });
  const env = readEnv({ NODE_ENV: 'test', DATA_DIR: dataDir, PUBLIC_URL: 'http://localhost:4173' });
  const app = await buildApp({ database, env, rateLimits: 'relaxed' });
  await app.register(crawlerRoutes);
  await app.ready();
  try {
    return await use(app);
  } finally {
    await app.close();
    await database.close();
    await eventually(async () => {
      const others = await rowsOf(
        sql`select from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()`,
      );
      expect(others).toHaveLength(0);
    });
  }
}

beforeAll(async () => {
  const administrator = new pg.Client({ connectionString: `${inject('postgres')}postgres` });
  await administrator.connect();
  await administrator.query(`create database ${name}`);
  await administrator.end();
  await (await openDatabase({ databaseUrl: url() })).close();
  await fillMarket(url(), { products: PRODUCTS, orders: PRODUCTS / 2 });
  observer = new pg.Client({ connectionString: url() });
  await observer.connect();
  db = drizzle(observer);
  reads = await readsOf(db, PRODUCTS);
  token = await withServer(async (app) => {
    const body = { login: LARGEST_MERCHANT, password: LARGE_MARKET_PASSWORD };
    return (await send<{ token: string }>(app, 'POST', '/api/login_check', { body })).body.token;
  });
});
afterAll(async () => {
  await observer.end();
  rmSync(dataDir, { recursive: true, force: true });
});

test('each read of a large market finds its rows by an index', async () => {
  const walked: Record<string, string[]> = {};
  const expected: Record<string, readonly string[]> = {};
  for (const [read, { url: path, asMerchant, returnsAll }] of Object.entries(reads)) {
    if (returnsAll) continue;
    await rowsOf(sql`select pg_stat_reset()`);
    const { status } = await withServer((app) => send(app, 'GET', path, asMerchant ? { token } : {}));
    expect(status, read).toBe(200);
    const scanned = await rowsOf<{ name: string }>(
      sql`select relname as name from pg_stat_user_tables where seq_tup_read > 0 order by relname`,
    );
    walked[read] = scanned.map((table) => table.name).filter((table) => GROWING.includes(table));
    expected[read] = WHOLE[read] ?? [];
  }
  expect(walked).toEqual(expected);
});
