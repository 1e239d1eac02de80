// Counts the disk operations of a change, so that tests can limit them independently of the machine's speed.
import { IDBDatabase, IDBIndex, IDBObjectStore } from 'fake-indexeddb';

export interface DiskWork {
  /** Results delivered by the disk, one for each step of a cursor: this is the main cost, for any content. */
  answers: number;
  /** Records read, one for each row, key or step of a cursor. */
  read: number;
  /** Complete rows among them. */
  rows: number;
  /** Records visited by a count. */
  counted: number;
  /** Transactions that may write. */
  writing: number;
  transactions: number;
}

type Asking = (...given: unknown[]) => IDBRequest;
const questions = ['get', 'getKey', 'getAll', 'getAllKeys', 'openCursor', 'openKeyCursor', 'count'] as const;

const wholeRows: readonly string[] = ['get', 'getAll', 'openCursor'];

const sizeOf = (result: unknown) =>
  Array.isArray(result) ? result.length : result === undefined || result === null ? 0 : 1;

/** Counts on every database of this process until `stop`. */
export function watchDisk() {
  const work: DiskWork = { answers: 0, read: 0, rows: 0, counted: 0, writing: 0, transactions: 0 };
  const undo: (() => void)[] = [];
  const replace = (prototype: object, name: string, make: (original: Asking) => Asking) => {
    const original = Reflect.get(prototype, name) as Asking;
    Reflect.set(prototype, name, make(original));
    undo.push(() => Reflect.set(prototype, name, original));
  };
  for (const { prototype } of [IDBObjectStore, IDBIndex]) {
    for (const name of questions) {
      replace(
        prototype,
        name,
        (original) =>
          function ask(this: unknown, ...given) {
            const request = original.apply(this, given);
            request.addEventListener('success', () => {
              work.answers += 1;
              work.read += name === 'count' ? 0 : sizeOf(request.result);
              work.counted += name === 'count' ? request.result : 0;
              work.rows += wholeRows.includes(name) ? sizeOf(request.result) : 0;
            });
            return request;
          },
      );
    }
  }
  replace(
    IDBDatabase.prototype,
    'transaction',
    (original) =>
      function open(this: unknown, ...given) {
        work.transactions += 1;
        if (given[1] === 'readwrite') work.writing += 1;
        return original.apply(this, given);
      },
  );
  return {
    /** The work of `doing`. */
    async during(doing: () => Promise<unknown>): Promise<DiskWork> {
      const before = { ...work };
      await doing();
      return {
        answers: work.answers - before.answers,
        read: work.read - before.read,
        rows: work.rows - before.rows,
        counted: work.counted - before.counted,
        writing: work.writing - before.writing,
        transactions: work.transactions - before.transactions,
      };
    },
    work,
    stop() {
      for (const one of undo.splice(0)) one();
    },
  };
}
