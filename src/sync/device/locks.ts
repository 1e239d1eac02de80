// Web Locks among the tabs and the worker of one browser. Guarantee: they only spare traffic; a frozen tab that holds one
// delays another by ten seconds and no more, and where there are none all goes on without.

/** Milliseconds. */
const LOCK_TIMEOUT = 10_000;
/** Not asked for that long, milliseconds, nobody was waiting: it may have been free all the time. */
const RESET_AFTER = 30_000;

export type Locks = Pick<LockManager, 'request'>;

/** Runs under the lock of a name; `run` is told whether it is really held, or was only waited for long enough. */
export function createLockRunner(locks: Locks | undefined, now: () => number) {
  const waits = new Map<string, { since: number; asked: number }>();
  return async <T>(name: string, run: (hasLock: boolean) => Promise<T>): Promise<T | 'locked'> => {
    const at = now();
    const known = waits.get(name);
    const waited = known && at - known.asked < RESET_AFTER ? at - known.since : null;
    if (!locks || (waited !== null && waited >= LOCK_TIMEOUT)) return run(false);
    return locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) {
        waits.delete(name);
        return run(true);
      }
      const since = waited !== null && waited >= 0 ? at - waited : at;
      waits.set(name, { since, asked: at });
      return 'locked' as const;
    });
  };
}
