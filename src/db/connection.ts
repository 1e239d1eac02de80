// Database connection: reopens a connection that the browser closed (suspension, crash of the storage process,
// eviction, newer version in another tab).
// Guarantees: a lost connection is reopened once before an error is reported; an outdated page closes it for the newer
// version and writes nothing more.
import type { Dexie } from 'dexie';
import { openLocalDatabase } from './database.ts';

const lostNames = new Set(['UnknownError', 'InvalidStateError', 'DatabaseClosedError']);

/** The connection is lost, not the data. Dexie may wrap the browser's error. */
export function isConnectionLost(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name = '', message = '', inner } = error as { name?: string; message?: string; inner?: unknown };
  return lostNames.has(name) || /server lost/i.test(message) || (inner !== error && isConnectionLost(inner));
}

export interface ConnectionEvents {
  /** Reopened: queries have to run again. */
  renewed(): void;
  /** Reopening failed; only a reload helps. */
  lost(): void;
  /** Another tab has brought a newer version of the database. */
  outdated(): void;
}

export interface Connection {
  /** Runs the work, and once more after a reconnect. */
  withReconnect<T>(work: () => PromiseLike<T>): Promise<T>;
  stop(): void;
}

/** While a browser clears its databases it refuses to open them; pauses between attempts, milliseconds. */
const PAUSES = [100, 300, 600, 1000];

export function watchConnection(database: Dexie, events: ConnectionEvents): Connection {
  let over = false;
  let made = 0;
  let renewing: Promise<boolean> | null = null;

  async function makeAnew(): Promise<boolean> {
    for (const pause of [...PAUSES, null]) {
      try {
        await openLocalDatabase(database);
        made += 1;
        events.renewed();
        return true;
      } catch {
        if (pause === null || over) break;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    events.lost();
    return false;
  }

  function renew(): Promise<boolean> {
    renewing ??= makeAnew().finally(() => {
      renewing = null;
    });
    return renewing;
  }

  const closed = () => {
    // Dexie is in the middle of closing: afterwards.
    queueMicrotask(() => {
      if (!over && !renewing) void renew();
    });
  };
  const changing = ({ newVersion }: IDBVersionChangeEvent) => {
    // Deleted by the browser or the user: close and reopen.
    if (!newVersion) return true;
    over = true;
    database.close();
    events.outdated();
    return false;
  };
  database.on('close', closed);
  database.on('versionchange', changing);

  return {
    async withReconnect(work) {
      const before = made;
      try {
        return await work();
      } catch (error) {
        if (over || !isConnectionLost(error)) throw error;
        if (made === before) {
          if (!renewing) database.close({ disableAutoOpen: false });
          if (!(await renew())) throw error;
        }
      }
      try {
        return await work();
      } catch (error) {
        if (!over && isConnectionLost(error)) events.lost();
        throw error;
      }
    },
    stop() {
      over = true;
      database.on('close').unsubscribe(closed);
      database.on('versionchange').unsubscribe(changing);
    },
  };
}
