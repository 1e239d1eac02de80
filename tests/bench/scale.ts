// How the time of each call grows with the market: 300, 20,000 and 200,000 products on PostgreSQL, with half as many orders.
// Run by hand, on a quiet machine: npm run bench:scale -- [products,…] [beginning of the calls' names]
// Calls are injected one at a time: medians in milliseconds. Of the largest market, too: how many times as long as in the
// smallest it takes, and for how long at most the event loop stood still.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/db/client.ts';
import { readEnv } from '#server/runtime/env.ts';
import { crawlerRoutes } from '#server/web/crawlers.ts';
import { fillMarket, LARGE_MARKET_PASSWORD, LARGEST_MERCHANT } from '../support/large-market.ts';
import { type Read, readsOf } from '../support/large-market-reads.ts';
import { startPostgres } from '../support/postgres.ts';

const [sizes = '300,20000,200000', only = ''] = process.argv.slice(2);
const RUNS = 15;

interface Measure {
  median: number;
  /** Milliseconds. */
  blocked: number;
}

/** @returns by the name of each call */
async function measure(products: number, url: string): Promise<Map<string, Measure>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'etal-bench-'));
  const database = await openDatabase({ databaseUrl: url });
  await fillMarket(url, { products, orders: products / 2 });
  const env = readEnv({ NODE_ENV: 'production', DATA_DIR: dataDir });
  const app = await buildApp({ database, env, rateLimits: 'relaxed' });
  await app.register(crawlerRoutes);
  await app.ready();
  const login = await app.inject({
    method: 'POST',
    url: '/api/login_check',
    payload: { login: LARGEST_MERCHANT, password: LARGE_MARKET_PASSWORD },
  });
  const read = async ({ url: path, asMerchant }: Read) => {
    const answer = await app.inject({
      url: path,
      headers: { accept: 'application/ld+json', ...(asMerchant && { authorization: `Bearer ${login.json().token}` }) },
    });
    if (answer.statusCode >= 400) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
  };
  const measures = new Map<string, Measure>();
  for (const [name, each] of Object.entries(await readsOf(database.db, products)).filter(([name]) =>
    name.startsWith(only),
  )) {
    // Some of these are cached.
    if (!each.returnsAll) await read(each);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const times: number[] = [];
    const runs = each.returnsAll ? 1 : RUNS;
    for (let run = 0; run < runs; run += 1) {
      const at = performance.now();
      await read(each);
      times.push(performance.now() - at);
      await pause(5);
    }
    delay.disable();
    times.sort((a, b) => a - b);
    measures.set(name, { median: times[Math.floor(runs / 2)] ?? 0, blocked: delay.max / 1e6 });
  }
  await app.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
  return measures;
}

const postgres = await startPostgres();
const numbers = sizes.split(',').map(Number);
const columns: Map<string, Measure>[] = [];
for (const [index, products] of numbers.entries()) {
  const name = `market_${index}`;
  const client = new pg.Client({ connectionString: postgres.url('postgres') });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  columns.push(await measure(products, postgres.url(name)));
}
await postgres.stop();
const [smallest] = columns;
console.log(`${''.padEnd(28)}${numbers.map((number) => String(number).padStart(9)).join('')}    times   blocked`);
for (const [name, first] of smallest ?? []) {
  const cells = columns.map((column) => column.get(name)?.median ?? 0);
  const last = columns.at(-1)?.get(name);
  const growth = (last?.median ?? 0) / first.median;
  console.log(
    `${name.padEnd(28)}${cells.map((time) => time.toFixed(1).padStart(9)).join('')} ${growth.toFixed(1).padStart(8)} ${(last?.blocked ?? 0).toFixed(0).padStart(9)}`,
  );
}
