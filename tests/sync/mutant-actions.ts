// Actions that lead to each planted mistake, since random runs seldom contain them in this order.
import type { ChangeRule } from '#contract/orders/agreed-terms.ts';
import type { StoreContext } from '#sync/device/context.ts';
import type { Lane } from '#sync/outbox/rows.ts';
import type { Fault } from '../support/network.ts';
import type { Action } from './run-plan.ts';
import type { Mistake } from './run-world.ts';

export const add: Action = { do: 'add', page: 0, line: 0, quantity: 1 };
export const drain: Action = { do: 'drain', page: 0 };
export const wait = (ms: number): Action => ({ do: 'wait', ms });
/** Faults after the first request, which creates the cart. */
export const laterFaults = (...faults: Fault[]): Action => ({
  do: 'faults',
  machine: 0,
  faults: ['none', ...faults],
});

/** A cart of one article is ordered without a network, and then the network is back. */
export const orderOffline = (ifChanged: ChangeRule, ...then: Action[]): Action[] => [
  add,
  drain,
  { do: 'network', machine: 0, up: false },
  { do: 'commit', page: 0, ifChanged },
  { do: 'network', machine: 0, up: true },
  ...then,
];

/** Three offline additions: the first two are answered with a version only, the third has this fault. */
export const threeAdditions = (fault: Fault, first: Fault[] = ['none']): Action[] => [
  { do: 'network', machine: 0, up: false },
  add,
  { do: 'add', page: 0, line: 2, quantity: 1 },
  { do: 'add', page: 0, line: 5, quantity: 1 },
  { do: 'network', machine: 0, up: true },
  { do: 'faults', machine: 0, faults: [...first, 'none', 'none', fault] },
  drain,
];

/** A mistake made after a minimal answer is settled. */
export const afterMinimalAnswer = (
  wrong: (local: StoreContext, lane: Lane, version: number) => Promise<void>,
): Mistake => ({
  steps: (right) => ({
    settle: async (local, cmd, verdict, context) => {
      const settlement = await right.settle(local, cmd, verdict, context);
      const version = verdict.kind === 'done' ? verdict.version : undefined;
      if (settlement.kind === 'done' && version !== undefined) await wrong(local, cmd, version);
      return settlement;
    },
  }),
});
