// Property test of the outbox: many random runs against one real server. The title contains the seed.
import * as fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { executeRun } from './run-execution.ts';
import { openRunMarket, type RunMarket } from './run-market.ts';
import { runPlans } from './run-plan.ts';

/** Runs per file; two files run in parallel. Ten thousand at night. */
export const RUNS = Number(process.env.ETAL_SYNC_RUNS ?? 10);

export function testManyRuns(seed: number): void {
  let market: RunMarket;
  beforeAll(async () => {
    market = await openRunMarket();
  });
  afterAll(() => market.close());

  test(`nothing is lost and nothing duplicated, for any failures and any logins (seed ${seed}, ${RUNS} runs)`, {
    timeout: 3_600_000,
  }, async () => {
    const property = fc.asyncProperty(runPlans, async (plan) => void (await executeRun(market, plan)));
    await fc.assert(property, { seed, numRuns: RUNS, endOnFailure: process.env.ETAL_SYNC_SHRINK === '0' });
  });
}
