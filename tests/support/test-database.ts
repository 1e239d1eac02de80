// Databases for tests: migrated, empty or with the demo market, one each. In memory from one archive, emptied and
// reused where there is no demo market; or copied inside PostgreSQL from one template.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '#server/db/client.ts';
import type { Storage } from '#server/services/storage.ts';
import { createFileStorage } from '#server/services/storage-files.ts';
import { cached, hashOfSources } from './cache.ts';
import type { DatabaseKind } from './database-of-run.ts';
import { emptyDatabase } from './reused-databases.ts';

export interface TestDatabase extends OpenDatabase {
  storage: Storage;
}

const schemaHash = hashOfSources(['server/db']);
const demoHash = hashOfSources(['demo', 'server/db', 'server/demo', 'server/market', 'server/money', 'src/domain']);

/**
 * The demo market is filled as of the first hour of today, so that its future dates are in the future by the system
 * clock, too.
 */
const today = new Date().toISOString().slice(0, 10);
export const filledAt = new Date(`${today}T00:00:00Z`);

export async function openTestDatabase(kind: DatabaseKind, demo: boolean): Promise<TestDatabase> {
  return kind === 'postgres' ? copyInPostgres(demo) : restoreInMemory(demo);
}

async function fill(database: OpenDatabase, folder: string): Promise<void> {
  const { fillDemoMarket } = await import('#server/demo/fill.ts');
  await fillDemoMarket(database.db, createFileStorage(folder), filledAt);
}

const archive = (demo: boolean) =>
  cached(demo ? `demo-${demoHash}-${today}` : `empty-${schemaHash}`, async (folder) => {
    const database = await openDatabase({ memory: true });
    if (demo) await fill(database, folder);
    const dump = await database.dump?.();
    if (!dump) throw new Error('The embedded database gave no archive.');
    writeFileSync(join(folder, 'database.tar'), Buffer.from(await dump.arrayBuffer()));
    await database.close();
  });

async function restoreInMemory(demo: boolean): Promise<TestDatabase> {
  const folder = await archive(demo);
  const open = () => openDatabase({ memory: true, dump: new Blob([readFileSync(join(folder, 'database.tar'))]) });
  return { ...(await (demo ? open() : emptyDatabase(open))), storage: createFileStorage(folder) };
}

// --- Inside the PostgreSQL of the run (postgres-for-run.ts) ---------------------------------------------------------------

const addressOf = (database: string) => inject('postgres') + database;

async function copyInPostgres(demo: boolean): Promise<TestDatabase> {
  const folder = await archive(demo);
  const template = demo ? 'demo_template' : 'empty_template';
  const name = `market_${randomUUID().replaceAll('-', '')}`;
  await administer(async (client) => {
    // Any process of the run may need the template first.
    await client.query('select pg_advisory_lock(1)');
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rows.length === 0) await makeTemplate(client, template, demo, folder);
    await client.query(`create database ${name} template ${template}`);
  });
  const database = await openDatabase({ databaseUrl: addressOf(name) });
  return {
    ...database,
    storage: createFileStorage(folder),
    close: async () => {
      await database.close();
      await administer((client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

async function makeTemplate(client: pg.Client, template: string, demo: boolean, folder: string): Promise<void> {
  const draft = `${template}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft}`);
  const database = await openDatabase({ databaseUrl: addressOf(draft) });
  if (demo) await fill(database, folder);
  await database.close();
  await client.query(`alter database ${draft} rename to ${template}`);
}

async function administer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: addressOf('postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
