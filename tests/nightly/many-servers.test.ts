// Four server processes on one PostgreSQL and one S3, while shoppers buy and a merchant uploads pictures: one process after the
// other is killed without warning, and then each is stopped and started again, as in an upgrade. No effect is lost or
// doubled, no request fails but those of a process that died, and each process serves the pictures of all. Needs the built
// front end. ETAL_SERVER_KILLS and ETAL_KILLS_SEED set the number of kills and the seed.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Image } from '#contract/fields/values.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { loadSigningKeys } from '#server/access/signing-keys.ts';
import { type OpenDatabase, openDatabase } from '#server/db/client.ts';
import { users } from '#server/db/schema/accounts.ts';
import { randomFrom } from '#server/demo/random.ts';
import { checkBooks } from '../support/bookkeeping.ts';
import { makeStore } from '../support/builders.ts';
import { type Buyer, checkout, gatherBuyers, makeCrowdMarket, type Purchase, restock } from '../support/crowd.ts';
import { multipart } from '../support/multipart.ts';
import { photo } from '../support/pictures.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { type KillableServer, killableServer } from '../support/server-process.ts';
import { DEMO_PASSWORD } from '../support/test-server.ts';

const SERVERS = 4;
const KILLS = Number(process.env.ETAL_SERVER_KILLS ?? 15);
const seed = process.env.ETAL_KILLS_SEED ?? String(Date.now() % 2 ** 31);
const AT_ONCE = 8;
const [PRODUCTS, MOST] = [50, 200];
/** Answers between two deaths, at least and at most. */
const [SOONEST, LATEST] = [100, 400];
/** People who are written at once. */
const GROUP = 50;
const LIMIT = 3_600_000;

let folder: string;
let postgres: TestPostgres;
let s3: S3Server;
let database: OpenDatabase;
let servers: KillableServer[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'etal-servers-'));
  await loadSigningKeys(join(folder, 'keys'));
  postgres = await startPostgres();
  s3 = await startS3Server();
  const databaseUrl = postgres.url('postgres');
  database = await openDatabase({ databaseUrl });
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    STORAGE_URL: s3.url(),
    PUBLIC_URL: 'https://marche.example',
  };
  servers = [];
  for (let at = 0; at < SERVERS; at += 1) {
    servers.push(await killableServer({ ...env, PAYMENT: 'sandbox', TRUSTED_PROXIES: '127.0.0.1' }));
  }
  await Promise.all(servers.map((server) => server.start()));
}, LIMIT);
afterAll(async () => {
  for (const server of servers) await server.kill();
  await s3.stop();
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The first answer of any server, from the one with this number on. */
async function ofAnyServer(first: number, path: string, init: RequestInit): Promise<Response> {
  for (let turn = first; ; turn += 1) {
    const answer = await fetch(`${servers[turn % SERVERS]?.url}${path}`, init).catch(() => null);
    const isFinal = answer && answer.status !== 503 && answer.status !== 409;
    if (isFinal) return answer;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** @returns uploads a picture and gives the path of one of its sizes */
async function merchantWithPictures(): Promise<(turn: number) => Promise<string>> {
  const { ownerId } = await makeStore(database.db);
  const [owner] = await database.db.select().from(users).where(eq(users.id, ownerId));
  const login = await ofAnyServer(0, '/api/login_check', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: owner?.email, password: DEMO_PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string };
  return async (turn) => {
    const { contentType, payload } = multipart({ bytes: await photo() });
    const answer = await ofAnyServer(turn, '/api/images', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/ld+json',
        'content-type': contentType,
        'idempotency-key': randomUUID(),
      },
      body: new Uint8Array(payload),
    });
    expect(answer.status).toBe(201);
    const { 'hydra:member': members } = (await answer.json()) as Collection<Image>;
    return members[0]?.['480_inset_path'] ?? '';
  };
}

test(`with ${SERVERS} servers of which one dies again and again, nothing is lost, doubled or refused (seed ${seed}, ${KILLS} kills)`, {
  timeout: LIMIT,
}, async () => {
  const { db } = database;
  const random = randomFrom(seed);
  const ground = await makeCrowdMarket(db, PRODUCTS, MOST, random);
  const upload = await merchantWithPictures();
  const failures: string[] = [];
  let answers = 0;
  let over = false;
  const bought: { buyer: Buyer; purchase: Purchase }[] = [];
  const options = {
    ...{ db, folder, urls: servers.map(({ url }) => url) },
    onAnswer: () => {
      answers += 1;
    },
    onFailure: (what: string) => void failures.push(what),
  };
  const lines = Array.from({ length: AT_ONCE }, async (_, line) => {
    for (let group = 0; !over; group += 1) {
      for (const buyer of await gatherBuyers(GROUP, { ...options, seed: `${seed}-${line}-${group}` })) {
        if (over) return;
        bought.push({ buyer, purchase: await checkout(buyer, ground) });
      }
    }
  });
  const traffic = async () => {
    const goal = answers + random.between(SOONEST, LATEST);
    await expect.poll(() => answers, { timeout: 300_000, interval: 5 }).toBeGreaterThanOrEqual(goal);
  };
  const pictures: string[] = [];
  const deaths = async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await traffic();
      await restock(db, ground, 20, random);
      const server = random.pick(servers);
      const uploading = upload(kill);
      await server.kill();
      pictures.push(await uploading);
      await server.start();
    }
    for (const server of servers) {
      await server.stop();
      await traffic();
      await server.start();
    }
  };
  await Promise.race([deaths(), Promise.all(lines)]);
  over = true;
  await Promise.all(lines);

  expect(failures).toEqual([]);
  await checkBooks(db, ground, bought);
  expect(pictures).toHaveLength(KILLS);
  for (const { url } of servers) {
    const served = await Promise.all(pictures.map(async (path) => (await fetch(`${url}${path}`)).status));
    expect(served).toEqual(pictures.map(() => 200));
  }
  console.log(`seed ${seed}: ${KILLS} kills, ${bought.length} purchases, ${answers} answers`);
});
