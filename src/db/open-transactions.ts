// Open transactions: a registry of all running IndexedDB transactions.
// Guarantee: a page in the back/forward cache leaves none open. WebKit would keep them, and block all other pages.
import type { Dexie } from 'dexie';

const open = new Set<IDBTransaction>();

/** Follows every transaction of this database. */
export function followTransactions(database: Dexie): void {
  database.use({
    stack: 'dbcore',
    name: 'open-transactions',
    create: (core) => ({
      ...core,
      transaction(stores, mode, options) {
        const transaction = core.transaction(stores, mode, options);
        // The core returns the browser's own transaction; its type is narrower.
        const own = transaction as unknown as IDBTransaction;
        open.add(own);
        const ended = () => open.delete(own);
        own.addEventListener('complete', ended);
        own.addEventListener('abort', ended);
        return transaction;
      },
    }),
  });
}

/** Aborts all open transactions. @returns their number */
export function abortOpenTransactions(): number {
  const all = [...open];
  open.clear();
  for (const transaction of all) {
    try {
      transaction.abort();
    } catch {
      // It has just ended.
    }
  }
  return all.length;
}
