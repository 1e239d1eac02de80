// Database notifications (LISTEN), from this process and others on the same database.
// Guarantees: a lost connection is reopened with exponential backoff; the handler then gets `null`, because
// notifications may have been missed; listening uses no connection of the request pool.
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/** Null: notifications may have been missed. */
export type OnNotification = (payload: string | null) => void;
/** Stops listening. */
export type Unlisten = () => Promise<void>;
export type Listen = (channel: string, onNotification: OnNotification) => Promise<Unlisten>;

export const listenInPglite =
  (client: Pick<PGlite, 'listen'>): Listen =>
  (channel, onNotification) =>
    client.listen(channel, onNotification);

/** Milliseconds before the first reconnection; doubled each time up to the maximum. */
const RETRY_AFTER = 250;
const MAX_RETRY_DELAY = 15_000;
/** Ping interval in milliseconds, which detects dead connections. */
const PING_INTERVAL = 30_000;

/**
 * Resolves after the first attempt to connect, successful or not.
 * @param Client client class that drops its connection on a query timeout
 */
export function listenInPostgres(config: pg.ClientConfig, Client: typeof pg.Client): Listen {
  return async (channel, onNotification) => {
    let current: pg.Client | null = null;
    let timer: NodeJS.Timeout | undefined;
    let failures = 0;
    let hasMissed = false;
    let isClosed = false;

    const connect = async () => {
      const client = new Client(config);
      current = client;
      client.on('error', () => {});
      client.on('notification', ({ payload }) => onNotification(payload ?? ''));
      client.once('end', () => lost(client));
      try {
        await client.connect();
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      } catch {
        void client.end().catch(() => {});
        return lost(client);
      }
      failures = 0;
      if (hasMissed) onNotification(null);
    };
    const lost = (client: pg.Client) => {
      if (isClosed || client !== current) return;
      current = null;
      hasMissed = true;
      const wait = Math.min(RETRY_AFTER * 2 ** failures, MAX_RETRY_DELAY);
      failures += 1;
      timer = setTimeout(() => void connect(), wait);
      timer.unref();
    };
    const pinging = setInterval(() => void current?.query('select 1').catch(() => {}), PING_INTERVAL);
    pinging.unref();

    await connect();
    return async () => {
      isClosed = true;
      clearInterval(pinging);
      clearTimeout(timer);
      await current?.end().catch(() => {});
    };
  };
}
