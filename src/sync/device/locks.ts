// Web Locks among the tabs and the worker of one browser. Guarantee: they only spare traffic; a frozen tab that holds one
// delays another by ten seconds and no more, and where there are none all goes on without.

/** Milliseconds. */
const PATIENCE = 10_000;
/** Not asked for that long, milliseconds, nobody was waiting: it may have been free all the time. */
const FORGOTTEN = 30_000;

export type Locks = Pick<LockManager, 'request'>;

/** Runs under the lock of a name; `run` is told whether it is really held, or was only waited for long enough. */
export function createLocked(locks: Locks | undefined, now: () => number) {
  const lockedOut = new Map<string, { since: number; asked: number }>();
  return async <T>(name: string, run: (alone: boolean) => Promise<T>): Promise<T | 'taken'> => {
    const at = now();
    const known = lockedOut.get(name);
    const waited = known && at - known.asked < FORGOTTEN ? at - known.since : null;
    if (!locks || (waited !== null && waited >= PATIENCE)) return run(false);
    return locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) {
        lockedOut.delete(name);
        return run(true);
      }
      const since = waited !== null && waited >= 0 ? at - waited : at;
      lockedOut.set(name, { since, asked: at });
      return 'taken' as const;
    });
  };
}
