// Schema migrations. A database with a foreign migration history, or of a newer version, is rejected before anything is
// changed.
import { fileURLToPath } from 'node:url';
import { type SQL, sql } from 'drizzle-orm';
import { type MigrationConfig, readMigrationFiles } from 'drizzle-orm/migrator';

/** User-facing: printed without a stack trace. */
export class UnknownSchema extends Error {
  override name = 'UnknownSchema';
}

const FOREIGN =
  'La base de données vient d’une version d’Étal que celle-ci ne sait pas mettre à jour : donnez un autre dossier (DATA_DIR) ou une base vide (DATABASE_URL).';
const NEWER =
  'La base de données vient d’une version plus récente d’Étal\u00a0: mettez à jour ce programme, ou rendez-lui une sauvegarde d’avant la mise à jour.';

interface Database {
  execute(query: SQL): PromiseLike<{ rows: Record<string, unknown>[] }>;
}

const config = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) };

/** @param migrate the driver's migration function */
export async function migrateSchema<D extends Database>(
  db: D,
  migrate: (db: D, config: MigrationConfig) => Promise<void>,
): Promise<void> {
  await requireKnownSchema(db);
  await migrate(db, config);
}

/** True once all migrations of this version have run. */
export async function isMigrated(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select max(created_at) as last from drizzle.__drizzle_migrations`);
  return Number(rows[0]?.last) >= lastMigration();
}

let newest: number | undefined;
function lastMigration(): number {
  newest ??= readMigrationFiles(config).at(-1)?.folderMillis ?? 0;
  return newest;
}

async function requireKnownSchema(db: Database): Promise<void> {
  const { rows: tables } = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (tables[0]?.name === null) return;
  const { rows } = await db.execute(
    sql`select min(created_at) as first, max(created_at) as last from drizzle.__drizzle_migrations`,
  );
  const [baseline] = readMigrationFiles(config);
  const { first, last } = rows[0] ?? {};
  if (first === null) return;
  if (Number(first) !== baseline?.folderMillis) throw new UnknownSchema(FOREIGN);
  if (Number(last) > lastMigration()) throw new UnknownSchema(NEWER);
}
