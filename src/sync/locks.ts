// Web Locks among the tabs and the worker of one browser. Guarantee: they only spare traffic; a frozen tab that holds one
// delays another by ten seconds and no more, and where there are none all goes on without.

/** Milliseconds. */
const PATIENCE = 10_000;

export type Locks = Pick<LockManager, 'request'>;

/** Runs under the lock of a name; `run` is told whether it is really held, or was only waited for long enough. */
export function createLocked(locks: Locks | undefined, now: () => number) {
  const lockedOutSince = new Map<string, number>();
  return async <T>(name: string, run: (alone: boolean) => Promise<T>): Promise<T | 'taken'> => {
    const since = lockedOutSince.get(name);
    if (!locks || (since !== undefined && now() - since >= PATIENCE)) return run(false);
    return locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) {
        lockedOutSince.delete(name);
        return run(true);
      }
      if (since === undefined || since > now()) lockedOutSince.set(name, now());
      return 'taken' as const;
    });
  };
}
