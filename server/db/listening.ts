// Hears what the database announces (LISTEN), in this process and in all others that share it.
// Guarantees: a lost connection is opened again, later and later; whoever listens is then told that announcements may have
// been missed; an announcement takes no connection from those that answer requests.
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/** Null: some may have been missed. */
export type Heard = (said: string | null) => void;
/** Ends it. */
export type Unlisten = () => Promise<void>;
export type Listen = (channel: string, heard: Heard) => Promise<Unlisten>;

export const listenInPglite =
  (client: Pick<PGlite, 'listen'>): Listen =>
  (channel, heard) =>
    client.listen(channel, heard);

/** Milliseconds before the first new attempt; each next one waits twice as long, up to the longest. */
const AGAIN_AFTER = 250;
const AGAIN_AT_MOST = 15_000;
/** A connection that leads nowhere says nothing: it is asked this often, milliseconds. */
const ASKED_EVERY = 30_000;

/**
 * Resolves once it listens, or has tried in vain: it goes on trying.
 * @param Client gives up its connection when a statement is not answered in time
 */
export function listenInPostgres(reached: pg.ClientConfig, Client: typeof pg.Client): Listen {
  return async (channel, heard) => {
    let current: pg.Client | null = null;
    let timer: NodeJS.Timeout | undefined;
    let failures = 0;
    let hasMissed = false;
    let isOver = false;

    const connect = async () => {
      const client = new Client(reached);
      current = client;
      client.on('error', () => {});
      client.on('notification', ({ payload }) => heard(payload ?? ''));
      client.once('end', () => lost(client));
      try {
        await client.connect();
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      } catch {
        void client.end().catch(() => {});
        return lost(client);
      }
      failures = 0;
      if (hasMissed) heard(null);
    };
    const lost = (client: pg.Client) => {
      if (isOver || client !== current) return;
      current = null;
      hasMissed = true;
      const wait = Math.min(AGAIN_AFTER * 2 ** failures, AGAIN_AT_MOST);
      failures += 1;
      timer = setTimeout(() => void connect(), wait);
      timer.unref();
    };
    const asking = setInterval(() => void current?.query('select 1').catch(() => {}), ASKED_EVERY);
    asking.unref();

    await connect();
    return async () => {
      isOver = true;
      clearInterval(asking);
      clearTimeout(timer);
      await current?.end().catch(() => {});
    };
  };
}
