// Reading something again whenever what it is read from has changed, in this tab, another or the worker.
// Guarantee: the first change is read at once and the last is never missed; what comes close upon it, as with a thousand
// writes on their way, is read together, so that looking on takes a small part of the time only.
import { Dexie, type ObservabilitySet } from 'dexie';

/** Read again after this many times as long as it took. */
const REST = 6;
/** No longer than this, milliseconds. */
const LONGEST_REST = 1500;
/** What changes again sooner than this is read together, milliseconds: nobody could follow it any quicker. */
const SHORTEST_REST = 80;

interface Clock {
  now(): number;
  after(run: () => void, ms: number): void;
}
const realClock: Clock = { now: () => performance.now(), after: (run, ms) => void setTimeout(run, ms) };

/** A connection that is closing says nothing of what was read: whoever makes it anew asks again. */
const passing = new Set(['DatabaseClosedError', 'AbortError']);

export interface Following {
  unsubscribe(): void;
  /** Reads it once more, though nothing has changed there. */
  lookAgain(): void;
}

/** `read` may look at these tables of the database, and no other. */
export function changing<T>(db: Dexie, tables: readonly string[], read: () => PromiseLike<T>, clock = realClock) {
  const marks = tables.map((table) => `idb://${db.name}/${table}/`);
  const concerns = (changed: ObservabilitySet) =>
    Object.keys(changed).some((part) => part === 'all' || marks.some((mark) => part.startsWith(mark)));
  return {
    subscribe(show: (value: T) => void, fail: (failure: unknown) => void): Following {
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
          const { name = '' } = failure as { name?: string };
          if (!passing.has(name) && !stopped) {
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
        if (stopped) return;
        if (busy) again = true;
        else void look();
      }
      function hear(changed: ObservabilitySet): void {
        if (concerns(changed)) lookAgain();
      }
      function unsubscribe(): void {
        stopped = true;
        Dexie.on.storagemutated.unsubscribe(hear);
      }

      Dexie.on.storagemutated.subscribe(hear);
      void look();
      return { unsubscribe, lookAgain };
    },
  };
}
