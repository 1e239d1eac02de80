// A process that refunds shoppers and pays stores, killed a hundred times between or during its calls of the provider.
// Afterwards each refund, transfer and reversal was made once, with its amount, and the ledger knows each of them.
// ETAL_KILLS sets the number of kills.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { refunds } from '#server/db/schema/payments.ts';
import { transferReversals, transfers } from '#server/db/schema/payouts.ts';
import { openBank } from '../support/bank.ts';
import { makeDelivery, makeProduct } from '../support/builders.ts';
import { checkLedger } from '../support/ledger.ts';
import { makeMerchant } from '../support/merchant.ts';
import { expectOk, makeShopper } from '../support/shopper.ts';
import { connectStore } from '../support/stripe-connect.ts';
import { openStripeStandIn, SECRET_KEY, type StripeStandIn, WEBHOOK_SECRET } from '../support/stripe-stand-in.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import { tiedCommand } from '../support/tied-process.ts';

const KILLS = Number(process.env.ETAL_KILLS ?? 100);
/** Each has a transfer, a refund and a reversal. */
const ORDERS = Math.max(10, Math.ceil(KILLS / 2));
const LIMIT = 1_800_000;

let stripe: StripeStandIn;
let market: TestMarket;
beforeAll(async () => {
  stripe = await openStripeStandIn();
  const settings = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, api: stripe.address };
  market = await startTestMarket({ database: 'postgres', env: { payment: 'stripe', stripe: settings } });
  await makeDelivery(market.db);
}, LIMIT);
afterAll(async () => {
  await market.close();
  await stripe.close();
});

/** Paid, accepted by the store and partly refunded, while the provider of the server itself does not answer. */
async function owe(): Promise<void> {
  const merchant = await makeMerchant(market, { commission: 700 });
  await connectStore(market.db, stripe.connect, merchant.storeId);
  const { id } = await makeProduct(market.db, { storeId: merchant.storeId, price: 1337 });
  const { payment } = market.app.market;
  const away = openBank();
  away.isUnreachable = true;
  for (let made = 0; made < ORDERS; made += 1) {
    const shopper = await makeShopper(market);
    const order = await shopper.ready([id, 3]);
    const { payment_url } = expectOk(await shopper.prepare(order));
    const name = payment_url.split('/').at(-1) ?? '';
    await market.inject('GET', `/paiement/${name}`);
    stripe.pay(stripe.sessionOf(name));
    const [part] = expectOk(await shopper.pay(order)).storeOrders;
    market.app.market.payment = away;
    expectOk(await merchant.call('PUT', `/store_orders/${part?.id}/validate`, {}));
    const lines = [{ item: part?.items[0]?.['@id'], quantity: 1 }];
    expectOk(await merchant.call('POST', `/store_orders/${part?.id}/refunds`, { lines }));
    market.app.market.payment = payment;
  }
}

const program = fileURLToPath(new URL('../support/payout-requests.ts', import.meta.url));
function start(databaseUrl: string): { kill(): Promise<void> } {
  const args = ['--import', 'tsx', program, databaseUrl, stripe.address];
  const child = spawn(...tiedCommand(process.execPath, args), { stdio: 'ignore' });
  return {
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The claims of a dead process expire, which the test does not wait for. */
async function expireClaims(): Promise<void> {
  for (const queue of [refunds, transfers, transferReversals]) {
    await market.db.update(queue).set({ dueAt: sql`now()` }).where(sql`${queue.dueAt} is not null`);
  }
}

test(`refunds, transfers and reversals are made once each, whenever their process is killed (${KILLS} kills)`, {
  timeout: LIMIT,
}, async () => {
  await owe();
  const [named] = (await market.db.execute<{ name: string }>(sql`select current_database() as name`)).rows;
  const databaseUrl = inject('postgres') + named?.name;
  await expireClaims();
  let cut = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const [before, goal] = [stripe.calls.length, 1 + (kill % 7)];
    const run = start(databaseUrl);
    const isDone = async () => stripe.calls.length - before >= goal || (await left()) === 0;
    await expect.poll(isDone, { timeout: 60_000, interval: 1 }).toBe(true);
    await run.kill();
    if ((await left()) > 0) cut += 1;
    await expireClaims();
  }
  // Otherwise most kills met an idle process.
  expect(cut).toBeGreaterThan(KILLS / 2);
  const last = start(databaseUrl);
  await expect.poll(left, { timeout: 120_000, interval: 50 }).toBe(0);
  await last.kill();

  await checkLedger(market.db);
  const namesOf = (made: readonly { metadata?: unknown }[], field: string) =>
    made.map(({ metadata }) => String(Reflect.get(Object(metadata), field))).toSorted();
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();
  expect(namesOf(stripe.refunds, 'refund')).toEqual(idsOf(await market.db.select().from(refunds)));
  expect(namesOf(stripe.connect.transfers, 'transfer')).toEqual(idsOf(await market.db.select().from(transfers)));
  const reversals = stripe.connect.transfers.flatMap(({ reversals: { data } }) => data);
  expect(namesOf(reversals, 'reversal')).toEqual(idsOf(await market.db.select().from(transferReversals)));
});

/** Rows that the provider has not accepted. */
async function left(): Promise<number> {
  const open = await market.db.execute<{ count: number }>(sql`select (
    (select count(*) from refunds where due_at is not null) +
    (select count(*) from transfers where accepted_at is null) +
    (select count(*) from transfer_reversals where accepted_at is null))::int as count`);
  return open.rows[0]?.count ?? 0;
}
