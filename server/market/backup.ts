// Back-up of a market on the embedded database: one tar archive of its folder, made while the market runs, and restored
// into an empty folder only.
// Guarantees: the database is copied between two statements, and before the files, so that no row lacks its file (unused
// files are removed after a week); an archive appears whole or not at all, and never over another file; a folder becomes
// a market only once its archive is unpacked completely.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { count, max, sql } from 'drizzle-orm';
import { formatDateTime } from '#domain/time/dates.ts';
import { type OpenDatabase, openDatabase } from '../db/client.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import type { Env } from '../runtime/env.ts';
import { privateFolder } from '../runtime/private-folder.ts';
import { OperatorError } from './accounts/roles.ts';

const DATABASE = 'database';
/** The sizes of pictures are made again from their originals. */
const FILES = ['keys', 'files'];

const onPostgres = (command: string) =>
  new OperatorError(`${command} est pour la base de données intégrée\u00a0; pour PostgreSQL\u00a0: docs/deploy.md.`);

/** @returns a sentence for the operator */
export async function backUp(file: string, { paused }: OpenDatabase, { dataDir }: Env): Promise<string> {
  if (!paused) throw onPostgres('backup');
  if (existsSync(file)) throw new OperatorError(`${file} existe déjà\u00a0: donnez un autre nom.`);
  const draft = `${file}.${process.pid}`;
  // Keys and passwords are in it: for its owner only.
  writeFileSync(draft, '', { mode: 0o600, flag: 'wx' });
  try {
    await paused(() => tar('--create', draft, dataDir, [DATABASE]));
    await tar(
      '--append',
      draft,
      dataDir,
      FILES.filter((name) => existsSync(join(dataDir, name))),
    );
    linkSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return `Le marché est sauvegardé dans ${file}.`;
}

/** @returns sentences for the operator */
export async function restore(file: string, { dataDir, databaseUrl }: Env): Promise<string[]> {
  if (databaseUrl !== null) throw onPostgres('restore');
  if (!existsSync(file)) throw new OperatorError(`${file} n’existe pas.`);
  privateFolder(dataDir);
  if (readdirSync(dataDir).length > 0)
    throw new OperatorError(
      `DATA_DIR (${dataDir}) n’est pas vide\u00a0: une sauvegarde ne s’ouvre que dans un dossier vide.`,
    );
  const unlock = lockFolder(dataDir);
  const unpacked = join(dataDir, 'restored');
  try {
    mkdirSync(unpacked);
    await tar('--extract', file, unpacked, []).catch(({ message }: Error) => {
      throw new OperatorError(
        `${file} n’est pas une sauvegarde entière d’un marché\u00a0: essayez-en une autre. ${message}`,
      );
    });
    if (!existsSync(join(unpacked, DATABASE, 'PG_VERSION')))
      throw new OperatorError(`${file} n’est pas une sauvegarde d’un marché.`);
    // The database last: it makes the folder a market.
    for (const name of [...FILES, DATABASE])
      if (existsSync(join(unpacked, name))) renameSync(join(unpacked, name), join(dataDir, name));
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
    unlock();
  }
  return [`Le marché de ${file} est dans ${dataDir}.`, await describeMarket(dataDir)];
}

/** As the administration counts them: not what is still in a cart. */
const isPlaced = sql`exists (select 1 from ${storeOrders} where ${storeOrders.orderId} = ${orders.id} and ${storeOrders.state} <> 'new')`;

/** Opens the database, too. */
async function describeMarket(dataDir: string): Promise<string> {
  const { db, close } = await openDatabase({ dataDir });
  try {
    const [shops] = await db.select({ number: count() }).from(stores);
    const [sales] = await db
      .select({ number: count(), last: max(orders.createdAt) })
      .from(orders)
      .where(isPlaced);
    const last = sales?.last ? `, la dernière du ${formatDateTime(sales.last)}` : '';
    return `Boutiques\u00a0: ${shops?.number ?? 0}. Commandes\u00a0: ${sales?.number ?? 0}${last}.`;
  } finally {
    await close();
  }
}

/** Files may come and go while GNU tar reads a folder, which it reports with this code. */
const CHANGED_MEANWHILE = 1;

async function tar(action: '--create' | '--append' | '--extract', file: string, folder: string, names: string[]) {
  if (action === '--append' && names.length === 0) return;
  const run = spawn('tar', [action, '--file', file, '--directory', folder, ...names], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  run.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [code] = await once(run, 'close');
  const isFine = code === 0 || (action === '--append' && code === CHANGED_MEANWHILE);
  if (!isFine) throw new OperatorError(`tar a échoué (${code})\u00a0: ${said.trim()}`);
}
