// The mistakes that queues like this one are known for, made on purpose: each must be noticed by the invariants. If one
// survives, the invariants have lost their force.
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cartTables } from '#sync/cart-lane.ts';
import { conclude } from '#sync/local.ts';
import { steps } from '#sync/replay.ts';
import { keepView, settle } from '#sync/settle.ts';
import { newId } from '#sync/uuid.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type CartMarket, makeCartMarket } from './cart-market.ts';
import { actions, runCart } from './cart-run.ts';
import type { DeviceOptions } from './device.ts';

let market: TestMarket;
let shops: CartMarket;
beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite' });
  shops = await makeCartMarket(market);
});
afterAll(() => market.close());

const MOST_RUNS = 400;
/** Interleavings follow from it: what it finds once it finds always. */
const SEED = 20261120;

async function runsUntilNoticed(options: DeviceOptions): Promise<{ noticed: boolean; runs: number }> {
  const property = fc.asyncProperty(actions, (list) => runCart(market.app, shops, list, options));
  const result = await fc.check(property, { seed: SEED, numRuns: MOST_RUNS, endOnFailure: true });
  return { noticed: result.failed, runs: result.numRuns };
}

const mutants: Record<string, DeviceOptions> = {
  'taking the command out before it is sent': {
    steps: {
      claim: async (local, ...rest) => {
        const taken = await steps.claim(local, ...rest);
        if (taken.kind === 'claimed') await local.db.outbox.delete(taken.cmd.seq);
        return taken;
      },
    },
  },
  'a new key at each attempt': {
    steps: {
      send: (ports, request, token) => {
        const headers = { ...request.headers, 'Idempotency-Key': newId() };
        return steps.send(ports, { ...request, headers }, token);
      },
    },
  },
  'an error of the server taken for success': {
    steps: {
      settle: async (local, cmd, verdict, context) => {
        if (verdict.kind !== 'later') return settle(local, cmd, verdict, context);
        await local.db.transaction('rw', cartTables(local.db), async () => {
          await conclude(local, cmd, null, { outcome: 'done', status: 200 });
        });
        return { kind: 'done', answer: undefined, notices: [] };
      },
    },
  },
  'the view in one transaction, the end of the command in another': {
    steps: {
      settle: async (local, cmd, verdict, context) => {
        const body = verdict.kind === 'done' ? (verdict.body as { '@type'?: string }) : null;
        if (body?.['@type'] !== 'Cart' || cmd.type === 'cart.create') return settle(local, cmd, verdict, context);
        await keepView(local, cmd, body as never);
        // The page is closed here, one time in two.
        if (cmd.attempts % 2 === 1) return settle(local, cmd, { kind: 'unknown' }, context);
        return settle(local, cmd, verdict, context);
      },
    },
  },
  'a read of the cart believed at any time': {
    acceptRead: async (local, owner, lane, view) => {
      await keepView(local, { owner, lane }, view);
      return true;
    },
  },
  'late answers that still speak': {
    steps: {
      settle: async (local, cmd, verdict, context) => {
        const settlement = await settle(local, cmd, verdict, context);
        const body = verdict.kind === 'done' ? (verdict.body as { '@type'?: string; version?: number }) : null;
        if (settlement.kind === 'fenced' && body?.['@type'] === 'Cart') {
          const { owner, lane } = cmd;
          await local.db.snaps.put({
            owner,
            lane,
            version: body.version ?? 0,
            view: body as never,
            seenAt: local.now(),
          });
        }
        return settlement;
      },
    },
  },
};

test.for(Object.entries(mutants))('%s is noticed', { timeout: 120_000 }, async ([, options]) => {
  const { noticed, runs } = await runsUntilNoticed(options);
  expect(noticed, `${runs} runs`).toBe(true);
});
