// Local database 'etal': the outbox, which is the only copy of offline work, and the facts of this device.
// Guarantees: compound keys begin with the owner, so that a query cannot forget it; reported writes are durable;
// opening has a time limit.
import { Dexie, type DexieOptions, type EntityTable, type Table } from 'dexie';
import { followTransactions } from './open-transactions.ts';
import type {
  AppliedCmd,
  Cmd,
  DeviceRow,
  IdMapping,
  JournalEntry,
  MetaRow,
  NewCmd,
  NewJournalEntry,
  Owner,
  SessionRow,
  Snapshot,
  StoredBytes,
  ViewedItem,
} from './rows.ts';
import { refuseTooNew } from './schema-version.ts';

/** Time limit for opening; the error appears before a user gives up (5 s). */
export const OPEN_LIMIT_MS = 4000;

/** An older version of the app in another tab blocks the upgrade. */
export class DatabaseBlocked extends Error {
  override readonly name = 'DatabaseBlocked';
}

/** Source of IndexedDB; by default the browser's own. */
export interface IndexedDbSource {
  indexedDB?: IDBFactory;
  IDBKeyRange?: typeof IDBKeyRange;
  name?: string;
}

export class EtalDatabase extends Dexie {
  declare outbox: Table<Cmd, number, NewCmd>;
  declare snaps: Table<Snapshot, [string, string]>;
  declare applied: Table<AppliedCmd, [Owner, string, number]>;
  declare idmap: Table<IdMapping, [string, string]>;
  declare blobs: EntityTable<StoredBytes, 'blobId'>;
  declare journal: Table<JournalEntry, number, NewJournalEntry>;
  declare session: EntityTable<SessionRow, 'k'>;
  declare meta: Table<MetaRow, string>;
  declare device: Table<DeviceRow, string>;
  declare recent: EntityTable<ViewedItem, 'id'>;

  /** The IndexedDB factory of this database. */
  readonly factory: IDBFactory | undefined;

  constructor({ name = 'etal', indexedDB, IDBKeyRange }: IndexedDbSource = {}) {
    // The outbox is the only copy of an intent, so writes are flushed to disk first.
    const options: DexieOptions = { chromeTransactionDurability: 'strict' };
    if (indexedDB && IDBKeyRange) Object.assign(options, { indexedDB, IDBKeyRange });
    super(name, options);
    this.factory = indexedDB ?? globalThis.indexedDB;
    this.version(1).stores({
      // Rows with equal keys are in the order of `seq`; some browsers reject it in a compound index. `nextAt` finds
      // pausing rows.
      outbox: '++seq, &id, [owner+lane], state, nextAt',
      snaps: '[owner+lane]',
      applied: '[owner+lane+seq]',
      idmap: '[owner+tempId]',
      blobs: 'blobId, cmdId, owner',
      // Indexes for unreported and for expired entries.
      journal: '++n, [owner+at], [owner+dismissed], at, cmdId',
      session: 'k',
      meta: 'k',
      device: 'k',
      recent: 'id, time',
    });
    followTransactions(this);
  }
}

async function open(database: Dexie & { factory?: IDBFactory | undefined }): Promise<void> {
  if (database.factory) await refuseTooNew(database, database.factory);
  // After a suspension a second attempt succeeds.
  await database.open().catch(() => {
    database.close({ disableAutoOpen: false });
    return database.open();
  });
}

/**
 * Opens within the limit, with one retry. Rejects without storage, with `DatabaseBlocked` if an older tab blocks the
 * upgrade, and with `DatabaseTooNew` if only a newer version can read it.
 */
export async function openLocalDatabase<D extends Dexie & { factory?: IDBFactory | undefined }>(
  database: D,
  limitMs = OPEN_LIMIT_MS,
): Promise<D> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let blocked = false;
  const block = () => {
    blocked = true;
  };
  database.on('blocked', block);
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(blocked ? new DatabaseBlocked('An older tab is open') : new Error('IndexedDB does not open'));
    }, limitMs);
  });
  try {
    await Promise.race([limit, open(database)]);
    return database;
  } finally {
    clearTimeout(timer);
    database.on('blocked').unsubscribe(block);
  }
}

/** The storage is full: Dexie may wrap the browser's error. */
export function isQuotaError(error: unknown): boolean {
  const { name, inner } = error as { name?: string; inner?: { name?: string } };
  return name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError';
}

/** An optional write: on a full device runs `instead` and ignores its result. */
export async function ignoreFullStorage(
  write: PromiseLike<unknown>,
  instead?: () => PromiseLike<unknown>,
): Promise<void> {
  try {
    await write;
  } catch (failure) {
    if (!isQuotaError(failure)) throw failure;
    await instead?.().then(undefined, () => undefined);
  }
}
