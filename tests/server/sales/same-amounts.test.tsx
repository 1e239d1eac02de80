// Whatever is bought, of whom and on which terms: cart, delivery step, order, payment, the merchants' lists and figures, the mails
// and the database say the same, to the cent, as the test has counted by itself. ETAL_MONEY_RUNS and ETAL_MONEY_SEED set how many
// purchases are made, and which.
import * as fc from 'fast-check';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { makeDelivery } from '../../support/builders.ts';
import { makePricedMarket, makeRelayPoint } from '../../support/priced-market.ts';
import { buy } from '../../support/priced-purchase.tsx';
import { pricedRuns } from '../../support/priced-run.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const RUNS = Number(process.env.ETAL_MONEY_RUNS ?? 20);
const SEED = Number(process.env.ETAL_MONEY_SEED ?? 20_261_012);
const NOW = new Date('2026-10-12T10:00:00Z');

let market: TestMarket;
beforeAll(async () => {
  // Pages ask the browser how fast its network is.
  vi.stubGlobal('navigator', { onLine: true });
  market = await startTestMarket({ now: NOW });
  await makeDelivery(market.db);
  await makeRelayPoint(market);
});
afterAll(() => market.close());

test(`every view shows the same amount, to the cent (seed ${SEED}, ${RUNS} purchases)`, {
  timeout: 3_600_000,
}, async () => {
  const property = fc.asyncProperty(pricedRuns, async (life) =>
    buy(market, await makePricedMarket(market, life), life),
  );
  // Without shrinking, whose purchases would make more stores than a page lists.
  await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true });
});
