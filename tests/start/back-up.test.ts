// Back-up and restore by the commands of docs/deploy.md: the market is as it was, and goes on.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { type Device, deviceAt, fillFromExample, MERCHANT, order, type Pair, SHOPPER } from '../support/device.ts';
import { type GuidePlaces, guidePlaces, hasProgram, runGuide } from '../support/guide.ts';
import { photo } from '../support/pictures.ts';
import { startPostgres } from '../support/postgres.ts';
import { type KillableServer, killableServer } from '../support/server-process.ts';

const LIMIT = 600_000;

/** Hands the order over, which is paid then. @returns the number of its invoice */
async function invoice({ call }: Device, { storeOrders }: Order, token: string): Promise<number> {
  const path = storeOrders[0]?.['@id'] ?? '';
  await call('PUT', `${path}/validate`, { token, body: {} });
  const { body } = await call<StoreOrder>('PUT', `${path}/ship`, { token, body: {} });
  const [year, number] = body.documents?.[0]?.number.split('-') ?? [];
  expect(Number(year)).toBeGreaterThan(2000);
  return Number(number);
}

interface Market {
  server: KillableServer;
  places: GuidePlaces;
  restore: string;
  /** Removes all that the market had. */
  lose(): Promise<void>;
}

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function prepare(databaseUrl: string): Promise<Omit<Market, 'restore' | 'lose'> & { tomme: unknown }> {
  const folder = mkdtempSync(join(tmpdir(), 'etal-back-up-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const places = guidePlaces(folder, { DATABASE_URL: databaseUrl });
  const tomme = await fillFromExample(databaseUrl, places.dataDir);
  const server = await killableServer({ DATA_DIR: places.dataDir, DATABASE_URL: databaseUrl });
  ends.push(() => server.kill());
  await server.start();
  return { server, places, tomme };
}

async function loseAndRestore({ server, places, restore, lose, tomme }: Market & { tomme: unknown }): Promise<void> {
  const device = deviceAt(server.url);
  const shopper = await device.login(SHOPPER);
  const merchant = await device.login(MERCHANT);
  const path = await device.upload(await photo(), merchant.token);
  const picture = await device.picture(path);
  expect(picture.subarray(8, 12).toString()).toBe('WEBP');
  const bought = await order(device, tomme, shopper.token);
  const number = await invoice(device, bought, merchant.token);
  const cart = await device.openCart();
  // Its answer never reaches the device, which sends it again one day.
  const lostKey = randomUUID();
  const lost = await device.add(cart, tomme, lostKey);

  // Others go on while it is saved.
  const busy = await device.openCart();
  let answered = 0;
  let isSaved = false;
  const goOn = async () => {
    do {
      await device.add(busy, tomme, randomUUID());
      answered += 1;
    } while (!isSaved);
  };
  const save = async () => {
    await expect.poll(() => answered).toBeGreaterThan(0);
    const before = answered;
    await runGuide('/opt/etal/deploy/back-up', places);
    isSaved = true;
    return before;
  };
  const [before] = await Promise.all([save(), goOn()]);

  await server.kill();
  await lose();
  const printed = await runGuide(restore, places);
  await server.start();

  const { items } = (await device.call<Cart>('GET', `/carts/${busy}`)).body;
  expect(items[0]?.quantity).toBeGreaterThanOrEqual(before);
  expect(items[0]?.quantity).toBeLessThanOrEqual(answered);
  // Sessions hold, by their keys and in the database.
  expect((await device.call<Order>('GET', `/orders/${bought.id}`, { token: shopper.token })).body.id).toBe(bought.id);
  const body = new URLSearchParams({ refresh_token: shopper.refresh_token });
  expect((await device.call<Pair>('POST', '/token/refresh', { body })).body.token).toBeTruthy();
  const { token } = await device.login(MERCHANT);
  expect(await device.picture(path)).toEqual(picture);

  expect(await device.add(cart, tomme, lostKey)).toEqual({ body: lost.body, isReplayed: true });
  const waiting = randomUUID();
  const sent = await device.add(cart, tomme, waiting);
  expect(sent.isReplayed).toBe(false);
  expect(sent.body.items[0]?.quantity).toBe(2);
  expect(await device.add(cart, tomme, waiting)).toEqual({ body: sent.body, isReplayed: true });
  expect(await invoice(device, await order(device, tomme, shopper.token), token)).toBe(number + 1);

  // A market is never written over.
  await expect(runGuide(restore, places)).rejects.toThrow(/n’est pas vide|File exists/);
  if (printed) expect(printed).toMatch(/Boutiques\s: 2\. Commandes\s: 1/);
}

test('a market on the embedded database, saved while it runs and restored by the guide, goes on as it was', {
  timeout: LIMIT,
}, async () => {
  const market = await prepare('');
  const { dataDir } = market.places;
  await loseAndRestore({ ...market, restore: 'restore', lose: async () => rmSync(dataDir, { recursive: true }) });
  expect(statSync(dataDir).mode & 0o077).toBe(0);
});

test('a market on PostgreSQL, saved while it runs and restored by the guide, goes on as it was', {
  timeout: LIMIT,
}, async ({ skip }) => {
  skip(!hasProgram('pg_dump'), 'pg_dump is not on this machine: apt-get install postgresql-client');
  const postgres = await startPostgres();
  ends.push(() => postgres.stop());
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: postgres.url('postgres') });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await administer('create database etal');
  const market = await prepare(postgres.url('etal'));
  const lose = async () => {
    rmSync(market.places.dataDir, { recursive: true });
    await administer('drop database etal with (force)');
    await administer('create database etal');
  };
  await loseAndRestore({ ...market, restore: 'restore-postgres', lose });
});
