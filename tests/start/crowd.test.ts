// Two hundred shoppers buy at the same moment from two server processes on one PostgreSQL: nothing is sold twice,
// nobody pays for nothing, and each mail is written once. Needs the built front end. ETAL_CROWD_SEED sets the seed.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSigningKeys } from '#server/access/signing-keys.ts';
import { type OpenDatabase, openDatabase } from '#server/db/client.ts';
import { mails } from '#server/db/schema/mails.ts';
import { randomFrom } from '#server/demo/random.ts';
import { checkBooks } from '../support/bookkeeping.ts';
import { checkout, gatherBuyers, makeCrowdMarket } from '../support/crowd.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { type KillableServer, killableServer } from '../support/server-process.ts';

const PEOPLE = 200;
const PRODUCTS = 50;
/** The largest initial stock: too little for all of them. */
const MOST = 7;
const LIMIT = 300_000;
const seed = process.env.ETAL_CROWD_SEED ?? '1';

let folder: string;
let postgres: TestPostgres;
let database: OpenDatabase;
let servers: KillableServer[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'etal-crowd-'));
  await loadSigningKeys(join(folder, 'keys'));
  postgres = await startPostgres();
  const databaseUrl = postgres.url('postgres');
  database = await openDatabase({ databaseUrl });
  const env = { DATA_DIR: folder, DATABASE_URL: databaseUrl, PAYMENT: 'sandbox', TRUSTED_PROXIES: '127.0.0.1' };
  servers = [await killableServer(env), await killableServer(env)];
  for (const server of servers) await server.start();
}, LIMIT);
afterAll(async () => {
  for (const server of servers) await server.kill();
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

test(`two hundred shoppers buy at once from two processes, and the books balance to the last unit (seed ${seed})`, {
  timeout: LIMIT,
}, async () => {
  const { db } = database;
  const ground = await makeCrowdMarket(db, PRODUCTS, MOST, randomFrom(seed));
  const failures: string[] = [];
  const failed = (what: string) => void failures.push(what);
  const buyers = await gatherBuyers(PEOPLE, {
    db,
    folder,
    urls: servers.map(({ url }) => url),
    seed,
    onFailure: failed,
  });
  const bought = await Promise.all(buyers.map(async (buyer) => ({ buyer, purchase: await checkout(buyer, ground) })));
  const unsent = () => db.select().from(mails).where(isNull(mails.sentAt));
  await expect.poll(unsent, { timeout: 60_000, interval: 250 }).toEqual([]);

  const wanted = await checkBooks(db, ground, bought);
  // No request failed under load, and no deadlock reached a client.
  expect(failures).toEqual([]);
  // The stock was too small for all of them: otherwise nothing was proven.
  const ends = bought.map(({ purchase }) => purchase.result);
  for (const end of ['nothing left', 'paid', 'on delivery', 'declined', 'left open']) expect(ends).toContain(end);

  const outbox = join(folder, 'outbox');
  const storedMails = readdirSync(outbox).filter((name) => name.endsWith('.eml'));
  const ids = storedMails.map((name) => /^Message-ID: (.+)$/im.exec(readFileSync(join(outbox, name), 'utf8'))?.[1]);
  expect([storedMails.length, new Set(ids).size]).toEqual([wanted.length, wanted.length]);
});
