import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type CartMarket, makeCartMarket } from './cart-market.ts';
import { actions, runCart } from './cart-run.ts';

let market: TestMarket;
let shops: CartMarket;
beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite' });
  shops = await makeCartMarket(market);
});
afterAll(() => market.close());

test('a simple cart reaches the server', async () => {
  await runCart(market.app, shops, [
    { do: 'add', line: 0, quantity: 2 },
    { do: 'set', line: 0, quantity: 3 },
    { do: 'drain', page: 0 },
  ]);
  expect(true).toBe(true);
});

test('random', { timeout: 300_000 }, async () => {
  const at = Date.now();
  await fc.assert(
    fc.asyncProperty(actions, (steps) => runCart(market.app, shops, steps)),
    { numRuns: Number(process.env.RUNS ?? 30) },
  );
  console.log('took', Date.now() - at);
});
