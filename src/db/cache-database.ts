// Private answers kept for reading without a network, each under its owner, apart from the outbox: emptying this
// database, for room or at logout, can never touch a waiting write.
import { Dexie, type DexieOptions, type Table } from 'dexie';
import type { IndexedDbSource } from './database.ts';
import { followTransactions } from './open-transactions.ts';
import type { Owner } from './rows.ts';

export interface KeptRead {
  owner: Owner;
  /** The call and its arguments. */
  key: string;
  answer: unknown;
  /** When the server gave it, milliseconds. */
  seenAt: number;
}

/** Newest answers kept per owner. */
const MAX_READS = 300;
/** What is so much older than an answer that comes now is not kept any more, milliseconds. Without a network nothing goes. */
const MAX_AGE = 30 * 24 * 3_600_000;

export class CacheDatabase extends Dexie {
  declare reads: Table<KeptRead, [string, string]>;

  constructor({ name = 'etal-cache', indexedDB, IDBKeyRange }: IndexedDbSource = {}) {
    const options: DexieOptions = {};
    if (indexedDB && IDBKeyRange) Object.assign(options, { indexedDB, IDBKeyRange });
    super(name, options);
    this.version(1).stores({ reads: '[owner+key], [owner+seenAt]' });
    followTransactions(this);
  }

  async keep(read: KeptRead): Promise<void> {
    await this.transaction('rw', this.reads, async () => {
      await this.reads.put(read);
      const mine = this.reads.where('[owner+seenAt]').between([read.owner, Dexie.minKey], [read.owner, Dexie.maxKey]);
      const old = [read.owner, read.seenAt - MAX_AGE];
      await this.reads.where('[owner+seenAt]').between([read.owner, Dexie.minKey], old).delete();
      const tooMany = (await mine.count()) - MAX_READS;
      if (tooMany > 0) await this.reads.bulkDelete(await mine.limit(tooMany).primaryKeys());
    });
  }

  kept(owner: Owner, key: string): Promise<KeptRead | undefined> {
    return this.reads.get([owner, key]);
  }

  /** All of one call, whatever its arguments: the key begins with its name. */
  keptAs(owner: Owner, beginning: string): Promise<KeptRead[]> {
    return this.reads
      .where('[owner+key]')
      .between([owner, beginning], [owner, `${beginning}\uffff`])
      .toArray();
  }

  /** How many answers of this owner are kept. */
  count(owner: Owner): Promise<number> {
    return this.reads.where('[owner+seenAt]').between([owner, Dexie.minKey], [owner, Dexie.maxKey]).count();
  }

  /** Everything of one owner, or everything. */
  async empty(owner?: Owner): Promise<void> {
    if (owner) await this.reads.where('[owner+seenAt]').between([owner, Dexie.minKey], [owner, Dexie.maxKey]).delete();
    else await this.reads.clear();
  }
}
