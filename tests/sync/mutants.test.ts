// The mistakes that queues like this one are known for, made on purpose: each must be noticed by the invariant that is
// there for it, with all others looking away. If one survives, that invariant has lost its force.
//
// Two known mistakes are none here. Without a lease two pages may send the same request at the same time: its key makes
// that harmless, which is why safety needs no lock (the last test). A request that is built anew at each attempt is the
// same request as long as one version of the app builds it; with an update between two attempts it is caught.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WITHDRAWN_HEADER } from '#contract/wire/withdrawal.ts';
import type { Owner } from '#db/rows.ts';
import { recreateCart } from '#sync/carts/lost-cart.ts';
import { mergeVisitorCart } from '#sync/carts/merge-carts.ts';
import { newId } from '#sync/device/ids.ts';
import { storeAppliedCommand } from '#sync/outbox/applied-commands.ts';
import { finishCommand } from '#sync/outbox/finish-command.ts';
import { cartTables, laneOf } from '#sync/outbox/rows.ts';
import { storeView } from '#sync/outbox/snapshots.ts';
import { cancelCommand, requeueCommand } from '#sync/pending/decisions.ts';
import { settleCommand } from '#sync/replay/settle.ts';
import { type Action, type Life, lives } from './life-actions.ts';
import { Broken, type Invariant } from './life-checks.ts';
import { type LifeMarket, openLifeMarket } from './life-market.ts';
import { live } from './life-run.ts';
import type { Mistake } from './life-world.ts';
import { add, afterMinimal, afterTheFirst, drain, ordered, threeWaiting, wait } from './mistake-beginnings.ts';
import { RUNS } from './property-run.ts';

let market: LifeMarket;
beforeAll(async () => {
  market = await openLifeMarket();
});
afterAll(() => market.close());

const MOST_RUNS = 400;
/** What it finds once it finds always, or nearly: answers race. */
const SEED = 20261120;
const MINUTE = 60_000;

interface Mutant {
  through: Invariant;
  mistake: Mistake;
  /** How each life begins: what brings the mistake to light comes seldom by itself. */
  beginning?: Action[];
  start?: Life['start'];
}

const mutants: Record<string, Mutant> = {
  'taking the command out before it is sent': {
    through: 'no loss',
    mistake: {
      steps: (right) => ({
        claim: async (local, ...rest) => {
          const taken = await right.claim(local, ...rest);
          if (taken.kind === 'claimed') await local.db.outbox.delete(taken.cmd.seq);
          return taken;
        },
      }),
    },
    beginning: [add, afterTheFirst('cut'), drain],
  },
  'a minimal answer whose effect is shown only once the cart is read': {
    through: 'exact projection',
    mistake: afterMinimal(async (local) => local.db.applied.clear()),
    beginning: threeWaiting('cut'),
  },
  'a minimal answer taken for the whole cart': {
    through: 'exact projection',
    mistake: afterMinimal(async (local, { owner, lane }, version) => {
      await local.db.applied.clear();
      await local.db.snaps.update([owner, lane], { version });
    }),
    beginning: threeWaiting('cut'),
  },
  'a minimal answer that stays beside the cart it is in': {
    through: 'exact projection',
    mistake: {
      steps: (right) => ({
        settle: async (local, cmd, verdict, context) => {
          const applied = await local.db.applied.toArray();
          const settlement = await right.settle(local, cmd, verdict, context);
          if (verdict.kind === 'done' && verdict.status === 200) await local.db.applied.bulkPut(applied);
          return settlement;
        },
      }),
    },
    beginning: threeWaiting('none'),
  },
  'a cart read before a minimal answer and believed after it': {
    through: 'exact projection',
    mistake: {
      tools: {
        acceptRead: async (local, owner, lane, view) => {
          const { db } = local;
          await db.transaction('rw', db.snaps, db.applied, async () => {
            await db.applied.clear();
            await db.snaps.put({ owner, lane, version: view.version, view, seenAt: local.now() });
          });
          return true;
        },
      },
    },
    // Asked for by the other page while the cart was empty.
    beginning: [
      { do: 'add', page: 0, line: 5, quantity: 1 },
      drain,
      { do: 'faults', machine: 0, faults: ['held'] },
      { do: 'look', page: 1 },
      ...threeWaiting('cut', []),
      { do: 'release', machine: 0 },
      { do: 'look', page: 1 },
    ],
  },
  'a new key at each attempt': {
    through: 'at most once',
    mistake: {
      steps: (right) => ({
        send: (ports, request, token) => {
          const headers = { ...request.headers, 'Idempotency-Key': newId() };
          return right.send(ports, { ...request, headers }, token);
        },
      }),
    },
    beginning: [add, afterTheFirst('lost'), drain, wait(61_000), drain],
  },
  'a new key after an attempt without an answer': {
    through: 'no re-key on doubt',
    mistake: {
      steps: () => ({
        settle: async (local, cmd, verdict, context) => {
          const settlement = await settleCommand(local, cmd, verdict, context);
          if (verdict.kind === 'unknown') await local.db.outbox.update(cmd.seq, { gen: cmd.gen + 1, req: undefined });
          return settlement;
        },
      }),
    },
    beginning: [add, afterTheFirst('lost'), drain, wait(61_000), drain],
  },
  'an error of the server taken for success': {
    through: 'outcome is truth',
    mistake: {
      steps: () => ({
        settle: async (local, cmd, verdict, context) => {
          if (verdict.kind !== 'later') return settleCommand(local, cmd, verdict, context);
          await local.db.transaction('rw', cartTables(local.db), async () => {
            await finishCommand(local, cmd, null, { outcome: 'done', status: 200 });
          });
          return { kind: 'done', answer: undefined, notices: [] };
        },
      }),
    },
    beginning: [add, afterTheFirst('error'), drain],
  },
  'the view in one transaction, the end of the command in another': {
    through: 'exact projection',
    mistake: {
      steps: () => ({
        settle: async (local, cmd, verdict, context) => {
          const body = verdict.kind === 'done' ? (verdict.body as { '@type'?: string }) : null;
          if (body?.['@type'] !== 'Cart' || cmd.type === 'cart.create')
            return settleCommand(local, cmd, verdict, context);
          await storeView(local, cmd, body as never);
          // The page is closed here, one time in two.
          if (cmd.attempts % 2 === 1) return settleCommand(local, cmd, { kind: 'unknown' }, context);
          return settleCommand(local, cmd, verdict, context);
        },
      }),
    },
  },
  'a read of the cart believed at any time': {
    through: 'exact projection',
    mistake: {
      tools: {
        acceptRead: async (local, owner, lane, view) => {
          await storeView(local, { owner, lane }, view);
          return true;
        },
      },
    },
    beginning: [add, afterTheFirst('lost'), drain, { do: 'look', page: 1 }],
  },
  'late answers that still speak': {
    through: 'monotonic view',
    mistake: {
      steps: () => ({
        settle: async (local, cmd, verdict, context) => {
          const settlement = await settleCommand(local, cmd, verdict, context);
          const body = verdict.kind === 'done' ? (verdict.body as { '@type'?: string; version?: number }) : null;
          if (settlement.kind === 'fenced' && body?.['@type'] === 'Cart') {
            const { owner, lane } = cmd;
            const version = body.version ?? 0;
            await local.db.snaps.put({ owner, lane, version, view: body as never, seenAt: local.now() });
          }
          return settlement;
        },
      }),
    },
    beginning: [
      add,
      afterTheFirst('held'),
      drain,
      wait(31_000),
      { do: 'add', page: 1, line: 0, quantity: 1 },
      { do: 'drain', page: 1 },
      { do: 'release', machine: 0 },
      { do: 'look', page: 1 },
    ],
  },
  'late answers that still speak, with a version alone': {
    through: 'exact projection',
    mistake: {
      steps: () => ({
        settle: async (local, cmd, verdict, context) => {
          const settlement = await settleCommand(local, cmd, verdict, context);
          const version = verdict.kind === 'done' ? verdict.version : undefined;
          if (settlement.kind === 'fenced' && version !== undefined) await storeAppliedCommand(local.db, cmd, version);
          return settlement;
        },
      }),
    },
    beginning: [
      add,
      add,
      afterTheFirst('held'),
      drain,
      wait(31_000),
      { do: 'drain', page: 1 },
      // The cart, which would be read at once.
      { do: 'network', machine: 0, up: false },
      { do: 'release', machine: 0 },
    ],
  },
  'a request built anew at each attempt, with an update of the app in between': {
    through: 'frozen request',
    mistake: {
      steps: (right) => ({
        claim: async (local, owner, lane, options) => {
          const head = await laneOf(local.db, owner, lane).first();
          if (head?.state === 'queued') await local.db.outbox.update(head.seq, { req: undefined });
          return right.claim(local, owner, lane, options);
        },
      }),
    },
    beginning: [
      add,
      afterTheFirst('lost'),
      drain,
      { do: 'upgrade', machine: 0 },
      { do: 'reload', page: 0 },
      wait(61_000),
      drain,
    ],
  },
  "another user's waiting writes sent after a login": {
    through: 'owner',
    mistake: {
      credentials: (session) => {
        let first: Owner | null = null;
        const user = async () => {
          first ??= session.owner();
          return first;
        };
        return { ...session.credentials, user, token: async () => session.accessToken() };
      },
    },
    start: 'anne',
    beginning: [
      { do: 'validate', page: 0, order: 0 },
      { do: 'network', machine: 0, up: false },
      drain,
      { do: 'network', machine: 0, up: true },
      { do: 'login', page: 0, who: 'bob' },
      wait(61_000),
      drain,
    ],
  },
  'a 401 that costs an attempt': {
    through: '401 neutrality',
    mistake: {
      steps: () => ({
        settle: (local, cmd, verdict, context) =>
          settleCommand(local, cmd, verdict.kind === 'auth' ? { kind: 'unknown' } : verdict, context),
      }),
    },
    start: 'anne',
    beginning: [{ do: 'validate', page: 0, order: 0 }, wait(16 * MINUTE), { do: 'reload', page: 0 }, drain],
  },
  'a refresh token presented twice': {
    through: 'one refresh',
    mistake: {
      storage: (right) => ({
        ...right,
        // What comes back with a new access token is thrown away.
        write: (next) => {
          const before = right.read();
          right.write(before && next?.refreshToken ? { ...next, refreshToken: before.refreshToken } : next);
        },
      }),
    },
    start: 'anne',
    beginning: [wait(16 * MINUTE), { do: 'look', page: 0 }, wait(16 * MINUTE), { do: 'look', page: 0 }],
  },
  'an order that goes again as another one when its answer is lost': {
    through: 'at most once',
    mistake: {
      steps: (right) => ({
        settle: async (local, cmd, verdict, context) => {
          if (cmd.type !== 'cart.commit' || verdict.kind !== 'unknown') {
            return right.settle(local, cmd, verdict, context);
          }
          const again = async () => recreateCart(local, cmd.owner, cmd.lane, cmd);
          await local.db.transaction('rw', cartTables(local.db), again);
          return { kind: 'moved' };
        },
      }),
    },
    beginning: ordered('ask', { do: 'faults', machine: 0, faults: ['lost'] }, drain, wait(61_000), drain),
    start: 'anne',
  },
  'an order that takes whatever it costs for agreed': {
    through: 'agreed',
    mistake: {
      steps: (right) => ({
        settle: async (local, cmd, verdict, context) => {
          const settlement = await right.settle(local, cmd, verdict, context);
          if (settlement.kind === 'parked' && cmd.type === 'cart.commit') await requeueCommand(local, cmd.id);
          return settlement;
        },
      }),
    },
    beginning: ordered('ask', { do: 'price', cents: 100 }, drain, wait(61_000), drain),
    start: 'anne',
  },
  'an order left behind that goes with whoever logs in next': {
    through: 'owner',
    mistake: {
      steps: (right) => ({
        claim: async (local, owner, lane, options) => {
          const { outbox } = local.db;
          const left = await outbox.filter((row) => row.type === 'cart.commit' && row.owner !== owner).toArray();
          for (const { seq } of left) await outbox.update(seq, { owner, lane, parkedFor: undefined, state: 'queued' });
          return right.claim(local, owner, lane, options);
        },
      }),
    },
    beginning: ordered(
      'ask',
      { do: 'logout', page: 0, waiting: 'keep' },
      { do: 'login', page: 0, who: 'bob' },
      add,
      drain,
    ),
    start: 'anne',
  },
  'an order that is asked for again after it was given up': {
    through: 'cancel',
    mistake: {
      steps: (right) => ({
        send: (ports, request, token) => {
          const { [WITHDRAWN_HEADER]: _, ...headers } = request.headers;
          return right.send(ports, { ...request, headers }, token);
        },
      }),
    },
    beginning: ordered(
      'ask',
      { do: 'faults', machine: 0, faults: ['cut'] },
      drain,
      { do: 'discard', page: 0, nth: 0 },
      wait(61_000),
      drain,
    ),
    start: 'anne',
  },
  'a command in doubt said to be undone': {
    through: 'cancel',
    mistake: {
      tools: {
        discard: async (local, id) => {
          const row = await local.db.outbox.where('id').equals(id).first();
          if (!row?.doubt) return cancelCommand(local, id);
          await local.db.transaction('rw', cartTables(local.db), () =>
            finishCommand(local, row, null, { outcome: 'cancelled' }),
          );
          return 'cancelled';
        },
      },
    },
    beginning: [add, afterTheFirst('lost'), drain, { do: 'discard', page: 0, nth: 0 }],
  },
  "a visitor's cart joined under new ids, and forgotten afterwards": {
    through: 'merge on login',
    mistake: {
      tools: {
        merge: async (local, user) => {
          const { db } = local;
          const carts = (await db.device.toArray()).filter(({ k }) => k.startsWith('cart:v:'));
          const views = (await db.snaps.toArray()).filter(({ owner }) => owner.startsWith('v:'));
          const result = await mergeVisitorCart(local, user);
          if (result !== 'merged') return result;
          for (const row of await db.outbox.toArray()) {
            if (row.owner === user && row.attempts === 0) await db.outbox.update(row.seq, { id: newId() });
          }
          // The page is closed here, one time in two: the visitor's cart was to be forgotten in a second step.
          if (carts.length > 0 && local.random() < 0.5) {
            await db.device.bulkPut(carts);
            await db.snaps.bulkPut(views);
          }
          return result;
        },
      },
    },
    start: null,
    beginning: [add, drain, { do: 'login', page: 0, who: 'anne' }, drain, drain],
  },
};

describe('each is detected by its own invariant', () => {
  test.for(Object.entries(mutants))('%s', { timeout: 300_000 }, async ([, mutant]) => {
    const { through, mistake, beginning = [], start } = mutant;
    const property = fc.asyncProperty(lives, async (life) => {
      const begun = { ...life, ...(start !== undefined && { start }), actions: [...beginning, ...life.actions] };
      await live(market, begun, mistake, through);
    });
    const { failed, numRuns, errorInstance } = await fc.check(property, {
      seed: SEED,
      numRuns: MOST_RUNS,
      endOnFailure: true,
    });
    expect(failed, `${numRuns} lives without a trace`).toBe(true);
    expect(errorInstance instanceof Broken ? errorInstance.invariant : errorInstance).toBe(through);
  });
});

test('without a lease nothing is lost or duplicated either', { timeout: 300_000 }, async () => {
  const mistake: Mistake = {
    steps: (right) => ({
      claim: async (local, owner, lane, options) => {
        const head = await laneOf(local.db, owner, lane).first();
        if (head?.state === 'inflight') await local.db.outbox.update(head.seq, { leaseUntil: 0 });
        return right.claim(local, owner, lane, options);
      },
    }),
  };
  const property = fc.asyncProperty(lives, async (life) => void (await live(market, life, mistake)));
  await fc.assert(property, { seed: SEED, numRuns: Math.ceil(RUNS / 10) });
});
