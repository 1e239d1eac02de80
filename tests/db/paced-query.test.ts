import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EtalDatabase, openLocalDatabase } from '#db/database.ts';
import { pacedQuery } from '#db/paced-query.ts';

let indexedDB: IDBFactory;
let db: EtalDatabase;
let stop: () => void;
const shown: number[] = [];
const failed: unknown[] = [];

/** Time that passes only when told; what rests goes on when it is over. */
const clock = {
  at: 0,
  waiting: [] as { run: () => void; ms: number }[],
  now: () => clock.at,
  after: (run: () => void, ms: number) => void clock.waiting.push({ run, ms }),
};

beforeEach(async () => {
  indexedDB = new IDBFactory();
  db = await openLocalDatabase(new EtalDatabase({ indexedDB, IDBKeyRange, name: crypto.randomUUID() }));
  Object.assign(clock, { at: 0, waiting: [] });
  shown.length = 0;
  failed.length = 0;
  stop = () => {};
});
afterEach(() => {
  stop();
  db.close();
});

let cost = 0;
function follow(): void {
  const count = async () => {
    const found = await db.recent.count();
    clock.at += cost;
    return found;
  };
  const following = pacedQuery(db, ['recent'], count, clock).subscribe(
    (value) => shown.push(value),
    (failure) => failed.push(failure),
  );
  stop = () => following.unsubscribe();
}
/** Over, with nothing read in it. */
async function rest(): Promise<void> {
  await expect.poll(() => clock.waiting).toHaveLength(1);
  clock.waiting.shift()?.run();
}
const see = (id: string) => db.recent.put({ id, time: 1 });

test('emits the current rows, and again after each change of its tables, also by other tabs', async () => {
  cost = 0;
  follow();
  await expect.poll(() => shown).toEqual([0]);
  await rest();
  await see('a');
  await expect.poll(() => shown).toEqual([0, 1]);
  await rest();
  await db.meta.put({ k: 'installId', value: 'elsewhere' });
  const other = await openLocalDatabase(new EtalDatabase({ indexedDB, IDBKeyRange, name: db.name }));
  await other.recent.put({ id: 'b', time: 1 });
  await expect.poll(() => shown).toEqual([0, 1, 2]);
  other.close();
});

test('a change right after another one is read with it', async () => {
  cost = 0;
  follow();
  await rest();
  await see('first');
  await expect.poll(() => shown).toEqual([0, 1]);
  await expect.poll(() => clock.waiting).toHaveLength(1);
  for (let index = 0; index < 5; index++) await see(`${index}`);
  expect(shown).toEqual([0, 1]);
  expect(clock.waiting[0]?.ms).toBe(80);
  await rest();
  await expect.poll(() => shown).toEqual([0, 1, 6]);
});

test('during slow reads many changes are read together, with few reads, and the last one is included', async () => {
  cost = 100;
  follow();
  await expect.poll(() => clock.waiting).toHaveLength(1);
  for (let index = 0; index < 20; index++) await see(`${index}`);
  expect(shown).toEqual([0]);
  // Six times as long as it took.
  expect(clock.waiting[0]?.ms).toBe(600);
  clock.waiting.shift()?.run();
  await expect.poll(() => shown).toEqual([0, 20]);
  await expect.poll(() => clock.waiting).toHaveLength(1);
  clock.waiting.shift()?.run();
  // Nothing has changed meanwhile: nothing is read, and the next change is read at once again.
  expect(clock.waiting).toEqual([]);
  await see('last');
  await expect.poll(() => shown).toEqual([0, 20, 21]);
});

test('a failure is reported once and ends the query; afterwards nothing is read or emitted', async () => {
  const failing = pacedQuery(db, ['recent'], () => Promise.reject(new Error('disk')), clock).subscribe(
    (value) => shown.push(value),
    (failure) => failed.push(failure),
  );
  await expect.poll(() => failed).toHaveLength(1);
  await see('a');
  expect(failed).toHaveLength(1);
  failing.unsubscribe();
  cost = 0;
  follow();
  await expect.poll(() => shown).toEqual([1]);
  stop();
  await see('b');
  await new Promise((resolve) => setImmediate(resolve));
  expect(shown).toEqual([1]);
});
