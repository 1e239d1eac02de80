// How fast the server answers, on PostgreSQL with 20,000 products and on PGlite. Run by hand:
//   npm run bench:server -- [postgres|pglite] [products] [beginning of the scenes' names]
// Requests are injected ten at a time, so that the numbers are the server's own and no client shares its time.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { buildApp } from '#server/app.ts';
import { type OpenDatabase, openDatabase } from '#server/db/client.ts';
import { readEnv } from '#server/runtime/env.ts';
import { fillMarket, writeMarket } from '../support/large-market.ts';
import { startPostgres } from '../support/postgres.ts';

const [kind = 'postgres', size = '20000', only = ''] = process.argv.slice(2);
const SECONDS = 4;
const AT_ONCE = 10;

/** Milliseconds of the processor that PostgreSQL's own processes have taken so far; Linux counts them in hundredths. */
async function timeOfDatabase({ db, kind: of }: OpenDatabase): Promise<number> {
  if (of !== 'postgres') return 0;
  const { rows } = await db.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where backend_type = 'client backend'`,
  );
  const ticks = rows.map(({ pid }) => {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
    return Number(user) + Number(system);
  });
  return ticks.reduce((sum, each) => sum + each, 0) * 10;
}

async function main(): Promise<void> {
  const postgres = kind === 'postgres' ? await startPostgres() : null;
  const dataDir = mkdtempSync(join(tmpdir(), 'etal-bench-'));
  const database = await openDatabase(postgres ? { databaseUrl: postgres.url('postgres') } : { memory: true });
  const wanted = { products: Number(size), orders: 1000 };
  await (postgres ? fillMarket(postgres.url('postgres'), wanted) : writeMarket(database.db, wanted));
  const env = readEnv({ NODE_ENV: 'production', DATA_DIR: dataDir });
  const app = await buildApp({ database, env, rateLimits: 'relaxed' });
  await app.ready();
  const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await app.inject({
      method,
      url: `/api${url}`,
      headers: { accept: 'application/ld+json', ...(payload && { 'content-type': 'application/ld+json' }) },
      ...(payload && { payload: JSON.stringify(payload) }),
    });
    if (answer.statusCode >= 400) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
    return answer;
  };
  const first = async (path: string) => (await call('GET', path)).json()['hydra:member'];
  const categories = (await first('/categories')).map(({ id }: { id: string }) => id);
  const items = (await first('/products?itemsPerPage=200')).map(({ id }: { id: string }) => id);
  const carts: string[] = [];
  for (let i = 0; i < 50; i += 1) carts.push((await call('POST', '/carts', {})).json().id);
  let turn = 0;
  const next = <T>(all: readonly T[]): T => all[turn++ % all.length] as T;

  const scenes: Record<string, () => Promise<unknown>> = {
    'list of 36 of one category': () =>
      call('GET', `/products?category[]=/categories/${next(categories.slice(1))}&published=true&itemsPerPage=36`),
    'list of 36 of all below a category': () =>
      call('GET', `/categories/${categories[0]}/products?published=true&itemsPerPage=36`),
    'latest 36': () => call('GET', '/products?published=true&order[createdAt]=DESC&itemsPerPage=36'),
    'cheapest 36 of one category': () =>
      call('GET', `/categories/${next(categories.slice(1))}/products?published=true&price=ASC&itemsPerPage=36`),
    'product by slug': () =>
      call('GET', `/products/by_slug/produit-${1 + 40 * (turn++ % Math.ceil(Number(size) / 40))}`),
    search: () => call('GET', `/search?q=tomme%20num%C3%A9ro%20${turn++ % 1000}`),
    'search of a common word': () => call('GET', `/search?q=fromages&category=rayon-${turn++ % 50}`),
    'search of a slip': () => call('GET', `/search?q=from${'aje'}%20${turn++ % 1000}`),
    'add to cart': () => call('PUT', `/carts/${next(carts)}/add`, { id: next(items), optionValues: [], quantity: 1 }),
  };
  for (const [name, run] of Object.entries(scenes).filter(([each]) => each.startsWith(only))) {
    for (let i = 0; i < 30; i += 1) await run();
    const times: number[] = [];
    const end = performance.now() + SECONDS * 1000;
    const begin = performance.now();
    const cpu = process.cpuUsage();
    const theirs = await timeOfDatabase(database);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (performance.now() < end) {
          const at = performance.now();
          await run().catch((error: unknown) => {
            if (!String(error).includes('maximale')) throw error;
          });
          times.push(performance.now() - at);
        }
      }),
    );
    times.sort((a, b) => a - b);
    const perSecond = (times.length / (performance.now() - begin)) * 1000;
    const slow = times[Math.floor(times.length * 0.975)] ?? 0;
    const { user, system } = process.cpuUsage(cpu);
    const own = (user + system) / 1000 / times.length;
    const databases = ((await timeOfDatabase(database)) - theirs) / times.length;
    console.log(
      `${name.padEnd(36)} ${perSecond.toFixed(0).padStart(6)} /s   p97.5 ${slow.toFixed(0).padStart(4)} ms   ${own.toFixed(2)} ms of Node's time each, ${databases.toFixed(2)} of PostgreSQL's`,
    );
  }
  await app.close();
  await database.close();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

await main();
