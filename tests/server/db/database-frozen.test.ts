// PostgreSQL neither answers nor goes away: the wire to it is silent, or a statement does not end.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildApp } from '#server/app.ts';
import { buildIfNeeded, builtFolder } from '#server/build/build.ts';
import { type OpenDatabase, openDatabase } from '#server/db/client.ts';
import { pages as texts } from '#server/db/schema/content.ts';
import { explainStartError } from '#server/process/start-errors.ts';
import { type Env, readEnv } from '#server/runtime/env.ts';
import { isDatabaseUnreachable } from '#server/runtime/errors.ts';
import { PAGE_LIMIT, READ_LIMIT } from '#server/runtime/time-limit.ts';
import { webApp } from '#server/web/web-app.ts';
import { makeCart } from '../../support/builders.ts';
import { type FreezingProxy, freezingProxy } from '../../support/freezing-proxy.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { send } from '../../support/test-server.ts';

let postgres: TestPostgres;
let proxy: FreezingProxy;
let database: OpenDatabase;
let app: FastifyInstance;
let folder: string;
let env: Env;
let cart: { id: string };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'etal-frozen-'));
  postgres = await startPostgres();
  proxy = await freezingProxy(postgres.url('postgres'));
  database = await openDatabase({ databaseUrl: proxy.url, statementTimeout: 500 });
  env = readEnv({ NODE_ENV: 'test', DATA_DIR: folder, DATABASE_URL: proxy.url });
  app = await buildApp({ database, env });
  await buildIfNeeded();
  await app.register(webApp, { folder: builtFolder });
  cart = await makeCart(database.db);
  await database.db.insert(texts).values({ slug: 'cgv', name: 'Conditions', place: 'aide', description: 'Texte' });
});
afterAll(async () => {
  await app.close();
  await database.close();
  await proxy.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const reads = () => ['/api/products', '/api/ready', `/api/carts/${cart.id}`, '/api/categories'];

const pages = [
  '/',
  '/nouveautes',
  '/categorie/fromages',
  '/produit/tomme',
  '/boutique/a/avis',
  '/page/cgv',
  '/contact',
];

/** A page that says so, or one that is true all the same; never one that says that there is nothing. */
async function expectTruePages(served: FastifyInstance): Promise<void> {
  const answers = await Promise.all([...pages, '/panier'].map((path) => send(served, 'GET', path)));
  for (const [index, { status, headers, text }] of answers.entries()) {
    const path = pages[index] ?? '/panier';
    expect([200, 301, 503], path).toContain(status);
    expect(headers['x-market'], path).toBe('1');
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    if (status !== 503) continue;
    expect(headers['retry-after'], path).toBe('5');
    expect(headers['cache-control'], path).toBe('no-store');
    expect(text, path).toMatch(/<h1>.+<\/h1><p>Réessayez dans un instant\.<\/p>/);
  }
  expect(answers.map(({ status }) => status)).toContain(503);
}

async function expectCalm(asked: string[], served = app): Promise<void> {
  const answers = await Promise.all(asked.map((path) => send(served, 'GET', path)));
  for (const { status, headers } of answers) {
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('5');
  }
}

test('while the database does not answer, reads are refused within 5 s, however many ask; then all is as before', async () => {
  expect(Math.max(READ_LIMIT, PAGE_LIMIT)).toBeLessThan(5_000);
  for (const path of reads()) expect((await send(app, 'GET', path)).status, path).toBe(200);
  proxy.freeze();
  await expectCalm(Array.from({ length: 10 }, reads).flat());
  proxy.thaw();
  await expect.poll(async () => (await send(app, 'GET', '/api/ready')).status).toBe(200);
});

test('pages and crawler files are served while the database does not answer, whatever its timeout', async () => {
  const patient = await openDatabase({ databaseUrl: proxy.url, statementTimeout: 5_000 });
  const served = await buildApp({ database: patient, env });
  await served.register(webApp, { folder: builtFolder });
  expect((await send(served, 'GET', '/')).status).toBe(200);
  proxy.freeze();
  await Promise.all([expectTruePages(served), expectCalm(['/sitemap.xml'], served)]);
  proxy.thaw({ forget: true });
  await expect.poll(async () => (await send(served, 'GET', '/sitemap.xml')).status).toBe(200);
  const { text } = await send(served, 'GET', '/sitemap.xml');
  // The same list is told on while it cannot be read again.
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + 10 * 60_000);
  proxy.freeze();
  const cachedPage = await send(served, 'GET', '/sitemap.xml');
  vi.restoreAllMocks();
  expect([cachedPage.status, cachedPage.text]).toEqual([200, text]);
  proxy.thaw({ forget: true });
  await served.close();
  await patient.close();
});

test('a silent connection is dropped, so that the next query uses another', async () => {
  proxy.freeze();
  const blocked = database.db.transaction(async (tx) => tx.execute(sql`select 1`));
  await expect(blocked).rejects.toSatisfy(isDatabaseUnreachable);
  await expectCalm(reads());
  proxy.thaw({ forget: true });
  await expect.poll(async () => (await send(app, 'GET', '/api/ready')).status).toBe(200);
  for (const path of reads()) expect((await send(app, 'GET', path)).status, path).toBe(200);
});

test('a statement that does not end is broken off, and its connection serves on', async () => {
  await expect(database.db.execute(sql`select pg_sleep(60)`)).rejects.toSatisfy(isDatabaseUnreachable);
  expect((await send(app, 'GET', '/api/products')).status).toBe(200);
});

test('a database that is not there is named at the start', async () => {
  const databaseUrl = postgres.url('ailleurs');
  const error = await openDatabase({ databaseUrl }).catch((failure: unknown) => failure);
  expect(explainStartError(error, readEnv({ DATABASE_URL: databaseUrl }))).toMatch(
    /^La base de données « ailleurs » n’existe pas à l’adresse 127\.0\.0\.1:\d+ : créez-la, ou corrigez DATABASE_URL\.$/,
  );
});
