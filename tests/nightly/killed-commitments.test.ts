// Thirty server kills without warning around the sending of offline orders: before reading them, in the middle of the
// transaction, after the commit, between two answers; while up to three devices compete for the last units of one
// product, prices rise, and in some rounds the page is closed, too. Then the server is restarted, and the devices
// continue. Afterwards there is one order for each confirmation, none without one and none above its terms, the books
// balance to the last unit, and each payment was requested once. `npm run test:nightly` runs it; ETAL_KILLS and
// ETAL_KILLS_SEED set the number of kills and the seed.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, inArray, isNull, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSigningKeys, type SigningKeys } from '#server/access/signing-keys.ts';
import { type OpenDatabase, openDatabase } from '#server/db/client.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { mails } from '#server/db/schema/mails.ts';
import { orders, storeOrderItems, storeOrders } from '#server/db/schema/sales.ts';
import type { stores } from '#server/db/schema/stores.ts';
import { randomFrom } from '#server/demo/random.ts';
import { type Bought, checkBooks } from '../support/bookkeeping.ts';
import { makeCategory, makeDelivery, makeProduct, makeStore, makeUser } from '../support/builders.ts';
import { type OfflineShopper, offlineShopper, someAddress } from '../support/offline-shopper.ts';
import { nth, overHttp, together, type Watch } from '../support/over-http.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { type KillableServer, killableServer } from '../support/server-process.ts';
import { cartProductOf, type Variant, variantOf } from '../sync/cart-market.ts';

const KILLS = Number(process.env.ETAL_KILLS ?? 30);
const seed = process.env.ETAL_KILLS_SEED ?? String(Date.now() % 2 ** 31);
const LIMIT = 3_600_000;
const SOON = { timeout: 60_000, interval: 1 };
const WAYS = ['before it is read', 'in its transaction', 'after its commit', 'between two answers'] as const;
type Way = (typeof WAYS)[number];
/** A lock on each of these tables stops the transaction at another place. */
const PLACES = ['idempotency', 'carts', 'products', 'orders', 'store_orders', 'mails'];
/** Stock of the product that all want, and the quantity that each wants: only one order fits. */
const SCARCE = 3;
const WANTED = [2, 1] as const;

let folder: string;
let keys: SigningKeys;
let postgres: TestPostgres;
let database: OpenDatabase;
let server: KillableServer;
let store: typeof stores.$inferSelect;
let categoryId: string;
/** For requests that commit an order. */
let watch: Watch = {};
const stock = new Map<string, number>();
/** One per round, so that the winner of a round does not affect the next. */
let random = randomFrom(seed);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'etal-kills-'));
  keys = await loadSigningKeys(join(folder, 'keys'));
  postgres = await startPostgres();
  const databaseUrl = postgres.url('postgres');
  database = await openDatabase({ databaseUrl });
  const { db } = database;
  await makeDelivery(db);
  categoryId = (await makeCategory(db)).id;
  // Without logins, and without the demonstration password, with which a real market does not start.
  const owner = await makeUser(db, { passwordHash: 'none' });
  store = await makeStore(db, { ownerId: owner.id, email: 'boutique@etal.test', paymentOnDelivery: true });
  server = await killableServer({
    ...{ DATA_DIR: folder, DATABASE_URL: databaseUrl, PAYMENT: 'sandbox', TRUSTED_PROXIES: '127.0.0.1' },
  });
  await server.start();
}, LIMIT);
afterAll(async () => {
  await server.kill();
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function article(pieces: number): Promise<Variant> {
  const price = random.between(300, 3000);
  const row = await makeProduct(database.db, { storeId: store.id, categoryId, price, stock: pieces });
  stock.set(row.id, pieces);
  return variantOf(cartProductOf(row, store), []);
}

const placedBy = (shoppers: readonly OfflineShopper[]) =>
  database.db
    .select({ id: orders.id })
    .from(orders)
    .where(
      inArray(
        orders.userId,
        shoppers.map(({ id }) => id),
      ),
    );

/** All of them send, and the server dies meanwhile; the pages of `closing` are closed at the same moment. */
async function killWhileSending(way: Way, shoppers: readonly OfflineShopper[], closing: readonly OfflineShopper[]) {
  const other = new pg.Client({ connectionString: postgres.url('postgres') });
  await other.connect();
  const kill = async () => {
    for (const shopper of closing) shopper.closePage();
    await server.kill();
  };
  const dead = nth(1);
  const lost = () => dead.moment.then(() => Promise.reject(new TypeError('fetch failed')));
  const count = shoppers.length;
  const [sent, answered] = [nth(count), nth(random.between(1, count))];
  const armed = nth(1);
  const arm = async () => {
    if (way === 'before it is read') server.freeze();
    if (way === 'in its transaction') {
      await other.query(`begin; lock table ${random.pick(PLACES)} in exclusive mode`);
    }
    armed.happened();
  };
  watch = {
    before: together(count, arm),
    sent: sent.happened,
    answered: way === 'between two answers' ? async () => answered.happened() : lost,
  };
  for (const shopper of shoppers) shopper.send();
  await armed.moment;
  if (way === 'before it is read') await sent.moment;
  else if (way === 'between two answers') await answered.moment;
  else if (way === 'in its transaction') {
    // The search for mails to send waits for their table, too.
    const waiting =
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query not ilike '%update \"mails\"%'";
    await expect.poll(async () => (await other.query(waiting)).rowCount, SOON).not.toBe(0);
  } else await expect.poll(() => placedBy(shoppers), SOON).not.toEqual([]);
  watch = { answered: lost };
  await kill();
  dead.happened();
  if (way === 'in its transaction') await other.query('rollback');
  await other.end();
  watch = {};
  for (const shopper of shoppers) if (!closing.includes(shopper)) await shopper.quiet();
}

/** @returns the result reported to the shopper, which equals the market's state */
async function finishShopper(shopper: OfflineShopper): Promise<{ bought: Bought; hasAsked: boolean }> {
  let { end, order } = await shopper.end();
  const hasAsked = end === 'asks';
  while (end === 'asks') {
    // Nothing is placed before the answer.
    expect(await placedBy([shopper])).toEqual([]);
    await shopper.decide(random.pick(['mine', 'dismiss']));
    ({ end, order } = await shopper.end());
  }
  const lines = await database.db
    .select({ order: orders.id, product: storeOrderItems.productId, ...pickLine, total: storeOrders.total })
    .from(orders)
    .innerJoin(storeOrders, eq(storeOrders.orderId, orders.id))
    .innerJoin(storeOrderItems, eq(storeOrderItems.storeOrderId, storeOrders.id))
    .where(eq(orders.userId, shopper.id));
  const { agreed, id, email } = shopper;
  if (end === 'given back') {
    expect([lines, await shopper.cart()]).toEqual([[], [...WANTED]]);
    return { bought: { buyer: { id, email }, purchase: { orderId: null, result: 'nothing left' } }, hasAsked };
  }
  expect([...new Set(lines.map((line) => line.order))]).toEqual([order]);
  expect(lines[0]?.total).toBeLessThanOrEqual(agreed.most);
  const bought = lines.map(({ product, quantity, unitPrice }) => ({ product, quantity, unitPrice }));
  const wanted = agreed.lines.map(({ product, quantity, unitPrice }) => ({ product, quantity, unitPrice }));
  // The terms last agreed; sold-out articles may be omitted if that was agreed.
  if (agreed.ifChanged !== 'drop') expect(bought).toEqual(wanted);
  for (const line of bought) {
    const known = wanted.find(({ product }) => product === line.product);
    expect([line.quantity <= (known?.quantity ?? 0), line.unitPrice]).toEqual([true, known?.unitPrice]);
  }
  expect(await shopper.cart()).toEqual([]);
  const ended = agreed.paymentOnDelivery ? 'on delivery' : 'to pay';
  return { bought: { buyer: { id, email }, purchase: { orderId: order, result: ended } }, hasAsked };
}

const pickLine = { quantity: storeOrderItems.quantity, unitPrice: storeOrderItems.unitPrice };

const isCommit = ({ url, method }: { url: string; method: string }) => method === 'POST' && url.endsWith('/commit');

test(`F93 · for any time of a server kill, an order submitted without a network is placed once, as agreed, or asks (seed ${seed}, ${KILLS} kills)`, {
  timeout: LIMIT,
}, async () => {
  const { db } = database;
  const bought: Bought[] = [];
  const counts = { sentAgain: 0, asked: 0, givenBack: 0, pages: 0 };
  for (let round = 0; round < KILLS; round += 1) {
    random = randomFrom(`${seed}/${round}`);
    const way = WAYS[round % WAYS.length] ?? WAYS[0];
    const isScarce = random.chance(0.6);
    const count = random.between(isScarce ? 2 : 1, 3);
    const [last, other] = [await article(isScarce ? SCARCE : 50), await article(50)];
    const shoppers: OfflineShopper[] = [];
    for (let at = 0; at < count; at += 1) {
      const way = overHttp(server.url, someAddress(), (path) => (path.endsWith('/commit') ? watch : {}));
      const shopper = await offlineShopper(db, keys.publicKeys, way);
      const articles = [
        [last, WANTED[0]],
        [other, WANTED[1]],
      ] as const;
      await shopper.commit(articles, {
        paymentOnDelivery: (round + at) % 2 === 0,
        ifChanged: random.pick(['ask', 'drop', 'cancel']),
      });
      shoppers.push(shopper);
    }
    const closing = shoppers.filter(() => random.chance(0.4));
    counts.pages += closing.length;
    await killWhileSending(way, shoppers, closing);
    const placed = (await placedBy(shoppers)).length;
    if (way === 'before it is read' || way === 'in its transaction') expect([way, placed]).toEqual([way, 0]);
    else expect([way, placed > 0]).toEqual([way, true]);

    for (const shopper of closing) await shopper.openPage();
    // Some send to a server that is not running yet.
    for (const shopper of shoppers) if (random.chance(0.5)) shopper.send();
    // A placed order keeps its price; an unplaced one has no confirmation of this price.
    if (random.chance(0.3)) {
      await db
        .update(products)
        .set({ price: sql`${products.price} + 100` })
        .where(eq(products.id, other.productId));
    }
    await server.start();
    await Promise.all(shoppers.map((shopper) => shopper.settle()));
    for (const shopper of shoppers) {
      const { bought: reported, hasAsked } = await finishShopper(shopper);
      bought.push(reported);
      counts.asked += hasAsked ? 1 : 0;
      counts.givenBack += reported.purchase.orderId === null ? 1 : 0;
      // Reopened, it has nothing left to send.
      const before = shopper.network.log.filter(isCommit).length;
      counts.sentAgain += before - 1;
      await shopper.openPage();
      await shopper.settle();
      expect(shopper.network.log.filter(isCommit)).toHaveLength(before);
      shopper.closePage();
    }
  }

  // The claims of a dead process expire, which the test does not wait for.
  const unsent = () => db.select({ id: mails.id }).from(mails).where(isNull(mails.sentAt));
  await db.update(mails).set({ dueAt: sql`now()` }).where(isNull(mails.sentAt));
  await expect.poll(unsent, { timeout: 120_000, interval: 250 }).toEqual([]);
  const ground = { stores: [{ storeId: store.id, email: 'boutique@etal.test', productIds: [...stock.keys()] }], stock };
  const wanted = await checkBooks(db, ground, bought);
  const stored = readdirSync(join(folder, 'outbox')).filter((name) => name.endsWith('.eml'));
  expect(stored).toHaveLength(wanted.length);
  // Otherwise nothing was proven.
  expect(counts.sentAgain).toBeGreaterThanOrEqual(KILLS / 2);
  console.log(
    `seed ${seed}: ${KILLS} kills, ${counts.pages} pages gone; ${bought.length} orders asked for, ` +
      `${bought.length - counts.givenBack} placed, ${counts.asked} asked again, ${counts.givenBack} given back; ` +
      `${counts.sentAgain} sent again, ${wanted.length} mails`,
  );
});
