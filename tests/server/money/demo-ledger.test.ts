// The demo market has the ledger and the transfers that its orders would have written.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerEntries } from '#server/db/schema/ledger.ts';
import { transfers } from '#server/db/schema/payouts.ts';
import { checkLedger } from '../../support/ledger.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ demo: true });
});
afterAll(() => market.close());

test('its books agree with its orders, and most of what was paid has been paid out', async () => {
  await checkLedger(market.db);
  const paidOut = await market.db.select().from(transfers);
  expect(paidOut.length).toBeGreaterThan(40);
  expect(new Set(paidOut.map(({ rate }) => rate))).toEqual(new Set([500]));
  const { account } = ledgerEntries;
  const sums = await market.db
    .select({ account, amount: sql<number>`sum(${ledgerEntries.amount})::int` })
    .from(ledgerEntries)
    .groupBy(account);
  const balance = Object.fromEntries(sums.map((row) => [row.account, row.amount]));
  expect(balance.shopper).toBe(0);
  expect(Math.abs((balance.shop ?? 0) + (balance.tax ?? 0))).toBeGreaterThan(0);
  expect(balance.provider).toBe(-((balance.shop ?? 0) + (balance.tax ?? 0) + (balance.market ?? 0)));
});
