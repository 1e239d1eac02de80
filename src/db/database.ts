// The local database 'etal': the only copy of what a person did without a network, and the facts of this device.
// Guarantees: compound keys put the owner first, so that a query cannot forget it; writes are durable when they are
// reported as such; opening never hangs longer than its limit.
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

/** A browser that has not opened its storage by then is told about while the person still waits (5 s). */
export const OPEN_LIMIT_MS = 4000;

/** An older version of the app, open in another tab, keeps the database from being upgraded. */
export class DatabaseBlocked extends Error {
  override readonly name = 'DatabaseBlocked';
}

/** Where IndexedDB comes from; the browser's own unless given. */
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

  /** Where it stands. */
  readonly factory: IDBFactory | undefined;

  constructor({ name = 'etal', indexedDB, IDBKeyRange }: IndexedDbSource = {}) {
    // The outbox is the only copy of an intent: a write is reported once it is on the disk.
    const options: DexieOptions = { chromeTransactionDurability: 'strict' };
    if (indexedDB && IDBKeyRange) Object.assign(options, { indexedDB, IDBKeyRange });
    super(name, options);
    this.factory = indexedDB ?? globalThis.indexedDB;
    this.version(1).stores({
      // Rows of one key come in the order of `seq`; naming it in a compound index fails in some browsers.
      // `nextAt`: what pauses, to be found without reading what does not.
      outbox: '++seq, &id, [owner+lane], state, nextAt',
      snaps: '[owner+lane]',
      applied: '[owner+lane+seq]',
      idmap: '[owner+tempId]',
      blobs: 'blobId, cmdId, owner',
      // What is still to be reported, and what is too old to be kept.
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
  // A connection lost after a suspension answers again once it is made anew.
  await database.open().catch(() => {
    database.close({ disableAutoOpen: false });
    return database.open();
  });
}

/**
 * Opens within the limit, trying once more after a lost connection. Rejects when the browser gives no storage, with
 * `DatabaseBlocked` when an older tab does not let go, with `DatabaseTooNew` when only a newer version can read it.
 */
export async function openDatabase<D extends Dexie & { factory?: IDBFactory | undefined }>(
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

/** A write that can be done without: on a full device `instead` is, and what becomes of that does not matter. */
export async function unlessFull(write: PromiseLike<unknown>, instead?: () => PromiseLike<unknown>): Promise<void> {
  try {
    await write;
  } catch (failure) {
    if (!isQuotaError(failure)) throw failure;
    await instead?.().then(undefined, () => undefined);
  }
}
