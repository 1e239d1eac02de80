// What a whole purchase costs one server process and PostgreSQL: npm run bench:purchases -- [purchases]
// A cart of one to four articles, the order, its delivery, the payment in the sandbox, mails and invoices.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSigningKeys } from '#server/access/signing-keys.ts';
import { openDatabase } from '#server/db/client.ts';
import { randomFrom } from '#server/demo/random.ts';
import { checkout, gatherBuyers, makeCrowdMarket } from '../support/crowd.ts';
import { startPostgres } from '../support/postgres.ts';
import { freePort, runServer, untilReady } from '../support/server-process.ts';

const purchases = Number(process.argv[2] ?? 400);
const AT_ONCE = 10;
const WARM_UP = 40;

/** Milliseconds of the processor; Linux counts in hundredths of a second. */
function timeOf(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
    return Number(user) + Number(system);
  });
  return ticks.reduce((sum, each) => sum + each, 0) * 10;
}

const folder = mkdtempSync(join(tmpdir(), 'etal-purchases-'));
const postgres = await startPostgres();
const databaseUrl = postgres.url('postgres');
const database = await openDatabase({ databaseUrl });
await loadSigningKeys(join(folder, 'keys'));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const run = runServer({
  ...{ PORT: port, DATA_DIR: folder, DATABASE_URL: databaseUrl, PUBLIC_URL: url },
  ...{ PAYMENT: 'sandbox', TRUSTED_PROXIES: '127.0.0.1' },
});
await untilReady(run, url);
const ground = await makeCrowdMarket(database.db, 200, 5000, randomFrom('purchases'));

/** Those of the server's connections; the bench itself does nothing meanwhile. */
const sessions = async () => {
  const { rows } = await database.db.execute<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend'`,
  );
  return rows.map(({ pid }) => pid);
};

async function buy(count: number, seed: string): Promise<number> {
  let calls = 0;
  const onAnswer = () => {
    calls += 1;
  };
  const buyers = await gatherBuyers(count, { db: database.db, folder, urls: [url], seed, onAnswer });
  const waiting = [...buyers];
  const at = performance.now();
  const before = [timeOf([run.child.pid ?? 0]), timeOf(await sessions())] as const;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let buyer = waiting.pop(); buyer; buyer = waiting.pop()) await checkout(buyer, ground);
    }),
  );
  const seconds = (performance.now() - at) / 1000;
  const server = timeOf([run.child.pid ?? 0]) - before[0];
  const inDatabase = timeOf(await sessions()) - before[1];
  console.log(
    `${count} purchases, ${calls} calls: ${(count / seconds).toFixed(1)} /s; each ${(server / count).toFixed(0)} ms of Node's time, ${(inDatabase / count).toFixed(0)} ms of PostgreSQL's`,
  );
  return calls;
}

const kilobytes = async () => {
  const { rows } = await database.db.execute<{ size: string }>(`select pg_database_size(current_database()) as size`);
  return Number(rows[0]?.size) / 1000;
};

await buy(WARM_UP, 'first');
const before = await kilobytes();
await buy(purchases, 'then');
console.log(`${(((await kilobytes()) - before) / purchases).toFixed(0)} kB of the database each`);
console.log(`files written: ${readdirSync(join(folder, 'outbox')).length} mails`);
run.child.kill('SIGKILL');
await run.exitCode;
await database.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
