// Random runs of one store on two tablets. The title contains the seed.
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { laneOf } from '#sync/outbox/rows.ts';
import { readVersionConflict, rebaseOnto } from '#sync/replay/rebase.ts';
import { replaySteps } from '#sync/replay/replay.ts';
import type { Fault } from '../support/network.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import type { DeviceOptions } from './device.ts';
import { executeStoreRun, type StoreAction, type StoreRunPlan, things } from './merchant-run.ts';

/** Each takes as long as ten runs of a cart. */
const RUNS = Math.ceil(Number(process.env.ETAL_SYNC_RUNS ?? 100) / 10);
const seed = Number(process.env.ETAL_SYNC_SEED ?? 20261123);

const faults: Fault[] = [
  'none',
  'none',
  'cut',
  'lost',
  'half',
  'late',
  'twice',
  'error',
  'busy',
  'portal',
  'gateway',
  'broken',
];

const tablet = fc.constantFrom(0 as const, 1 as const);
const action: fc.Arbitrary<StoreAction> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      tablet,
      thing: fc.constantFrom(...things),
      field: fc.nat(2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('show' as const),
      tablet,
      thing: fc.constantFrom('first' as const, 'second' as const),
      published: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('make' as const),
      tablet,
      picture: fc.boolean(),
      next: fc.constantFrom('nothing' as const, 'rename' as const, 'publish' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('picture' as const),
      tablet,
      for: fc.constantFrom('first' as const, 'second' as const, null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('coupon' as const), tablet }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), tablet }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('giveUp' as const), tablet, which: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('look' as const), tablet, thing: fc.constantFrom(...things) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('drain' as const), tablet }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('die' as const), tablet, turns: fc.nat(60) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('faults' as const),
      tablet,
      faults: fc.array(fc.constantFrom(...faults), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('network' as const), tablet, up: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), tablet }) },
);
const storeRunPlans: fc.Arbitrary<StoreRunPlan> = fc.record({
  actions: fc.array(action, { minLength: 5, maxLength: 35, size: 'max' }),
  choices: fc.array(fc.nat(5), { minLength: 1, maxLength: 12 }),
});

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite' });
});
afterAll(() => market.close());

const lived = (options: DeviceOptions, numRuns: number, endOnFailure = process.env.ETAL_SYNC_SHRINK === '0') =>
  fc.assert(
    fc.asyncProperty(storeRunPlans, async (life) => void (await executeStoreRun(market, life, options))),
    { seed, numRuns, endOnFailure },
  );

test(
  `a store on two tablets: nothing is lost, duplicated or overwritten without being shown (seed ${seed}, ${RUNS} runs)`,
  {
    timeout: 3_600_000,
  },
  () => lived({}, RUNS),
);

test('a device that overwrites without asking is detected', { timeout: 120_000 }, async () => {
  const insists: DeviceOptions['steps'] = {
    settle: async (local, cmd, verdict, context) => {
      const settlement = await replaySteps.settle(local, cmd, verdict, context);
      const row = await local.db.outbox.get(cmd.seq);
      const now = row?.state === 'parked' ? readVersionConflict(row.serverRefusal) : null;
      if (row && now) await local.db.outbox.update(row.seq, rebaseOnto(row, now));
      return settlement;
    },
  };
  const cause = { message: expect.stringContaining('nobody had seen it') };
  await expect(lived({ steps: insists }, 60, true)).rejects.toMatchObject({ cause });
});

test('a device whose conflicts block all later commands is detected', { timeout: 120_000 }, async () => {
  const stops: DeviceOptions['steps'] = {
    claim: async (local, owner, lane, options) => {
      const first = await laneOf(local.db, owner, lane).first();
      return first?.state === 'parked' ? { kind: 'wait', until: null } : replaySteps.claim(local, owner, lane, options);
    },
  };
  const cause = { message: expect.stringContaining('held up by nothing that it touches') };
  await expect(lived({ steps: stops }, 60, true)).rejects.toMatchObject({ cause });
});
