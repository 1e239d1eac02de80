// Replay schedule: drains at each wake while the server is reachable, otherwise when it answers again.
// Guarantee: every drain is followed by another, at the earliest useful time or a minute later.
import type { Connectivity, Timers } from '../device/connectivity.ts';
import type { DrainOptions, DrainReport } from './ports.ts';
import { TRY_INTERVAL } from './timing.ts';

const WATCHDOG = 60_000;

interface SchedulePorts {
  /** Sends due commands. */
  send(options?: DrainOptions): Promise<DrainReport>;
  connectivity: Pick<Connectivity, 'online' | 'check'>;
  now(): number;
  timers: Timers;
}

export interface Schedule {
  /** Drains now and returns the report. */
  drain(options?: DrainOptions): Promise<DrainReport>;
  /** After an event: drains now if the server is reachable. */
  wake(options: DrainOptions): void;
  stop(): void;
}

export function createSchedule({ send, connectivity, now, timers }: SchedulePorts): Schedule {
  let timer: unknown = null;
  let stopped = false;

  function planWake(at: number | null): void {
    if (timer !== null) timers.clear(timer);
    timer = stopped
      ? null
      : timers.set(() => wake({}), Math.min(WATCHDOG, Math.max(0, (at ?? Number.POSITIVE_INFINITY) - now())));
  }

  async function drain(options?: DrainOptions): Promise<DrainReport> {
    // While the server is unreachable only one ping is sent; its answer wakes the replay.
    if (!connectivity.online() && !(await connectivity.check())) return { nextAt: null, settled: 0 };
    // A hanging request must not delay the other lanes.
    planWake(now() + TRY_INTERVAL);
    const report = await send(options);
    planWake(report.nextAt);
    return report;
  }

  function wake(options: DrainOptions): void {
    if (stopped || !connectivity.online()) return;
    // A closing or full database rejects: the rows are unchanged, and the watchdog retries.
    drain(options).catch(() => planWake(null));
  }

  return {
    drain,
    wake,
    stop() {
      stopped = true;
      planWake(null);
    },
  };
}
