// What the replay needs from the page or the worker it runs in, and what it tells them.
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
  /** When the person made it, milliseconds. */
  createdAt: number;
  /** How often it was sent, this time included. */
  attempts: number;
  /** Done on the person's behalf: nothing to say. */
  silent: boolean;
}

export interface ReplayPorts {
  local: StoreContext;
  transmit: ApiClient['transmit'];
  clock: ServerClock;
  credentials: Credentials;
  locks?: Locks | undefined;
  /** Asks the server for a sign of life, which also tells its clock. */
  ping(): Promise<boolean>;
  /** When any call last succeeded on the server, milliseconds. */
  lastSuccessAt(): number | null;
  maxLanes?: () => number;
  /** The server is believed out of reach: nothing is begun until whoever asks for it hears an answer. */
  isServerUnreachable?: () => boolean;
  /** After each attempt. */
  onSettled?: (event: SettledEvent) => void;
}

export interface DrainOptions {
  /** Milliseconds after which no new attempt is begun. */
  budgetMs?: number;
  /** Something suggests that the network is back. */
  eager?: boolean;
  /** Nothing but this lane has changed. */
  only?: Lane;
}
export interface DrainReport {
  /** Earliest time at which something can be sent, milliseconds; null when only a new event can help. */
  nextAt: number | null;
  /** Commands settled for good. */
  settled: number;
}
export interface Replay {
  drain(options?: DrainOptions): Promise<DrainReport>;
}
