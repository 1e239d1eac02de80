// Replay ports: dependencies on the page or the worker, and the reported events.
import type { ApiClient } from '#api/client.ts';
import type { Owner } from '#db/rows.ts';
import type { ServerClock } from '../device/clock.ts';
import type { StoreContext } from '../device/context.ts';
import type { Locks } from '../device/locks.ts';
import type { Lane } from '../outbox/rows.ts';
import type { Credentials } from '../session/credentials.ts';
import type { Settlement } from './settlement.ts';

export interface SettledEvent {
  id: string;
  type: string;
  owner: Owner;
  lane: string;
  settlement: Settlement;
  /** Creation time, milliseconds. */
  createdAt: number;
  /** Number of attempts, including this one. */
  attempts: number;
  /** Not requested by the user: nothing to report. */
  silent: boolean;
}

export interface ReplayPorts {
  local: StoreContext;
  transmit: ApiClient['transmit'];
  clock: ServerClock;
  credentials: Credentials;
  locks?: Locks | undefined;
  /** Pings the server, which also samples its clock. */
  ping(): Promise<boolean>;
  /** Time of the last successful call of any kind, milliseconds. */
  lastSuccessAt(): number | null;
  maxLanes?: () => number;
  /** Nothing is started until the server answers again. */
  isServerUnreachable?: () => boolean;
  /** Called after each attempt. */
  onSettled?: (event: SettledEvent) => void;
}

export interface DrainOptions {
  /** No attempt starts after this time, milliseconds. */
  budgetMs?: number;
  /** The network may be back. */
  eager?: boolean;
  /** Only this lane has changed. */
  only?: Lane;
}
export interface DrainReport {
  /** Earliest time of the next attempt, milliseconds; null if only a new event helps. */
  nextAt: number | null;
  /** Number of finished commands. */
  settled: number;
}
export interface Replay {
  drain(options?: DrainOptions): Promise<DrainReport>;
}
