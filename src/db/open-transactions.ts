// The transactions that are open at this moment. Guarantee: a page that the browser sets aside alive (the back/forward
// cache) leaves none behind. WebKit keeps them open there, and every other page then waits for ever to read or write.
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
        // What the core hands out is the browser's own transaction; its type names less.
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

/** Gives up what is under way, as when a page is closed. @returns how many were open */
export function abortOpenTransactions(): number {
  const all = [...open];
  open.clear();
  for (const transaction of all) {
    try {
      transaction.abort();
    } catch {
      // It ended in this very moment.
    }
  }
  return all.length;
}
