// Plan of a run as data: actions of a few devices, generated at random and shrunk after a failure.
import * as fc from 'fast-check';
import type { ChangeRule } from '#contract/orders/agreed-terms.ts';
import type { Fault } from '../support/network.ts';

/** 0 and 1 are two pages of one device, 2 is another device. */
export type PageName = 0 | 1 | 2;
export type MachineName = 0 | 1;

/** Actions of a user on a page. */
export type UserAction =
  | { do: 'add' | 'set'; page: PageName; line: number; quantity: number }
  | { do: 'remove'; page: PageName; line: number }
  | { do: 'coupon'; page: PageName; code: number }
  | { do: 'validate' | 'ready' | 'ship'; page: PageName; order: number }
  | { do: 'tracking'; page: PageName; order: number; code: number }
  | { do: 'discard' | 'retry'; page: PageName; nth: number }
  /** Orders the cart as shown, without a network. */
  | { do: 'commit'; page: PageName; ifChanged: ChangeRule }
  /** More than the limit of a command. */
  | { do: 'oversize'; page: PageName }
  | { do: 'login'; page: PageName; who: 'anne' | 'bob' }
  | { do: 'logout'; page: PageName; waiting: 'keep' | 'discard' };

/** Tasks that a page starts by itself. */
export type PageTask = 'drain' | 'look';

export type Action =
  | UserAction
  | { do: PageTask; page: PageName }
  | { do: 'reload'; page: PageName }
  /** Killed after so many turns of the event loop. */
  | { do: 'die'; page: PageName; doing: PageTask; turns: number }
  | { do: 'faults'; machine: MachineName; faults: Fault[] }
  | { do: 'network'; machine: MachineName; up: boolean }
  | { do: 'release'; machine: MachineName }
  | { do: 'wait'; ms: number }
  /** The clock of a device jumps. */
  | { do: 'jump'; machine: MachineName; ms: number }
  /** The next pages of a device run another version of the app, which builds its requests differently. */
  | { do: 'upgrade'; machine: MachineName }
  /** Everything costs so many cents more than at first. */
  | { do: 'price'; cents: number }
  /** The server ends all sessions of a user. */
  | { do: 'revoke'; who: 'anne' | 'bob' };

export interface RunPlan {
  /** The user logged in at first, on both devices; null for none. */
  start: 'anne' | null;
  /** The browser has Web Locks. */
  locks: boolean;
  /** Parallel lanes of one page. */
  lanes: 1 | 3;
  actions: Action[];
}

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
const faults: Fault[] = ['cut', 'lost', 'half', 'held', 'late', 'twice', 'error', 'busy', 'portal', 'none'];

const page = fc.constantFrom<PageName>(0, 0, 0, 1, 1, 2, 2);
const machine = fc.constantFrom<MachineName>(0, 0, 0, 1);
const line = fc.nat({ max: 7 });
const order = fc.nat({ max: 1 });
const who = fc.constantFrom('anne' as const, 'anne' as const, 'bob' as const);
const oneOf = <const D extends string>(...names: D[]) => fc.constantFrom(...names);
const quantity = (max: number) => fc.integer({ min: 1, max });

const weightedActions: [number, fc.Arbitrary<Action>][] = [
  [5, fc.record({ do: oneOf('add'), page, line, quantity: quantity(3) })],
  [4, fc.record({ do: oneOf('set'), page, line, quantity: quantity(6) })],
  [2, fc.record({ do: oneOf('remove'), page, line })],
  [1, fc.record({ do: oneOf('coupon'), page, code: fc.nat({ max: 3 }) })],
  [3, fc.record({ do: oneOf('validate', 'ready', 'ship'), page, order })],
  [3, fc.record({ do: oneOf('tracking'), page, order, code: fc.nat({ max: 3 }) })],
  [8, fc.record({ do: oneOf('drain'), page })],
  [3, fc.record({ do: oneOf('look'), page })],
  [2, fc.record({ do: oneOf('reload'), page })],
  [2, fc.record({ do: oneOf('die'), page, doing: oneOf('drain', 'drain', 'look'), turns: fc.nat({ max: 60 }) })],
  [2, fc.record({ do: oneOf('discard'), page, nth: fc.nat({ max: 5 }) })],
  [1, fc.record({ do: oneOf('retry'), page, nth: fc.nat({ max: 5 }) })],
  [1, fc.record({ do: oneOf('oversize'), page })],
  [2, fc.record({ do: oneOf('commit'), page, ifChanged: oneOf('ask', 'drop', 'cancel') })],
  [1, fc.record({ do: oneOf('price'), cents: fc.constantFrom(-100, 0, 100) })],
  [3, fc.record({ do: oneOf('login'), page, who })],
  [1, fc.record({ do: oneOf('logout'), page, waiting: oneOf('keep', 'keep', 'discard') })],
  [
    6,
    fc.record({
      do: oneOf('faults'),
      machine,
      faults: fc.array(fc.constantFrom(...faults), { minLength: 1, maxLength: 4 }),
    }),
  ],
  [2, fc.record({ do: oneOf('network'), machine, up: fc.boolean() })],
  [2, fc.record({ do: oneOf('release'), machine })],
  [3, fc.record({ do: oneOf('wait'), ms: fc.constantFrom(1000, 5000, 31_000, 61_000, 16 * MINUTE) })],
  [
    1,
    fc.record({
      do: oneOf('jump'),
      machine,
      ms: fc.constantFrom(-10 * YEAR, -YEAR, -120 * MINUTE, 120 * MINUTE, YEAR, 10 * YEAR),
    }),
  ],
  [1, fc.record({ do: oneOf('upgrade'), machine })],
  [1, fc.record({ do: oneOf('revoke'), who })],
];
const action = fc.oneof(...weightedActions.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** A fault on the next request, a replay, and a read while the outcome is unknown. */
const doubt = fc
  .record({ fault: fc.constantFrom<Fault>('lost', 'half', 'held'), after: action })
  .map(({ fault, after }): Action[] => [
    { do: 'faults', machine: 0, faults: [fault] },
    { do: 'drain', page: 0 },
    { do: 'look', page: 1 },
    after,
  ]);
/** One page hangs with an answer, another takes over after the lease; then the answer arrives. */
const overlap = fc
  .record({ between: action, after: action })
  .map(({ between, after }): Action[] => [
    { do: 'faults', machine: 0, faults: ['held'] },
    { do: 'drain', page: 0 },
    { do: 'wait', ms: 31_000 },
    between,
    { do: 'drain', page: 1 },
    { do: 'release', machine: 0 },
    after,
  ]);
/** Several pending line changes, and a fault while they are sent in a row. */
const row = fc
  .record({
    changes: fc.array(
      fc.oneof(
        fc.record({ do: oneOf('add', 'add', 'set'), page: fc.constant<PageName>(0), line, quantity: quantity(3) }),
        fc.record({ do: oneOf('remove'), page: fc.constant<PageName>(0), line }),
      ),
      { minLength: 2, maxLength: 6 },
    ),
    before: fc.nat({ max: 4 }),
    fault: fc.constantFrom<Fault>('none', 'lost', 'half', 'late', 'cut', 'held', 'error'),
    after: fc.array(action, { maxLength: 3 }),
  })
  .map(({ changes, before, fault, after }): Action[] => [
    { do: 'network', machine: 0, up: false },
    ...changes,
    { do: 'network', machine: 0, up: true },
    { do: 'faults', machine: 0, faults: [...Array<Fault>(before).fill('none'), fault] },
    { do: 'drain', page: 0 },
    ...after,
  ]);
/** A new version of the app finds a command that an old one may have sent. */
const update = fc
  .record({ fault: fc.constantFrom<Fault>('lost', 'late', 'cut'), page: fc.constantFrom<PageName>(0, 1) })
  .map(({ fault, page }): Action[] => [
    { do: 'faults', machine: 0, faults: ['none', fault] },
    { do: 'drain', page },
    { do: 'upgrade', machine: 0 },
    { do: 'reload', page },
    { do: 'wait', ms: 61_000 },
    { do: 'drain', page },
  ]);
/** A login while commands of another user or of a visitor are pending. */
const change = fc
  .record({ add: fc.record({ do: oneOf('add'), page: fc.constant<PageName>(0), line, quantity: quantity(2) }), who })
  .map(({ add, who }): Action[] => [add, { do: 'login', page: 0, who }, { do: 'drain', page: 0 }]);
/** An offline order of a cart known to the market, and an action before it is sent. */
const ordering = fc
  .record({
    add: fc.record({ do: oneOf('add'), page: fc.constant<PageName>(0), line, quantity: quantity(3) }),
    ifChanged: oneOf('ask', 'drop', 'cancel'),
    price: fc.record({ do: oneOf('price'), cents: fc.constantFrom(0, 0, 100) }),
    fault: fc.constantFrom<Fault>('none', 'lost', 'half', 'late', 'cut', 'held'),
    before: action,
    after: action,
  })
  .map(({ add, ifChanged, price, fault, before, after }): Action[] => [
    add,
    { do: 'drain', page: 0 },
    { do: 'network', machine: 0, up: false },
    { do: 'commit', page: 0, ifChanged },
    before,
    price,
    { do: 'network', machine: 0, up: true },
    { do: 'faults', machine: 0, faults: [fault] },
    { do: 'drain', page: 0 },
    after,
  ]);

const part = fc.oneof(
  { weight: 20, arbitrary: action.map((one) => [one]) },
  { weight: 3, arbitrary: doubt },
  { weight: 2, arbitrary: overlap },
  { weight: 3, arbitrary: row },
  { weight: 1, arbitrary: update },
  { weight: 2, arbitrary: change },
  { weight: 3, arbitrary: ordering },
);

export const runPlans: fc.Arbitrary<RunPlan> = fc.record({
  start: fc.constantFrom('anne' as const, 'anne' as const, null),
  locks: fc.boolean(),
  lanes: fc.constantFrom<1 | 3>(1, 3),
  actions: fc.array(part, { minLength: 3, maxLength: 12, size: 'max' }).map((parts) => parts.flat()),
});
