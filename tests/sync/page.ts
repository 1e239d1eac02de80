// A complete page for tests: everything `startSync` assembles, on the test's network, disk, clock and token storage.
import { IDBKeyRange } from 'fake-indexeddb';
import { createTokenVerifier } from '#api/session-token.ts';
import type { Timers } from '#sync/device/connectivity.ts';
import type { Locks } from '#sync/device/locks.ts';
import type { StoredPair, TokenStorage } from '#sync/session/token-storage.ts';
import { type Hint, type Sync, type SyncPorts, startSync } from '#sync/sync.ts';
// Lazy modules are loaded in advance: a first import would take longer than `calm`.
import '#sync/carts/lost-cart.ts';
import '#sync/outbox/uploads.ts';
import '#sync/sending.ts';
import type { Network } from '../support/network.ts';
import type { TestMarket } from '../support/test-server.ts';
import type { Machine } from './device.ts';

/** What the tabs of one browser share: localStorage and BroadcastChannel. */
export interface Profile {
  storage: TokenStorage;
  tabs: Set<() => void>;
}

export function newProfile(): Profile {
  let pair: StoredPair | null = null;
  let revocations: string[] = [];
  return {
    tabs: new Set(),
    storage: {
      read: () => pair,
      write: (next) => {
        pair = next;
      },
      readRevocations: () => revocations,
      writeRevocations: (next) => {
        revocations = next;
      },
    },
  };
}

export interface ManualTimers extends Timers {
  /** Moves the machine's clock and runs the timers that become due. */
  advance(ms: number): Promise<void>;
  /** Sets the clock: timers keep their remaining time. */
  jump(ms: number): void;
}

/** `rest` waits for the end of started work. */
export function manualTimers(machine: Machine, rest: () => Promise<void> = calm): ManualTimers {
  let next = 1;
  const planned = new Map<number, { at: number; run: () => void }>();
  return {
    set(run, ms) {
      planned.set(next, { at: machine.time.now + ms, run });
      return next++;
    },
    clear: (timer) => void planned.delete(timer as number),
    async advance(ms) {
      const end = machine.time.now + ms;
      for (;;) {
        const [due] = [...planned].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at);
        if (!due) break;
        planned.delete(due[0]);
        machine.time.now = Math.max(machine.time.now, due[1].at);
        due[1].run();
        await rest();
      }
      machine.time.now = end;
      await rest();
    },
    jump(ms) {
      machine.time.now += ms;
      for (const one of planned.values()) one.at += ms;
    },
  };
}

/** Waits for work that nothing awaits: everything here runs in process. */
export async function calm(turns = 60): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export interface Page extends Sync {
  hint(hint: Hint): void;
  timers: ManualTimers;
  /** Closes the page, whatever is in progress. */
  kill(): void;
}

export async function openPage(
  market: { app: Pick<TestMarket['app'], 'publicKeys'> },
  machine: Machine,
  network: Network,
  profile: Profile,
  locks?: Locks,
  more: Partial<SyncPorts> = {},
  timers = manualTimers(machine),
): Promise<Page> {
  const connection = network.connect();
  let heard: (hint: Hint) => void = () => {};
  let hear: () => void = () => {};
  const sync = await startSync({
    endpoint: '/api',
    appVersion: 'test',
    storage: profile.storage,
    verify: createTokenVerifier(market.app.publicKeys),
    indexed: { indexedDB: machine.indexedDB, IDBKeyRange },
    fetch: connection.fetch,
    now: () => machine.time.now,
    timers,
    locks,
    hints: (listener) => {
      heard = listener;
      return () => {};
    },
    channel: {
      announce: () => {
        for (const tab of profile.tabs) if (tab !== hear) tab();
      },
      listen: (listener) => {
        hear = listener;
        profile.tabs.add(listener);
        return () => void profile.tabs.delete(listener);
      },
    },
    ...more,
  });
  return {
    ...sync,
    timers,
    hint: (hint) => heard(hint),
    kill() {
      connection.kill();
      sync.stop();
      sync.local.db.close();
    },
  };
}
