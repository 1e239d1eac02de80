// A hundred server processes killed without warning while shoppers buy and mails are sent: in the middle of a
// transaction, between two requests, before a mail server's acceptance and just after it. Afterwards no order is
// incomplete and no stock or mail is lost; a mail is sent twice only if its process died between the mail server's
// acceptance and recording it, and then with the same content and Message-ID. `npm run test:nightly` runs it, once the
// front end is built; ETAL_KILLS and ETAL_KILLS_SEED set the number of kills and the seed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNull, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSigningKeys } from '#server/access/signing-keys.ts';
import { type OpenDatabase, openDatabase } from '#server/db/client.ts';
import { mails } from '#server/db/schema/mails.ts';
import { randomFrom } from '#server/demo/random.ts';
import { checkBooks } from '../support/bookkeeping.ts';
import {
  type Buyer,
  type CrowdOptions,
  checkout,
  gatherBuyers,
  makeCrowdMarket,
  type Purchase,
  restock,
} from '../support/crowd.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { type KillableServer, killableServer } from '../support/server-process.ts';
import { type Received, type SmtpReceiver, startSmtpReceiver } from '../support/smtp-receiver.ts';

const KILLS = Number(process.env.ETAL_KILLS ?? 100);
const seed = process.env.ETAL_KILLS_SEED ?? String(Date.now() % 2 ** 31);
const AT_ONCE = 6;
const PRODUCTS = 50;
/** The largest initial stock: some products sell out, most do not. */
const MOST = 60;
/** On a machine of any speed, some products are available and some shoppers buy. */
const [RESTOCKED_EACH, RESTOCKED_MOST, GROUP] = [5, 20, 100];
const LIMIT = 3_600_000;

/** A server with its own mail server, so that each received mail has a known sender. */
interface Desk {
  server: KillableServer;
  receiver: SmtpReceiver;
  started: Promise<void>;
  kills: number;
}

let folder: string;
let postgres: TestPostgres;
let database: OpenDatabase;
let desks: [Desk, Desk];

async function makeDesk(databaseUrl: string): Promise<Desk> {
  const receiver = await startSmtpReceiver();
  const server = await killableServer({
    ...{ DATA_DIR: folder, DATABASE_URL: databaseUrl, SMTP_URL: receiver.url },
    ...{ PAYMENT: 'sandbox', TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'https://marche.example' },
  });
  return { server, receiver, started: server.start(), kills: 0 };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'etal-kills-'));
  await loadSigningKeys(join(folder, 'keys'));
  postgres = await startPostgres();
  const databaseUrl = postgres.url('postgres');
  database = await openDatabase({ databaseUrl });
  desks = [await makeDesk(databaseUrl), await makeDesk(databaseUrl)];
  for (const { started } of desks) await started;
}, LIMIT);
afterAll(async () => {
  for (const { server, receiver } of desks) {
    await server.kill();
    await receiver.stop();
  }
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Mails whose sender was killed before it could record their acceptance: each sends one at a time. */
const inDoubt: string[] = [];

async function kill(desk: Desk): Promise<void> {
  await desk.server.kill();
  const last = desk.receiver.receivedMails.at(-1);
  if (last) inDoubt.push(last.id);
  desk.kills += 1;
  desk.started = desk.server.start();
}

/** Resolves when the mail is accepted, or refused, and its process is dead. */
function killAtMail(desk: Desk, when: 'before its yes' | 'after its yes'): Promise<void> {
  const { receiver } = desk;
  return new Promise((resolve, reject) => {
    const now = () => {
      receiver.beforeYes = null;
      receiver.afterYes = null;
      return kill(desk).then(resolve, reject);
    };
    if (when === 'after its yes') receiver.afterYes = () => void now();
    else
      receiver.beforeYes = async () => {
        await now();
        return 'drop';
      };
  });
}

/** Kills both servers in a transaction, while a purchase waits for a locked product. */
async function killInTransaction(): Promise<void> {
  const other = new pg.Client({ connectionString: postgres.url('postgres') });
  await other.connect();
  try {
    await other.query('begin');
    // In the lock order of checkouts, to avoid a deadlock.
    await other.query('select 1 from products order by id for update');
    await postgres.waiting(2);
    for (const desk of desks) await kill(desk);
    await other.query('rollback');
  } finally {
    await other.end();
  }
}

test(`no order is incomplete and no stock or mail is lost, for any time of a server kill (seed ${seed}, ${KILLS} kills)`, {
  timeout: LIMIT,
}, async () => {
  const { db } = database;
  const random = randomFrom(seed);
  const ground = await makeCrowdMarket(db, PRODUCTS, MOST, random);
  let answers = 0;
  let over = false;
  const given: Omit<CrowdOptions, 'seed'> = {
    ...{ db, folder, urls: desks.map(({ server }) => server.url) },
    onAnswer: () => {
      answers += 1;
    },
  };
  const bought: { buyer: Buyer; purchase: Purchase }[] = [];
  const lines = Array.from({ length: AT_ONCE }, async (_, line) => {
    for (let group = 0; !over; group += 1) {
      for (const buyer of await gatherBuyers(GROUP, { ...given, seed: `${seed}-${line}-${group}` })) {
        if (over) return;
        bought.push({ buyer, purchase: await checkout(buyer, ground) });
      }
    }
  });

  const ways = { 'between requests': 0, 'before its yes': 0, 'after its yes': 0, 'in a transaction': 0 };
  const killed = () => desks[0].kills + desks[1].kills;
  const killAll = async () => {
    for (let round = 1; killed() < KILLS; round += 1) {
      if (round % RESTOCKED_EACH === 0) await restock(db, ground, RESTOCKED_MOST, random);
      const desk = random.pick(desks);
      const way = random.pick(['between requests', 'before its yes', 'after its yes', 'in a transaction'] as const);
      for (const each of way === 'in a transaction' ? desks : [desk]) await each.started;
      ways[way] += 1;
      if (way === 'in a transaction') await killInTransaction();
      else if (way === 'between requests') {
        const goal = answers + random.between(1, 20);
        await expect.poll(() => answers, { timeout: 60_000, interval: 1 }).toBeGreaterThanOrEqual(goal);
        await kill(desk);
      } else await killAtMail(desk, way);
    }
  };
  // A purchase that fails ends the test: without purchases, nothing would be left to kill at.
  await Promise.race([killAll(), Promise.all(lines)]);
  over = true;
  for (const { started } of desks) await started;
  await Promise.all(lines);

  // No sender is left: the claims of a dead process expire, which the test does not wait for.
  const unsent = () => db.select({ id: mails.id }).from(mails).where(isNull(mails.sentAt));
  const isQuiet = () => desks.every(({ receiver }) => receiver.open() === 0);
  await expect.poll(isQuiet, { timeout: 60_000 }).toBe(true);
  await db.update(mails).set({ dueAt: sql`now()` }).where(isNull(mails.sentAt));
  await expect.poll(unsent, { timeout: 120_000, interval: 250 }).toEqual([]);

  const wanted = await checkBooks(db, ground, bought);
  const used = desks.flatMap(({ receiver }) => receiver.receivedMails);
  const copies = new Map<string, Received[]>();
  for (const mail of used) copies.set(mail.id, [...(copies.get(mail.id) ?? []), mail]);
  expect(copies.size).toBe(wanted.length);
  let doubled = 0;
  for (const [id, mailsOfId] of copies) {
    const most = 1 + inDoubt.filter((each) => each === id).length;
    expect([id, mailsOfId.length <= most]).toEqual([id, true]);
    expect([id, new Set(mailsOfId.map(asRead)).size]).toEqual([id, 1]);
    doubled += mailsOfId.length - 1;
  }
  console.log(
    `seed ${seed}: ${killed()} kills (${Object.entries(ways)
      .map(([way, count]) => `${count} ${way}`)
      .join(', ')}), ` +
      `${bought.length} purchases, ${answers} answers; ${wanted.length} mails, ${doubled} of them came twice`,
  );
});

/** The whole mail except the boundaries of its parts. */
const asRead = ({ source }: Received) => source.replaceAll(/--_NmP-[^\r\n"]+/g, '');
