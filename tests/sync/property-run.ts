// Many random lives against one real server, from a seed that stands in the title.
import * as fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { lives } from './life-actions.ts';
import { type LifeMarket, openLifeMarket } from './life-market.ts';
import { live } from './life-run.ts';

/** Lives per file; two files run beside each other. Ten thousand are lived by night. */
export const RUNS = Number(process.env.ETAL_SYNC_RUNS ?? 10);

export function manyLives(seed: number): void {
  let market: LifeMarket;
  beforeAll(async () => {
    market = await openLifeMarket();
  });
  afterAll(() => market.close());

  test(`nothing is lost and nothing duplicated, for any failures and any logins (seed ${seed}, ${RUNS} runs)`, {
    timeout: 3_600_000,
  }, async () => {
    const property = fc.asyncProperty(lives, async (life) => void (await live(market, life)));
    await fc.assert(property, { seed, numRuns: RUNS, endOnFailure: process.env.ETAL_SYNC_SHRINK === '0' });
  });
}
