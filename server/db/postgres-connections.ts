// PostgreSQL connections: what one does on a timeout, behind a pooler, and when it breaks.
import pg from 'pg';

/** Drops its connection on a query timeout: later statements would queue behind the unanswered one. */
export class Connection extends pg.Client {
  override query(...asked: never[]): never {
    const answered: unknown = (super.query as (...asked: never[]) => unknown)(...asked);
    if (answered instanceof Promise) {
      answered.catch((error: unknown) => {
        if (error instanceof Error && error.message === 'Query read timeout') this.dropConnection();
      });
    }
    return answered as never;
  }

  private dropConnection(): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }
}

/** Through a pooler, each transaction may run in another session, which does not know a named statement. */
export class PooledConnection extends Connection {
  override query(...asked: never[]): never {
    const [statement, ...rest] = asked as unknown[];
    const isNamed =
      typeof statement === 'object' && statement !== null && 'text' in statement && !('submit' in statement);
    return super.query(...([isNamed ? { ...statement, name: undefined } : statement, ...rest] as never[]));
  }
}

/** Milliseconds after which a broken connection is released. */
const RELEASE_AFTER = 10_000;

/**
 * Replaces broken connections at the next query. Without an error listener, a broken connection would end the process,
 * both in the pool (pool event) and in a transaction between two queries (client event). The query builder releases a
 * connection only if `begin` worked, so a connection that broke earlier is released here.
 */
export function handleConnectionErrors(pool: pg.Pool): void {
  const lent = new Set<pg.PoolClient>();
  pool.on('error', () => {});
  pool.on('acquire', (client) => lent.add(client));
  pool.on('release', (_error, client) => lent.delete(client));
  pool.on('connect', (client) => {
    client.on('error', () => {
      setTimeout(() => {
        if (lent.has(client)) client.release(true);
      }, RELEASE_AFTER).unref();
    });
  });
}
