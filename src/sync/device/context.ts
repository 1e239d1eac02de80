// What the outbox needs from the device: the database, a clock, random numbers. Given, never reached for, so that the
// page, the service worker and the tests run the same code.
import type { EtalDatabase } from '#db/database.ts';

export interface StoreContext {
  db: EtalDatabase;
  /** Milliseconds; may jump, and nothing here breaks when it does. */
  now(): number;
  newId(): string;
  /** 0 ≤ x < 1 */
  random(): number;
  /** The server's time as far as this page has heard of it, milliseconds; null before. */
  serverTime(): number | null;
  appVersion: string;
}
