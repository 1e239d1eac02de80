import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { EtalDatabase, openLocalDatabase } from '#db/database.ts';
import { abortOpenTransactions } from '#db/open-transactions.ts';

test('the transactions of a frozen page are aborted, and another page can write at once', async () => {
  const indexedDB = new IDBFactory();
  const aside = await openLocalDatabase(new EtalDatabase({ indexedDB, IDBKeyRange }));
  const other = await openLocalDatabase(new EtalDatabase({ indexedDB, IDBKeyRange }));

  // Written in the transaction, which then never comes to its end, as in a page that stands still.
  let written: () => void = () => {};
  const isWritten = new Promise<void>((resolve) => {
    written = resolve;
  });
  let still = true;
  const cut = aside.transaction('rw', aside.meta, async () => {
    await aside.meta.put({ k: 'installId', value: 'aside' });
    written();
    while (still) await aside.meta.count();
  });
  const failed = expect(cut).rejects.toThrow();
  await isWritten;

  expect(abortOpenTransactions()).toBe(1);
  still = false;
  await failed;
  await other.meta.put({ k: 'installId', value: 'other' });
  expect(await other.meta.get('installId')).toEqual({ k: 'installId', value: 'other' });
  await expect.poll(() => abortOpenTransactions()).toBe(0);
  aside.close();
  other.close();
});
