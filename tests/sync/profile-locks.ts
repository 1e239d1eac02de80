// Web Locks of one browser profile: what a closed page held is free again, and a test hears when a page has to wait.
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

  /** `taken`: held by a tab that is frozen, and never given back. */
  constructor(frozenLocks: readonly string[] = []) {
    this.holders = new Map(frozenLocks.map((name) => [name, this]));
  }

  /** Resolves when a page next has to wait for a lock. */
  nextWait(): Promise<void> {
    return new Promise((resolve) => this.waitListeners.push(resolve));
  }

  /** As the page named by this object sees them. */
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

  /** The page is gone: what it has begun asks for nothing more. */
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

/** The locks of a profile whose pages are never told apart: all of them live to the end of the test. */
export const profileLocks = (frozenLocks?: readonly string[]): Locks => new ProfileLocks(frozenLocks).of({});
