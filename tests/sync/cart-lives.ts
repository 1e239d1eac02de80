// Many random lives of a cart against one real server, from a seed that stands in the title.
import * as fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type CartMarket, makeCartMarket } from './cart-market.ts';
import { actions, actionsOfTwo, runCart } from './cart-run.ts';

/** Lives per file; two files run beside each other. */
const RUNS = Number(process.env.ETAL_SYNC_RUNS ?? 500);

export function cartLives(seed: number): void {
  let market: TestMarket;
  let shops: CartMarket;
  beforeAll(async () => {
    market = await startTestMarket({ database: 'pglite' });
    shops = await makeCartMarket(market);
  });
  afterAll(() => market.close());

  test(`while another device writes to the same cart, what is shown comes to what is (seed ${seed})`, {
    timeout: 300_000,
  }, async () => {
    const property = fc.asyncProperty(actionsOfTwo, (steps) => runCart(market.app, shops, steps));
    await fc.assert(property, { seed, numRuns: Math.ceil(RUNS / 5) });
  });

  test(`the server's cart is what the person asked for, each command once, whatever fails (seed ${seed})`, {
    timeout: 600_000,
  }, async () => {
    const property = fc.asyncProperty(actions, (steps) => runCart(market.app, shops, steps));
    await fc.assert(property, { seed, numRuns: RUNS, interruptAfterTimeLimit: 540_000, markInterruptAsFailure: true });
  });
}
