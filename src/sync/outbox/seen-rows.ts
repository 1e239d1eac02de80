// What a page has read of the outbox, kept so that looking again after a change reads what changed and not all that waits.
// Guarantees: which rows there are is asked of the disk at each look, so that a row is never seen beside the server's view
// that has replaced it; what a row holds is read again once anything, in this tab, another or the worker, has written it.
// For looking only: whoever decides or writes reads the disk itself.
import { type Collection, Dexie, type IntervalTree, type ObservabilitySet } from 'dexie';
import type { EtalDatabase } from '#db/database.ts';
import type { Cmd, NewCmd, Owner, Snapshot } from '#db/rows.ts';
import { isCommand, type Lane, laneName, laneOf, ofOwner } from './rows.ts';

/** More than these, and one long read is quicker than many short ones. */
const MANY = 40;
/** Views are kept of the lanes that were looked at; beyond this the list begins anew. */
const MANY_VIEWS = 4000;

type Rows = Collection<Cmd, number, NewCmd>;

interface Seen {
  rows: Map<number, Cmd>;
  /** By owner and lane. `beside`: which rows the lane had, since an answer takes one away as it brings another view. */
  views: Map<string, { snapshot: Snapshot | undefined; beside: string }>;
  /** Grows with each change heard of: what was being read meanwhile is not kept. */
  heard: number;
}
const seenIn = new WeakMap<Dexie, Seen>();

/** Keeps what is looked at from now on, until what it returns is called. */
export function keepSeen(db: EtalDatabase): () => void {
  const seen: Seen = { rows: new Map(), views: new Map(), heard: 0 };
  const forget = () => {
    seen.heard += 1;
    seen.rows.clear();
    seen.views.clear();
  };
  const hear = (changed: ObservabilitySet) => {
    if ('all' in changed) return forget();
    const { [`idb://${db.name}/outbox/`]: rows, [`idb://${db.name}/snaps/`]: views } = changed;
    if (rows || views) seen.heard += 1;
    if (rows) drop(rows, seen.rows);
    if (views) seen.views.clear();
  };
  Dexie.on.storagemutated.subscribe(hear);
  // Made anew, perhaps after the browser has emptied it, a database counts from one again.
  db.on('ready', forget, true);
  seenIn.set(db, seen);
  return () => {
    Dexie.on.storagemutated.unsubscribe(hear);
    db.on('ready').unsubscribe(forget);
    if (seenIn.get(db) === seen) seenIn.delete(db);
  };
}

function drop(changed: IntervalTree, rows: Map<number, Cmd>): void {
  if (!('from' in changed)) return;
  const { from, to, l, r } = changed;
  if (typeof from === 'number' && from === to) rows.delete(from);
  else {
    // An end that is no number is open.
    const [first, last] = [typeof from === 'number' ? from : 0, typeof to === 'number' ? to : Number.POSITIVE_INFINITY];
    for (const key of [...rows.keys()]) if (key >= first && key <= last) rows.delete(key);
  }
  if (l) drop(l, rows);
  if (r) drop(r, rows);
}

// Chained, not awaited: see owners.ts.

/** Rows by their keys, those read before from memory. Inside a transaction over outbox. */
export function lookAt(db: EtalDatabase, wanted: () => Rows): PromiseLike<Cmd[]> {
  const seen = seenIn.get(db);
  if (!seen) return wanted().toArray();
  return wanted()
    .primaryKeys()
    .then((keys) => {
      const { heard } = seen;
      const known = keys.map((key) => seen.rows.get(key));
      const unknown = keys.filter((_, index) => known[index] === undefined);
      if (unknown.length === 0) return known as Cmd[];
      return (unknown.length > MANY ? wanted().toArray() : db.outbox.bulkGet(unknown)).then((read) => {
        const fresh = new Map(read.flatMap((row) => (row ? [[row.seq, row] as const] : [])));
        if (seen.heard === heard) for (const [key, row] of fresh) seen.rows.set(key, row);
        return keys.flatMap((key, index) => known[index] ?? fresh.get(key) ?? []);
      });
    });
}

const inOrder = (rows: Cmd[]) => rows.sort((a, b) => a.seq - b.seq);

/** As `everyRow`, for looking. */
export const seenRows = (db: EtalDatabase, owner: Owner): PromiseLike<Cmd[]> =>
  lookAt(db, () => ofOwner(db, owner)).then(inOrder);

/** As `ownerRows`, for looking. */
export const seenCommands = (db: EtalDatabase, owner: Owner): PromiseLike<Cmd[]> =>
  seenRows(db, owner).then((rows) => rows.filter(isCommand));

/** The commands of a lane in order with what the server said of it. Inside a transaction over outbox and snaps. */
export function seenLane(
  db: EtalDatabase,
  owner: Owner,
  lane: string,
): PromiseLike<{ rows: Cmd[]; snapshot: Snapshot | undefined }> {
  return lookAt(db, () => laneOf(db, owner, lane)).then((rows) =>
    seenViews(db, [{ owner, lane }], rows).then((views) => {
      return { rows: rows.filter(isCommand), snapshot: views.get(laneName({ owner, lane })) };
    }),
  );
}

/**
 * What the server said of these lanes. `rows`: all that wait in them, read in the same transaction over outbox and snaps.
 */
export function seenViews(
  db: EtalDatabase,
  lanes: readonly Lane[],
  rows: readonly Cmd[],
): PromiseLike<Map<string, Snapshot>> {
  const kept: Seen['views'] = seenIn.get(db)?.views ?? new Map();
  const beside = rowsBeside(rows);
  const wanted = new Map(lanes.map(({ owner, lane }) => [laneName({ owner, lane }), { owner, lane }]));
  const views = new Map<string, Snapshot>();
  const missing: [string, Lane][] = [];
  for (const [name, one] of wanted) {
    const known = kept.get(name);
    if (known?.beside !== (beside.get(name) ?? '')) missing.push([name, one]);
    else if (known.snapshot) views.set(name, known.snapshot);
  }
  if (missing.length === 0) return Dexie.Promise.resolve(views);
  const heard = seenIn.get(db)?.heard;
  return standing(db, missing).then((read) => {
    const keep = seenIn.get(db)?.heard === heard;
    if (kept.size > MANY_VIEWS) kept.clear();
    missing.forEach(([name], index) => {
      const snapshot = read[index];
      if (keep) kept.set(name, { snapshot, beside: beside.get(name) ?? '' });
      if (snapshot) views.set(name, snapshot);
    });
    return views;
  });
}

/** Which rows each lane has: they are added at the end, leave for good, and seldom come from another lane. */
function rowsBeside(rows: readonly Cmd[]): Map<string, string> {
  const counted = new Map<string, { count: number; last: number; sum: number }>();
  for (const row of rows) {
    const { count, last, sum } = counted.get(laneName(row)) ?? { count: 0, last: 0, sum: 0 };
    counted.set(laneName(row), { count: count + 1, last: Math.max(last, row.seq), sum: sum + row.seq });
  }
  return new Map([...counted].map(([name, { count, last, sum }]) => [name, `${count} ${last} ${sum}`]));
}

/** Most lanes of many have no view: their keys tell which do. */
function standing(db: EtalDatabase, lanes: readonly [string, Lane][]): PromiseLike<(Snapshot | undefined)[]> {
  const keysOf = (some: readonly Lane[]) => some.map(({ owner, lane }): [string, string] => [owner, lane]);
  if (lanes.length <= MANY) return db.snaps.bulkGet(keysOf(lanes.map(([, lane]) => lane)));
  const owners = [...new Set(lanes.map(([, { owner }]) => owner))];
  const keys = owners.map((owner) =>
    db.snaps.where('[owner+lane]').between([owner, ''], [owner, '\uffff']).primaryKeys(),
  );
  return Dexie.Promise.all(keys).then((found) => {
    const names = new Set(found.flat().map(([owner, lane]) => `${owner} ${lane}`));
    const there = lanes.filter(([name]) => names.has(name));
    return db.snaps.bulkGet(keysOf(there.map(([, lane]) => lane))).then((read) => {
      const byName = new Map(there.map(([name], index) => [name, read[index]]));
      return lanes.map(([name]) => byName.get(name));
    });
  });
}
