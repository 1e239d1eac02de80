// Web Locks among the tabs and the worker of one browser.
// Guarantee: they only reduce traffic; a frozen tab delays another by ten seconds at most, and without the API
// everything works.

/** Milliseconds. */
const LOCK_TIMEOUT = 10_000;
/**
 * After this time without an attempt the wait starts again, since the lock may have been free meanwhile, milliseconds.
 */
const RESET_AFTER = 30_000;

export type Locks = Pick<LockManager, 'request'>;

/** Runs under a named lock; `hasLock` is false without the API, or while another has held it for the timeout. */
export function createLockRunner(locks: Locks | undefined, now: () => number) {
  const waits = new Map<string, { since: number; asked: number }>();
  return async <T>(name: string, run: (hasLock: boolean) => Promise<T>): Promise<T | 'locked'> => {
    if (!locks) return run(false);
    return locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) {
        waits.delete(name);
        return run(true);
      }
      const at = now();
      const known = waits.get(name);
      const waited = known && at - known.asked < RESET_AFTER ? Math.max(0, at - known.since) : 0;
      if (waited >= LOCK_TIMEOUT) return run(false);
      waits.set(name, { since: at - waited, asked: at });
      return 'locked' as const;
    });
  };
}
