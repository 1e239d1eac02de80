// The server killed without warning: answered writes are stored, unanswered ones at most once, and a repeated request
// gets the answer of the first. Needs the built front end.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { idempotency } from '#server/db/schema/safety.ts';
import { makeCart, makeProduct } from '../support/builders.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { killUnderLoad, type Load, prepareLoad } from '../support/killed-under-load.ts';
import { copyStartedFolder } from '../support/market-folder.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { type KillableServer, killableServer } from '../support/server-process.ts';

const LIMIT = 180_000;

function adding(url: string, cart: { id: string }, product: { id: string }) {
  return (key: string) =>
    fetch(`${url}/api/carts/${cart.id}/add`, {
      method: 'PUT',
      headers: {
        accept: 'application/ld+json',
        'accept-encoding': 'identity',
        'content-type': 'application/ld+json',
        'idempotency-key': key,
        connection: 'close',
      },
      body: JSON.stringify({ id: product.id, optionValues: [], quantity: 1 }),
    });
}

describe('on the embedded database', { timeout: LIMIT }, () => {
  let folder: string;
  let server: KillableServer;
  let proxy: FaultyProxy;
  let load: Load;
  let cart: { id: string };
  let product: { id: string };
  beforeAll(async () => {
    folder = await copyStartedFolder();
    const database = await openDatabase({ dataDir: folder });
    product = await makeProduct(database.db);
    cart = await makeCart(database.db);
    load = await prepareLoad(database.db);
    await database.close();
    server = await killableServer({ DATA_DIR: folder });
    proxy = await startFaultyProxy();
    proxy.target(server.url);
    await server.start();
  }, LIMIT);
  afterAll(async () => {
    await proxy.stop();
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  test('F09 · killed after the commit and before its answer arrives, the server repeats the same answer, and the effect is one', async () => {
    const add = adding(proxy.url, cart, product);
    const key = randomUUID();
    // The server has sent its answer when it is killed; the answer is lost.
    proxy.plan({ path: /\/add$/, fault: { kill: () => server.kill() } });
    await expect(add(key)).rejects.toThrow();
    const [lost] = proxy.seen({ path: /\/add$/ });
    expect(lost?.status).toBe(200);
    proxy.reset();

    await server.start();
    const again = await add(key);
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const answer = await again.json();
    expect(answer).toEqual(JSON.parse(String(lost?.answer)));
    expect(answer.items.map((item: { quantity: number }) => item.quantity)).toEqual([1]);
    const next = await (await add(randomUUID())).json();
    expect(next.items.map((item: { quantity: number }) => item.quantity)).toEqual([2]);
  });

  test('F68 · killed three times under load, it loses no answered write, and duplicates none', async () => {
    await killUnderLoad({ server, folder, load, kills: 3 });
  });
});

describe('on PostgreSQL', { timeout: LIMIT }, () => {
  let folder: string;
  let postgres: TestPostgres;
  let server: KillableServer;
  let cart: { id: string };
  let product: { id: string };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'etal-killed-'));
    postgres = await startPostgres();
    const database = await openDatabase({ databaseUrl: postgres.url('postgres') });
    product = await makeProduct(database.db);
    cart = await makeCart(database.db);
    await database.close();
    server = await killableServer({ DATA_DIR: folder, DATABASE_URL: postgres.url('postgres') });
    await server.start();
  }, LIMIT);
  afterAll(async () => {
    await server.kill();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('F10 · killed during its transaction, the server has written nothing; a repeated request has one effect', async () => {
    const add = adding(server.url, cart, product);
    const key = randomUUID();
    const other = new pg.Client({ connectionString: postgres.url('postgres') });
    await other.connect();
    await other.query('begin');
    await other.query('select 1 from carts where id = $1 for update', [cart.id]);
    const cut = add(key).then(
      () => 'answered',
      () => 'cut',
    );
    // Its key is written and its cart is locked by another session: it is in the middle of the transaction.
    await postgres.waiting(1);
    await server.kill();
    expect(await cut).toBe('cut');
    await other.query('rollback');
    await other.end();

    await server.start();
    const again = await add(key);
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    const answer = await again.json();
    expect(answer.items.map((item: { quantity: number }) => item.quantity)).toEqual([1]);
    expect(await (await add(key)).json()).toEqual(answer);

    const database = await openDatabase({ databaseUrl: postgres.url('postgres') });
    expect(await database.db.select().from(idempotency)).toHaveLength(1);
    await database.close();
  });
});
