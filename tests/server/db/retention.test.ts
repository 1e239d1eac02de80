// Personal data have an end: each kind is there until its period is over, and gone afterwards.
import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteExpired, deleteOldMailFiles, RETENTION_DAYS } from '#server/db/retention.ts';
import { makeProduct, makeStore } from '../../support/builders.ts';
import { makeShopper, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const DAY_MS = 24 * 3_600_000;
const START = new Date('2026-03-02T09:00:00Z');
const after = (days: number) => new Date(START.getTime() + days * DAY_MS);
let market: TestMarket;
let shopper: Shopper;
let product: { id: string };
beforeAll(async () => {
  market = await startTestMarket({ now: START });
  const store = await makeStore(market.db);
  product = await makeProduct(market.db, { storeId: store.id, stock: 5, price: 500 });
  shopper = await makeShopper(market);
});
afterAll(() => market.close());

const rows = async (table: string, where = sql`true`) =>
  (await market.db.execute(sql`select 1 from ${sql.identifier(table)} where ${where}`)).rows.length;
const at = START.toISOString();

/** What leaves a row of each kind, and the period that ends it. */
const kinds: [string, keyof typeof RETENTION_DAYS, () => Promise<unknown>][] = [
  [
    'platform_messages',
    'platformMessage',
    () =>
      market.db.execute(sql`insert into platform_messages
    (name, email, subject, message, created_at) values ('A', 'a@etal.test', 'S', 'M', ${at}::timestamptz)`),
  ],
  [
    'notices',
    'answeredNotice',
    () =>
      market.db.execute(sql`insert into notices
    (subject, page, content, reason, explanation, name, email, decision, answered_at)
    values ('/stores/x', '/', 'C', 'other', 'E', '', '', 'kept', ${at}::timestamptz)`),
  ],
  [
    'availability_products',
    'openAlert',
    () =>
      market.db.execute(sql`insert into availability_products
    (email, product_id, created_at) values ('a@etal.test', ${product.id}, ${at}::timestamptz)`),
  ],
  [
    'availability_products',
    'sentAlert',
    () =>
      market.db.execute(sql`insert into availability_products
    (email, product_id, created_at, notified_at)
    values ('b@etal.test', ${product.id}, ${at}::timestamptz, ${at}::timestamptz)`),
  ],
  [
    'views',
    'view',
    () =>
      market.db.execute(sql`insert into views (unique_id, type, store_id, day)
    select 'x', 'visitor', id, ${at}::date from stores limit 1`),
  ],
  [
    'refresh_families',
    'session',
    async () => {
      await shopper.login();
      await market.db.execute(sql`update refresh_families
    set created_at = ${at}::timestamptz, revoked_at = ${at}::timestamptz`);
    },
  ],
];

test.each(kinds)('%s: %s', async (table, period, make) => {
  await make();
  const before = await rows(table);
  expect(before).toBeGreaterThan(0);
  await deleteExpired(market.db, after(RETENTION_DAYS[period] - 1));
  expect(await rows(table)).toBe(before);
  await deleteExpired(market.db, after(RETENTION_DAYS[period] + 1));
  expect(await rows(table)).toBe(0);
});

test('an unordered cart ends a year after its last change; an ordered one, and its order, stay', async () => {
  await shopper.login();
  const ordered = await shopper.fill([product.id]);
  expect((await shopper.order(ordered)).status).toBe(200);
  const left = await market.inject<{ id: string }>('POST', '/api/carts', { body: {} });
  expect(left.status).toBeLessThan(300);
  await market.db.execute(sql`update carts set updated_at = ${at}::timestamptz`);
  await deleteExpired(market.db, after(RETENTION_DAYS.cart - 1));
  expect(await rows('carts', sql`id = ${left.body.id}`)).toBe(1);
  await deleteExpired(market.db, after(RETENTION_DAYS.cart + 1));
  expect(await rows('carts', sql`id = ${left.body.id}`)).toBe(0);
  expect(await rows('carts', sql`id = ${ordered.id}`)).toBe(1);
  expect(await rows('orders')).toBe(1);
});

test('a notice without an answer stays', async () => {
  await market.db.execute(sql`insert into notices (subject, page, content, reason, explanation, name, email, created_at)
    values ('/stores/x', '/', 'C', 'other', 'E', '', '', ${at}::timestamptz)`);
  await deleteExpired(market.db, after(4000));
  expect(await rows('notices')).toBe(1);
});

test('mails as files end, others in the folder stay, and a missing folder is none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'etal-outbox-'));
  for (const name of ['alt.eml', 'neu.eml', 'notiz.txt']) writeFileSync(join(folder, name), '');
  for (const name of ['alt.eml', 'notiz.txt']) utimesSync(join(folder, name), START, START);
  utimesSync(join(folder, 'neu.eml'), after(20), after(20));
  await deleteOldMailFiles(folder, after(RETENTION_DAYS.mailFile + 1));
  expect(readdirSync(folder).sort()).toEqual(['neu.eml', 'notiz.txt']);
  await deleteOldMailFiles(join(folder, 'rien'), after(40));
});
