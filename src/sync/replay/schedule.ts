// When to look next at what waits: on each wake while the server is believed in reach, else when its answer wakes it.
// Guarantee: however a look ends there is a next one, at the earliest time at which it makes sense or a minute later.
import type { Connectivity, Timers } from '../device/connectivity.ts';
import type { DrainOptions, DrainReport } from './ports.ts';
import { TRY_INTERVAL } from './timing.ts';

const WATCHDOG = 60_000;

interface SchedulePorts {
  /** Sends what is due. */
  send(options?: DrainOptions): Promise<DrainReport>;
  connectivity: Pick<Connectivity, 'online' | 'check'>;
  now(): number;
  timers: Timers;
}

export interface Schedule {
  /** Looks now, and tells what came of it. */
  drain(options?: DrainOptions): Promise<DrainReport>;
  /** Something has happened: looks now, if there is a network. */
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
    // While the server is believed away only one question asks for it; its answer wakes what waits.
    if (!connectivity.online() && !(await connectivity.check())) return { nextAt: null, settled: 0 };
    // A request that hangs must not keep the other lanes from their time.
    planWake(now() + TRY_INTERVAL);
    const report = await send(options);
    planWake(report.nextAt);
    return report;
  }

  function wake(options: DrainOptions): void {
    if (stopped || !connectivity.online()) return;
    // A database that is closing or full rejects: the rows are where they were, the watchdog comes back.
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
