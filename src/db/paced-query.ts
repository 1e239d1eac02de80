// Paced live query: re-runs when its tables change, in any tab or in the worker.
// Dexie's `liveQuery` restarts with each change and emits nothing until changes pause, so a long replay would hide its
// own progress.
// Guarantee: the first change is read at once and the last is never missed; changes in quick succession are read
// together, so that reading takes a small part of the time.
import { Dexie, type ObservabilitySet } from 'dexie';

/** Rests this many times as long as the reading took. */
const REST = 6;
/** Milliseconds. */
const LONGEST_REST = 1500;
/** Faster updates would not be readable, milliseconds. */
const SHORTEST_REST = 80;

interface Clock {
  now(): number;
  after(run: () => void, ms: number): void;
}
const realClock: Clock = { now: () => performance.now(), after: (run, ms) => void setTimeout(run, ms) };

/** A closing connection; the caller subscribes again after reopening it. */
const isClosing = (failure: unknown) =>
  ['DatabaseClosedError', 'AbortError'].includes((failure as { name?: string }).name ?? '');

export interface PacedSubscription {
  unsubscribe(): void;
  /** Re-runs without a change. */
  refetch(): void;
}

/** `read` may use only these tables. */
export function pacedQuery<T>(db: Dexie, tables: readonly string[], read: () => PromiseLike<T>, clock = realClock) {
  const parts = tables.map((table) => `idb://${db.name}/${table}/`);
  const concerns = (changed: ObservabilitySet) =>
    Object.keys(changed).some((key) => key === 'all' || parts.some((part) => key.startsWith(part)));
  return {
    subscribe(show: (value: T) => void, fail: (failure: unknown) => void): PacedSubscription {
      let stopped = false;
      let busy = false;
      let again = false;

      async function look(): Promise<void> {
        busy = true;
        again = false;
        const from = clock.now();
        try {
          const value = await read();
          if (!stopped) show(value);
        } catch (failure) {
          if (!stopped && !isClosing(failure)) {
            unsubscribe();
            fail(failure);
          }
        }
        const took = clock.now() - from;
        clock.after(rested, Math.min(LONGEST_REST, Math.max(SHORTEST_REST, took * REST)));
      }
      function rested(): void {
        busy = false;
        if (again && !stopped) void look();
      }
      function lookAgain(): void {
        if (busy) again = true;
        else if (!stopped) void look();
      }
      function onChange(changed: ObservabilitySet): void {
        if (concerns(changed)) lookAgain();
      }
      function unsubscribe(): void {
        stopped = true;
        Dexie.on.storagemutated.unsubscribe(onChange);
      }

      Dexie.on.storagemutated.subscribe(onChange);
      void look();
      return { unsubscribe, refetch: lookAgain };
    },
  };
}
