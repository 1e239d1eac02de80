// Store context: the dependencies of the outbox (database, clock, random numbers). They are injected, so that the page,
// the service worker and the tests run the same code.
import type { EtalDatabase } from '#db/database.ts';

export interface StoreContext {
  db: EtalDatabase;
  /** Milliseconds; may jump without consequences. */
  now(): number;
  newId(): string;
  /** 0 ≤ x < 1 */
  random(): number;
  /** The server's time as far as known, milliseconds; null before its first answer. */
  serverTime(): number | null;
  appVersion: string;
}
