// What the open event streams of merchants cost one server process: npm run bench:streams -- [streams]
// Prints the memory of each, and how long the news of an order takes to the last of them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { accessTokens } from '#server/access/authentication.ts';
import { loadSigningKeys } from '#server/access/signing-keys.ts';
import { openDatabase } from '#server/db/client.ts';
import { refreshFamilies, users } from '#server/db/schema/accounts.ts';
import { storeMembers } from '#server/db/schema/stores.ts';
import { fillMarket } from '../support/large-market.ts';
import { startPostgres } from '../support/postgres.ts';
import { freePort, runServer, untilReady } from '../support/server-process.ts';

const streams = Number(process.argv[2] ?? 2000);
/** Of each merchant; the server allows twelve. */
const EACH = 10;

const folder = mkdtempSync(join(tmpdir(), 'etal-streams-'));
const postgres = await startPostgres();
const databaseUrl = postgres.url('postgres');
const database = await openDatabase({ databaseUrl });
// A hundred products to a store.
await fillMarket(databaseUrl, { products: (streams / EACH) * 100, orders: 1000 });
const { db } = database;
const tokens = accessTokens(await loadSigningKeys(join(folder, 'keys')));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const run = runServer({ PORT: port, DATA_DIR: folder, DATABASE_URL: databaseUrl, PUBLIC_URL: url });
await untilReady(run, url);

const megabytes = () =>
  (Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${run.child.pid}/status`, 'utf8'))?.[1] ?? 0) * 1.024) / 1000;
const merchants = await db
  .select({ user: users, storeId: storeMembers.storeId })
  .from(storeMembers)
  .innerJoin(users, eq(users.id, storeMembers.userId));
await pause(5000);
const before = megabytes();
let heard = 0;
let open = 0;
for (const { user, storeId } of merchants) {
  const [session] = await db.insert(refreshFamilies).values({ userId: user.id }).returning();
  const token = await tokens.issue(
    { ...user, ownedStore: storeId, storeRole: 'owner', cart: null, emailConfirmed: true, session: session?.id ?? '' },
    new Date(),
  );
  for (let each = 0; each < EACH; each += 1) {
    await new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
      get(`${url}/api/stores/${storeId}/events`, { headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode}`));
        answer.on('data', (chunk: Buffer) => {
          if (chunk.includes('event: orders')) heard += 1;
        });
        open += 1;
        resolve();
      }).on('error', reject);
    });
  }
}
await pause(5000);
console.log(`${open} streams: ${before.toFixed(0)} MB before, ${megabytes().toFixed(0)} MB with them`);
const at = performance.now();
await db.execute(
  sql`update store_orders set state = case state when 'validated' then 'shipped' else 'validated' end
    where id in (select distinct on (store_id) id from store_orders)`,
);
const { rows } = await db.execute<{ told: number }>(
  sql`select count(distinct store_id)::int as told from store_orders`,
);
const expected = (rows[0]?.told ?? 0) * EACH;
while (heard < expected) await pause(5);
console.log(
  `news of an order of each of ${expected / EACH} stores: ${(performance.now() - at).toFixed(0)} ms to the last of ${expected} streams`,
);
run.child.kill('SIGKILL');
await run.exitCode;
await database.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exit();
