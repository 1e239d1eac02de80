// Cache database: private answers for reading without a network, per owner.
// Separate from the outbox, so that evicting it or logging out never touches a pending write.
import { Dexie, type DexieOptions, type Table } from 'dexie';
import type { IndexedDbSource } from './database.ts';
import { followTransactions } from './open-transactions.ts';
import type { Owner } from './rows.ts';

export interface CachedRead {
  owner: Owner;
  /** Endpoint name and arguments. */
  key: string;
  answer: unknown;
  /** Time of the server's answer, milliseconds. */
  seenAt: number;
}

/** Most answers per owner; older ones are evicted. */
const MAX_READS = 300;
/** Answers older than this are evicted when a new one is stored, milliseconds. Without a network nothing is evicted. */
const MAX_AGE = 30 * 24 * 3_600_000;

export class CacheDatabase extends Dexie {
  declare reads: Table<CachedRead, [string, string]>;

  constructor({ name = 'etal-cache', indexedDB, IDBKeyRange }: IndexedDbSource = {}) {
    const options: DexieOptions = {};
    if (indexedDB && IDBKeyRange) Object.assign(options, { indexedDB, IDBKeyRange });
    super(name, options);
    this.version(1).stores({ reads: '[owner+key], [owner+seenAt]' });
    followTransactions(this);
  }

  async storeRead(read: CachedRead): Promise<void> {
    await this.transaction('rw', this.reads, async () => {
      await this.reads.put(read);
      const mine = this.reads.where('[owner+seenAt]').between([read.owner, Dexie.minKey], [read.owner, Dexie.maxKey]);
      const old = [read.owner, read.seenAt - MAX_AGE];
      await this.reads.where('[owner+seenAt]').between([read.owner, Dexie.minKey], old).delete();
      const tooMany = (await mine.count()) - MAX_READS;
      if (tooMany > 0) await this.reads.bulkDelete(await mine.limit(tooMany).primaryKeys());
    });
  }

  cachedRead(owner: Owner, key: string): Promise<CachedRead | undefined> {
    return this.reads.get([owner, key]);
  }

  /** All answers of one endpoint: the key begins with its name. */
  cachedReadsWithPrefix(owner: Owner, beginning: string): Promise<CachedRead[]> {
    return this.reads
      .where('[owner+key]')
      .between([owner, beginning], [owner, `${beginning}\uffff`])
      .toArray();
  }

  /** Number of answers of this owner. */
  count(owner: Owner): Promise<number> {
    return this.reads.where('[owner+seenAt]').between([owner, Dexie.minKey], [owner, Dexie.maxKey]).count();
  }

  /** Everything of one owner, or everything. */
  async empty(owner?: Owner): Promise<void> {
    if (owner) await this.reads.where('[owner+seenAt]').between([owner, Dexie.minKey], [owner, Dexie.maxKey]).delete();
    else await this.reads.clear();
  }
}
