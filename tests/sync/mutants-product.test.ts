// Mutation tests of uploads and edits: each planted mistake must be detected.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#sync/device/ids.ts';
import { nextGeneration } from '#sync/outbox/rows.ts';
import { replaySteps } from '#sync/replay/replay.ts';
import type { Fault } from '../support/network.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import type { DeviceOptions } from './device.ts';
import { runMerchantDay } from './merchant-day.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite' });
});
afterAll(() => market.close());

/** Faults of the requests after the return of the network: the first ones are the upload's. */
const weathers: Fault[][] = [
  [],
  ['lost'],
  ['broken', 'cut'],
  ['none', 'lost'],
  ['none', 'cut', 'cut'],
  ['lost', 'half', 'lost'],
];

test.for(weathers.map((faults) => ({ faults })))('a half day offline ends well with the faults $faults', ({ faults }) =>
  runMerchantDay(market, faults),
);

const mutants: Record<string, DeviceOptions> = {
  'a lost answer opens a new generation': {
    steps: {
      settle: async (local, cmd, verdict, context) => {
        const settlement = await replaySteps.settle(local, cmd, verdict, context);
        if (verdict.kind !== 'unknown' || cmd.type !== 'products.update') return settlement;
        await local.db.outbox.update(cmd.seq, nextGeneration(cmd));
        return settlement;
      },
    },
  },
  'the version is read again at each attempt': {
    steps: {
      settle: async (local, cmd, verdict, context) => {
        const settlement = await replaySteps.settle(local, cmd, verdict, context);
        if (verdict.kind !== 'unknown' || cmd.type !== 'products.update' || !cmd.req) return settlement;
        const { 'If-Match': _, ...headers } = cmd.req.headers;
        await local.db.outbox.update(cmd.seq, { req: { ...cmd.req, headers } });
        return settlement;
      },
    },
  },
  'each attempt has another multipart boundary': {
    steps: {
      send: (ports, request, token) => {
        const boundary = /boundary=(.*)$/.exec(request.headers['Content-Type'] ?? '')?.[1];
        if (boundary === undefined) return replaySteps.send(ports, request, token);
        const other = JSON.stringify(request).replaceAll(boundary, `etal-${newId()}`);
        const { bytes } = request;
        return replaySteps.send(ports, { ...JSON.parse(other), ...(bytes && { bytes }) }, token);
      },
    },
  },
  'a change is sent before its pictures': {
    steps: {
      claim: async (local, owner, lane, options) => {
        // Sent too early, with the temporary id.
        const rows = await local.db.outbox.toArray();
        const ahead = rows.find((row) => row.lane.startsWith('product:') && row.deps);
        if (ahead) {
          const args = JSON.parse(JSON.stringify(ahead.args).replaceAll('temp:', '/images/'));
          await local.db.outbox.update(ahead.seq, { args, deps: undefined });
        }
        return replaySteps.claim(local, owner, lane, options);
      },
    },
  },
  'a version conflict is overwritten without a field comparison': {
    steps: {
      settle: async (local, cmd, verdict, context) => {
        if (verdict.kind !== 'refused' || verdict.status !== 412)
          return replaySteps.settle(local, cmd, verdict, context);
        await local.db.outbox.update(cmd.seq, { ...nextGeneration(cmd), state: 'queued', base: undefined });
        return { kind: 'moved' };
      },
    },
  },
};

test.for(Object.entries(mutants))('detected: %s', async ([, options]) => {
  let noticed = false;
  for (const faults of weathers) {
    noticed = await runMerchantDay(market, faults, options).then(
      () => false,
      () => true,
    );
    if (noticed) break;
  }
  expect(noticed).toBe(true);
});
