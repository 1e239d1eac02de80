// Database client: PGlite in a folder or in memory, or PostgreSQL, behind one Drizzle type.
// Guarantees: migrations have run before a caller gets a database; one process at a time uses a folder; an interrupted
// first start leaves no partial folder. Only `db.transaction()` opens transactions: a raw BEGIN on PGlite's shared
// connection would mix statements of several requests.
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
import { lockFolder, waitForFolder } from './folder-lock.ts';
import { migrateSchema } from './migrations.ts';
import { type Listen, listenInPglite, listenInPostgres } from './notifications.ts';
import { Connection, handleConnectionErrors, PooledConnection } from './postgres-connections.ts';
import { tables } from './tables.ts';

interface RowsOf<T> {
  rows: T[];
}
interface Rows extends PgQueryResultHKT {
  type: RowsOf<this['row']>;
}
/** The common part of both drivers. `execute` returns `{ rows }`; use `returning` to count the rows of a write. */
export type Db = PgDatabase<Rows, typeof tables>;
/** A transaction, or the database itself for reads. */
export type Tx = Db;

export interface OpenDatabase {
  db: Db;
  kind: 'pglite' | 'postgres';
  close(): Promise<void>;
  /** Runs `run` exclusively among all processes that share this database. */
  exclusively<T>(run: () => Promise<T>): Promise<T>;
  /** Subscribes to notifications on a channel, from any process that shares this database. */
  listen: Listen;
  /** Connections of PostgreSQL's pool: open, unused, and requests that wait for one. */
  pool?: Readonly<Record<'totalCount' | 'idleCount' | 'waitingCount', number>>;
  /** The embedded database as one archive; PGlite only. */
  dump?: () => Promise<Blob>;
  /** Runs `run` between two statements of the embedded database, whose files do not change meanwhile. */
  paused?: <T>(run: () => Promise<T>) => Promise<T>;
}

export interface DatabaseLocation {
  databaseUrl?: string | null;
  /** PostgreSQL itself, where `databaseUrl` is a pooler in transaction mode (PgBouncer). */
  directUrl?: string | null;
  dataDir?: string;
  memory?: boolean;
  /** Statement timeout of PostgreSQL, in milliseconds. */
  statementTimeout?: number;
  /** An archive made by `dump` to start from (in memory only). */
  dump?: Blob;
}

/** Arbitrary, but the same in every process of a market. */
const MARKET_LOCK = 417_300_173;

export async function openDatabase(place: DatabaseLocation): Promise<OpenDatabase> {
  if (place.databaseUrl) return openPostgres(place.databaseUrl, place);
  if (place.memory) return openPglite(undefined, place.dump);
  if (!place.dataDir) throw new Error('openDatabase needs a databaseUrl, a dataDir or memory.');
  return openFolder(place.dataDir);
}

/** True if the folder has no embedded database yet. */
export const isDatabaseMissing = ({ databaseUrl, dataDir }: DatabaseLocation): boolean =>
  !databaseUrl && dataDir !== undefined && !existsSync(databaseFolder(dataDir));

const databaseFolder = (dataDir: string) => join(dataDir, 'database');

/**
 * PGlite's default page cache of 128 MB is never released. The system caches the files anyway: with 16 MB, a market of
 * 20,000 products is as fast.
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
      paused: (run) => client.runExclusive(run),
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}

type Fill = (database: OpenDatabase) => Promise<void>;

/**
 * Creates the embedded database of a folder, filled by `fill`, atomically.
 * @param onWait called while another process uses the folder; if that one creates the database, nothing is done
 */
export async function createDatabase(dataDir: string, fill: Fill, onWait: (ownerPid: number) => void): Promise<void> {
  privateFolder(dataDir);
  const unlock = await waitForFolder(dataDir, onWait);
  try {
    if (isDatabaseMissing({ dataDir })) await createFolder(dataDir, databaseFolder(dataDir), fill);
  } finally {
    unlock();
  }
}

async function openFolder(dataDir: string): Promise<OpenDatabase> {
  privateFolder(dataDir);
  const unlock = lockFolder(dataDir);
  try {
    const folder = databaseFolder(dataDir);
    if (!existsSync(folder)) await createFolder(dataDir, folder);
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

/**
 * Created under a temporary name and renamed: an interrupted start leaves only a folder that the next start removes.
 */
async function createFolder(dataDir: string, folder: string, fill: Fill = async () => {}): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('database.new-')) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  const draft = join(dataDir, `database.new-${process.pid}`);
  const first = await openPglite(draft);
  try {
    await fill(first);
  } finally {
    await first.close();
  }
  renameSync(draft, folder);
}

/** Statements take milliseconds; a longer one only blocks others. Milliseconds. */
const STATEMENT_TIMEOUT = 10_000;
/**
 * PostgreSQL cancels a slow statement first; without an answer after this grace time the connection is dead.
 * Milliseconds.
 */
const NETWORK_GRACE = 2_000;
const CONNECT_TIMEOUT = 4_000;
/** The longest that PostgreSQL takes: 24 days. Milliseconds. */
const NO_TIMEOUT = 2_147_483_647;

async function openPostgres(databaseUrl: string, options: DatabaseLocation): Promise<OpenDatabase> {
  const { statementTimeout = STATEMENT_TIMEOUT } = options;
  const direct = options.directUrl ?? null;
  const connection = { connectionTimeoutMillis: CONNECT_TIMEOUT, keepAlive: true };
  // Locks and notifications belong to a session. A pooler rejects the timeout, so no lock remains in one of its sessions.
  const config = { ...connection, connectionString: direct ?? databaseUrl, statement_timeout: NO_TIMEOUT };
  const pool = new pg.Pool({
    ...connection,
    connectionString: databaseUrl,
    max: 10,
    ...(direct === null && { statement_timeout: statementTimeout }),
    query_timeout: statementTimeout + NETWORK_GRACE,
    Client: direct === null ? Connection : PooledConnection,
  });
  handleConnectionErrors(pool);
  try {
    await withMarketLock(config, (client) =>
      migrateSchema(drizzlePostgres(client, { schema: tables }), migratePostgres),
    );
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    db: drizzlePostgres(pool, { schema: tables }) as unknown as Db,
    kind: 'postgres',
    exclusively: (run) => withMarketLock(config, run),
    listen: listenInPostgres({ ...config, query_timeout: statementTimeout + NETWORK_GRACE }, Connection),
    pool,
    close: () => pool.end(),
  };
}

/** Processes that start together on one PostgreSQL take turns, without a timeout, each on its own connection. */
async function withMarketLock<T>(config: pg.ClientConfig, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [MARKET_LOCK]);
    return await run(client);
  } finally {
    // Closing the connection releases the lock.
    await client.end().catch(() => {});
  }
}
