// Keeping the connection to a database that browsers take away: after a suspension, with a crash of their storage process,
// when they empty it, or when another tab brings a newer version.
// Guarantees: a lost connection is made anew once before anyone is troubled; a page that is out of date lets the newer
// version pass and writes nothing any more.
import type { Dexie } from 'dexie';
import { openDatabase } from './database.ts';

const lostNames = new Set(['UnknownError', 'InvalidStateError', 'DatabaseClosedError']);

/** The connection is gone, not the data. Dexie may wrap the browser's error. */
export function isConnectionLost(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name = '', message = '', inner } = error as { name?: string; message?: string; inner?: unknown };
  return lostNames.has(name) || /server lost/i.test(message) || (inner !== error && isConnectionLost(inner));
}

export interface ConnectionEvents {
  /** It was lost and made anew: whoever follows the database looks again. */
  renewed(): void;
  /** It was lost, and could not be made anew: only a new page can help. */
  lost(): void;
  /** Another tab has brought a newer version of the database. */
  outdated(): void;
}

export interface Connection {
  /** Runs the work; should the connection turn out to be lost, once more on a new one. */
  steady<T>(work: () => PromiseLike<T>): Promise<T>;
  stop(): void;
}

/** A browser that is emptying its databases refuses to open them for a moment: asked again after these pauses, milliseconds. */
const PAUSES = [100, 300, 600, 1000];

export function watchConnection(database: Dexie, events: ConnectionEvents): Connection {
  let over = false;
  let made = 0;
  let renewing: Promise<boolean> | null = null;

  async function makeAnew(): Promise<boolean> {
    for (const pause of [...PAUSES, null]) {
      try {
        await openDatabase(database);
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
    // Emptied by the browser or by hand: let go, and look again.
    if (!newVersion) return true;
    over = true;
    database.close();
    events.outdated();
    return false;
  };
  database.on('close', closed);
  database.on('versionchange', changing);

  return {
    async steady(work) {
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
