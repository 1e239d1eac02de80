// Lane queries: requests that a lane needs before it can continue: the server's time, the view of a cart.
// Guarantee: a failed query is retried with backoff like a command, however often the lane is drained meanwhile.
import type { StoreContext } from '../device/context.ts';
import { backoff } from './classify.ts';
import { pauseEnd } from './due-lanes.ts';
import { MAX_BACKOFF, RETRY_SOON, TRY_INTERVAL } from './timing.ts';

/** One per page or worker. */
export function createLaneQueries({ now, random }: Pick<StoreContext, 'now' | 'random'>) {
  const failed = new Map<string, { attempts: number; triedAt: number; nextAt: number }>();

  /** @returns when to continue the lane */
  return async function ask(lane: string, eager: boolean, question: () => Promise<boolean>): Promise<'now' | number> {
    const before = failed.get(lane);
    // After a clock jump back it runs at once.
    if (before && before.triedAt <= now()) {
      const until = pauseEnd(before, now(), eager);
      if (until > now()) return until;
    }
    if (await question()) {
      failed.delete(lane);
      return 'now';
    }
    const attempts = (before?.attempts ?? 0) + 1;
    const triedAt = now();
    const least = attempts === 1 ? RETRY_SOON : TRY_INTERVAL;
    const nextAt = triedAt + Math.max(least, backoff(attempts, random, MAX_BACKOFF));
    failed.set(lane, { attempts, triedAt, nextAt });
    return nextAt;
  };
}
