// Opens the database, its one door: PGlite in a folder or in memory, or PostgreSQL, behind one Drizzle type.
// Guarantees: the same migrations run on all of them before a caller gets a database; a folder is used by one process at
// a time; a first start cut short leaves no half-made folder. Only `db.transaction()` opens transactions: a raw BEGIN on
// PGlite's shared connection would mix the statements of several requests.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { privateFolder } from '../runtime/private-folder.ts';
import { lockFolder, lockFolderLater } from './folder-lock.ts';
import { type Listen, listenInPglite, listenInPostgres } from './listening.ts';
import { migrateSchema } from './migrations.ts';
import { tables } from './tables.ts';

interface RowsOf<T> {
  rows: T[];
}
interface Rows extends PgQueryResultHKT {
  type: RowsOf<this['row']>;
}
/** What both drivers share. `execute` answers `{ rows }`; how many rows a write touched is asked with `returning`. */
export type Db = PgDatabase<Rows, typeof tables>;
/** A transaction, or the plain database where a call only reads. */
export type Tx = Db;

export interface OpenDatabase {
  db: Db;
  kind: 'pglite' | 'postgres';
  close(): Promise<void>;
  /** Runs alone among all processes that share this database. */
  exclusively<T>(run: () => Promise<T>): Promise<T>;
  /** Hears what is announced on a channel by any process that shares this database. */
  listen: Listen;
  /** The whole embedded database as one archive; only PGlite has it. */
  dump?: () => Promise<Blob>;
}

export interface DatabasePlace {
  databaseUrl?: string | null;
  dataDir?: string;
  memory?: boolean;
  /** Milliseconds that PostgreSQL may take over one statement. */
  patience?: number;
  /** An archive made by `dump`, to start from (in memory only). */
  dump?: Blob;
}

/** Any number: what matters is that every process of one market takes the same lock. */
const MARKET_LOCK = 417_300_173;

export async function openDatabase(place: DatabasePlace): Promise<OpenDatabase> {
  if (place.databaseUrl) return openPostgres(place.databaseUrl, place.patience ?? PATIENCE);
  if (place.memory) return openPglite(undefined, place.dump);
  if (!place.dataDir) throw new Error('openDatabase needs a databaseUrl, a dataDir or memory.');
  return openFolder(place.dataDir);
}

/** No embedded database stands in the folder yet: opening it makes one. */
export const isUnmade = ({ databaseUrl, dataDir }: DatabasePlace): boolean =>
  !databaseUrl && dataDir !== undefined && !existsSync(databaseFolder(dataDir));

const databaseFolder = (dataDir: string) => join(dataDir, 'database');

/**
 * PGlite takes 128 MB for its page cache and keeps them for good. The files are in the system's cache anyway: 16 MB serve
 * a market of 20,000 products as fast.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

async function openPglite(folder: string | undefined, dump?: Blob): Promise<OpenDatabase> {
  const client = await PGlite.create({
    ...(folder !== undefined && { dataDir: folder }),
    ...(dump && { loadDataDir: dump }),
    extensions: { unaccent },
    startParams,
  });
  try {
    const db = drizzlePglite(client, { schema: tables });
    await migrateSchema(db, migratePglite);
    return {
      db: db as unknown as Db,
      kind: 'pglite',
      close: () => client.close(),
      exclusively: (run) => run(),
      listen: listenInPglite(client),
      dump: () => client.dumpDataDir('none'),
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}

type Fill = (database: OpenDatabase) => Promise<void>;

/**
 * Makes the embedded database of a folder that has none, whole with what `fill` writes, or not at all.
 * @param onWait called when another process is at work on the folder; if that one makes the database, nothing is left to do
 */
export async function makeDatabase(dataDir: string, fill: Fill, onWait: (heldBy: number) => void): Promise<void> {
  privateFolder(dataDir);
  const unlock = await lockFolderLater(dataDir, onWait);
  try {
    if (isUnmade({ dataDir })) await makeFolder(dataDir, databaseFolder(dataDir), fill);
  } finally {
    unlock();
  }
}

async function openFolder(dataDir: string): Promise<OpenDatabase> {
  privateFolder(dataDir);
  const unlock = lockFolder(dataDir);
  try {
    const folder = databaseFolder(dataDir);
    if (!existsSync(folder)) await makeFolder(dataDir, folder);
    const database = await openPglite(folder);
    return {
      ...database,
      close: async () => {
        await database.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Built beside and renamed: a start killed in the middle leaves only a folder that the next start removes. */
async function makeFolder(dataDir: string, folder: string, fill: Fill = async () => {}): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('database.new-')) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  const beside = join(dataDir, `database.new-${process.pid}`);
  const first = await openPglite(beside);
  try {
    await fill(first);
  } finally {
    await first.close();
  }
  renameSync(beside, folder);
}

/** A market's statements take milliseconds; longer than this, one only keeps others waiting. Milliseconds. */
const PATIENCE = 10_000;
/** PostgreSQL itself breaks off first: what says nothing at all is a connection that leads nowhere. Milliseconds. */
const SILENCE = 2_000;
const CONNECTING = 4_000;

/** Gives up a connection with the statement that is not answered: what is sent after it would wait behind it. */
class Connection extends pg.Client {
  override query(...asked: never[]): never {
    const answered: unknown = (super.query as (...asked: never[]) => unknown)(...asked);
    if (answered instanceof Promise) {
      answered.catch((error: unknown) => {
        if (error instanceof Error && error.message === 'Query read timeout') this.lose();
      });
    }
    return answered as never;
  }

  private lose(): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }
}

async function openPostgres(databaseUrl: string, patience: number): Promise<OpenDatabase> {
  const reached = { connectionString: databaseUrl, connectionTimeoutMillis: CONNECTING, keepAlive: true };
  const pool = new pg.Pool({
    ...reached,
    max: 10,
    statement_timeout: patience,
    query_timeout: patience + SILENCE,
    Client: Connection,
  });
  survive(pool);
  try {
    await underLock(reached, (client) => migrateSchema(drizzlePostgres(client, { schema: tables }), migratePostgres));
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    db: drizzlePostgres(pool, { schema: tables }) as unknown as Db,
    kind: 'postgres',
    exclusively: (run) => underLock(reached, run),
    listen: listenInPostgres({ ...reached, query_timeout: patience + SILENCE }, Connection),
    close: () => pool.end(),
  };
}

/** Milliseconds after which a broken connection is no longer waited for. */
const GIVE_BACK_AFTER = 10_000;

/**
 * A connection that breaks is replaced at the next query. Without a listener it would end the process, whether it is
 * idle (the pool's own event) or a transaction holds it between two queries (the connection's). And the query builder
 * gives a connection back only if its `begin` worked: one that broke before would be missing for ever.
 */
function survive(pool: pg.Pool): void {
  const lent = new Set<pg.PoolClient>();
  pool.on('error', () => {});
  pool.on('acquire', (client) => lent.add(client));
  pool.on('release', (_error, client) => lent.delete(client));
  pool.on('connect', (client) => {
    client.on('error', () => {
      setTimeout(() => {
        if (lent.has(client)) client.release(true);
      }, GIVE_BACK_AFTER).unref();
    });
  });
}

/**
 * Several processes may start at once beside one PostgreSQL: one works, the others wait for it as long as it takes, on a
 * connection of their own.
 */
async function underLock<T>(reached: pg.ClientConfig, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(reached);
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [MARKET_LOCK]);
    return await run(client);
  } finally {
    // The lock goes with it.
    await client.end().catch(() => {});
  }
}
