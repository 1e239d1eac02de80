// Web Locks of one browser profile: a closed page releases its locks, and a test can await a page that waits for one.
import type { Locks } from '#sync/device/locks.ts';

interface Request {
  page: object;
  name: string;
  run(): void;
}

export class ProfileLocks {
  private readonly holders: Map<string, object>;
  private waiting: Request[] = [];
  private waitListeners: (() => void)[] = [];
  private readonly closedPages = new WeakSet<object>();

  /** `frozenLocks`: owned by a frozen tab, and never released. */
  constructor(frozenLocks: readonly string[] = []) {
    this.holders = new Map(frozenLocks.map((name) => [name, this]));
  }

  /** Resolves when a page next has to wait for a lock. */
  nextWait(): Promise<void> {
    return new Promise((resolve) => this.waitListeners.push(resolve));
  }

  /** The locks as seen by this page. */
  of(page: object): Locks {
    const request = (name: string, given: unknown, then?: unknown) => {
      if (this.closedPages.has(page)) return new Promise(() => {});
      const options = (then ? given : {}) as LockOptions;
      const run = (then ?? given) as (lock: Lock | null) => Promise<unknown>;
      if (options.ifAvailable && this.holders.has(name)) return run(null);
      return new Promise((resolve, reject) => {
        const granted = () => {
          this.holders.set(name, page);
          run({ name, mode: 'exclusive' })
            .then(resolve, reject)
            .finally(() => this.holders.get(name) === page && this.free(name));
        };
        if (!this.holders.has(name)) return granted();
        const mine: Request = { page, name, run: granted };
        this.waiting.push(mine);
        options.signal?.addEventListener('abort', () => {
          if (!this.waiting.includes(mine)) return;
          this.waiting = this.waiting.filter((other) => other !== mine);
          reject(new DOMException('aborted', 'AbortError'));
        });
        for (const heard of this.waitListeners.splice(0)) heard();
      });
    };
    return { request } as unknown as Locks;
  }

  /** The page is closed: its requests are dropped. */
  abandon(page: object): void {
    this.closedPages.add(page);
    this.waiting = this.waiting.filter((request) => request.page !== page);
    for (const [name, holder] of [...this.holders]) if (holder === page) this.free(name);
  }

  private free(name: string): void {
    this.holders.delete(name);
    const next = this.waiting.find((request) => request.name === name);
    this.waiting = this.waiting.filter((request) => request !== next);
    next?.run();
  }
}

/** The locks of a profile without separate pages, for the whole test. */
export const profileLocks = (frozenLocks?: readonly string[]): Locks => new ProfileLocks(frozenLocks).of({});
