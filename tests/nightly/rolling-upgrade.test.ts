// An upgrade of two servers, one after the other, under open pages: two processes of `npm start` as on two machines, with
// one PostgreSQL, one S3 and a load balancer. The new program is a copy of these sources with another build of the pages
// and one more migration, which adds a column. `npm run test:nightly` runs it, once the front end is built.
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page, expect as seen } from '@playwright/test';
import { inArray, notInArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSigningKeys } from '#server/access/signing-keys.ts';
import { type OpenDatabase, openDatabase } from '#server/db/client.ts';
import { users } from '#server/db/schema/accounts.ts';
import { cartItems } from '#server/db/schema/sales.ts';
import { makeCart, makeProduct } from '../support/builders.ts';
import { findLightChromium } from '../support/chromium.ts';
import { type LoadBalancer, startLoadBalancer } from '../support/load-balancer.ts';
import { makeNextProgram } from '../support/next-program.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { freePort, runServer, type ServerRun, untilReady } from '../support/server-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const LIMIT = 1_200_000;
const CLIENTS = 2;

let folder: string;
let nextProgram: string;
let postgres: TestPostgres;
let s3: S3Server;
let balancer: LoadBalancer;
let database: OpenDatabase;
let browser: Browser;
const running = new Set<ServerRun>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'etal-rolling-'));
  for (const machine of ['one', 'two']) mkdirSync(join(folder, machine));
  await loadSigningKeys(join(folder, 'one/keys'));
  nextProgram = makeNextProgram();
  postgres = await startPostgres();
  database = await openDatabase({ databaseUrl: postgres.url('postgres') });
  s3 = await startS3Server();
  balancer = await startLoadBalancer();
  browser = await chromium.launch({ executablePath: findLightChromium(), args: ['--no-sandbox'] });
}, LIMIT);
afterAll(async () => {
  await browser.close();
  for (const { child, exitCode } of running) {
    child.kill('SIGKILL');
    await exitCode;
  }
  await balancer.stop();
  await s3.stop();
  await database.close();
  await postgres.stop();
  for (const path of [folder, nextProgram]) rmSync(path, { recursive: true, force: true });
});

interface Server extends ServerRun {
  url: string;
}

async function start(machine: string, program: string): Promise<Server> {
  const port = await freePort();
  const env = {
    ...{ PORT: port, DATA_DIR: join(folder, machine), DATABASE_URL: postgres.url('postgres'), STORAGE_URL: s3.url() },
    ...{ PUBLIC_URL: balancer.url, PAYMENT: 'sandbox', TRUSTED_PROXIES: '127.0.0.1', STOP_GRACE_SECONDS: '3' },
  };
  const run = runServer(env, program);
  running.add(run);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(run, url);
  balancer.add(url);
  return { ...run, url };
}

/** As a load balancer sees it: the health check fails, no new request comes, running ones end. */
async function stop(server: Server): Promise<void> {
  server.child.kill('SIGTERM');
  const isHealthy = () =>
    fetch(`${server.url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isHealthy, { timeout: 60_000, interval: 50 }).toBe(false);
  balancer.remove(server.url);
  expect(await server.exitCode, server.output()).toBe(0);
}

interface Additions {
  accepted: number;
  cartIds: string[];
}

/** Of one line. */
const MOST_PIECES = 900;

/** Adds one piece after the other, each with its own key. @returns a function that ends it */
function addSteadily(productId: string, client: number): () => Promise<Additions> {
  let isOver = false;
  async function add(cartId: string, pieces: number): Promise<void> {
    const answer = await fetch(`${balancer.url}/api/carts/${cartId}/add`, {
      method: 'PUT',
      headers: {
        ...{ accept: 'application/ld+json', 'content-type': 'application/ld+json', 'idempotency-key': randomUUID() },
        'x-forwarded-for': `10.0.${client}.${pieces % 250}`,
      },
      body: JSON.stringify({ id: productId, optionValues: [], quantity: 1 }),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${answer.status} ${text}`);
  }
  const adding = (async () => {
    const made: Additions = { accepted: 0, cartIds: [] };
    for (; !isOver; made.accepted += 1) {
      if (made.accepted % MOST_PIECES === 0) made.cartIds.push((await makeCart(database.db)).id);
      await add(made.cartIds.at(-1) ?? '', made.accepted);
    }
    return made;
  })();
  // Its failure is that of the test, which may have failed before.
  adding.catch(() => null);
  return () => {
    isOver = true;
    return adding;
  };
}

/** What a page must not do: log an error, or load itself again. */
function watch(page: Page): string[] {
  const events: string[] = [];
  page.on('pageerror', ({ message }) => events.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') events.push(message.text());
  });
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) events.push(`loaded ${response.headers()['x-build']}`);
  });
  return events;
}

async function openPage(url: string, serviceWorkers: 'allow' | 'block'): Promise<{ page: Page; events: string[] }> {
  const context = await browser.newContext({ baseURL: balancer.url, locale: 'fr-FR', serviceWorkers });
  const page = await context.newPage();
  const events = watch(page);
  await page.goto(url);
  return { page, events };
}

async function addToCart(page: Page, next: 'Continuer mon shopping' | 'Voir mon panier'): Promise<void> {
  await page.getByRole('button', { name: 'Ajouter au panier' }).click();
  const added = page.getByRole('dialog', { name: 'Article ajouté au panier' });
  await seen(added).toBeVisible({ timeout: 60_000 });
  await added.getByText(next).click();
  await seen(added).toBeHidden();
}

const buildOf = (program: string) =>
  (JSON.parse(readFileSync(join(program, 'dist/current.json'), 'utf8')) as { id: string }).id;

/** Assets that a server answered with and its build does not have. */
const foreignAssets = ({ url }: Server, program: string) =>
  [...balancer.answered(url)].filter(
    (path) => path.startsWith('/assets/') && !existsSync(join(program, 'dist', buildOf(program), 'client', path)),
  );

test('pages of both versions go on while one server after the other is replaced: no error, no write lost or doubled', {
  timeout: LIMIT,
}, async () => {
  const { db } = database;
  const product = await makeProduct(db);
  // Without the demonstration password, with which a real market does not start.
  await db.update(users).set({ passwordHash: sql`${users.id}::text` });
  const store = await db.query.stores.findFirst({ where: (stores, { eq: is }) => is(stores.id, product.storeId) });
  const address = `/produit/${product.slug}`;
  const openStore = async (page: Page) => {
    await page.getByRole('link', { name: 'Voir la boutique' }).first().click();
    await seen(page.getByRole('heading', { level: 1, name: store?.name ?? '' })).toBeVisible({ timeout: 60_000 });
  };

  const first = await start('one', root);
  cpSync(join(folder, 'one/keys'), join(folder, 'two/keys'), { recursive: true });
  const second = await start('two', root);
  const loads = Array.from({ length: CLIENTS }, (_, client) => addSteadily(product.id, client));
  // One that asks the servers for each part, and one that installs the app.
  const old = await openPage(address, 'block');
  const installed = await openPage(address, 'allow');
  await installed.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  for (const { page } of [old, installed]) await addToCart(page, 'Continuer mon shopping');

  // One of two is new, whose migration has run.
  await stop(second);
  const secondNext = await start('two', nextProgram);
  const newBuild = buildOf(nextProgram);
  const oldBuild = buildOf(root);
  expect(newBuild).not.toBe(oldBuild);
  for (const { page } of [old, installed]) await addToCart(page, 'Continuer mon shopping');
  balancer.route('/assets/', secondNext.url);
  await openStore(old.page);
  await old.page.goBack();

  // A page of the new version finds its parts at the server of the old one.
  balancer.route('/assets/', first.url);
  balancer.route('/produit/', secondNext.url);
  const fresh = await openPage(address, 'block');
  balancer.route('/produit/', null);
  await addToCart(fresh.page, 'Continuer mon shopping');
  await openStore(fresh.page);
  balancer.route('/assets/', null);

  await stop(first);
  const firstNext = await start('one', nextProgram);
  for (const { page } of [old, installed]) {
    await addToCart(page, 'Voir mon panier');
    await seen(page.getByRole('heading', { level: 1, name: 'Mon Panier' })).toBeVisible({ timeout: 60_000 });
  }
  const additions = await Promise.all(loads.map((end) => end()));

  expect(balancer.failures).toEqual([]);
  expect(old.events).toEqual([`loaded ${oldBuild}`]);
  expect(installed.events.filter((event) => !event.startsWith('loaded'))).toEqual([]);
  expect(fresh.events).toEqual([`loaded ${newBuild}`]);
  // Each of them has served parts that its build does not have.
  for (const [server, program] of [
    [first, root],
    [secondNext, nextProgram],
    [firstNext, nextProgram],
  ] as const) {
    expect(foreignAssets(server, program), server.output()).not.toEqual([]);
  }
  const quantitiesIn = async (cartIds: string[]) =>
    (await db.select().from(cartItems).where(inArray(cartItems.cartId, cartIds))).map(({ quantity }) => quantity);
  for (const { accepted, cartIds } of additions) {
    expect((await quantitiesIn(cartIds)).reduce((sum, quantity) => sum + quantity, 0)).toBe(accepted);
    expect(accepted).toBeGreaterThan(20);
  }
  const ofClients = additions.flatMap(({ cartIds }) => cartIds);
  const quantitiesOfPages = async () =>
    (await db.select().from(cartItems).where(notInArray(cartItems.cartId, ofClients)))
      .map(({ quantity }) => quantity)
      .sort();
  await expect.poll(quantitiesOfPages).toEqual([1, 3, 3]);
  // The column of the new version's migration.
  const { rows } = await db.execute(sql`select count(added_with)::int as counted from cart_items`);
  expect(rows).toEqual([{ counted: 3 + ofClients.length }]);
});
