// Owners: the owners whose rows belong to the current user: the user, and the visitors from before the login that are
// not merged yet.
// Guarantee: a user's pending rows are never visible to another; a visitor sees only their own.
import { Dexie, type Transaction } from 'dexie';
import type { EtalDatabase } from '#db/database.ts';
import { deviceCart, visitorId } from '#db/device.ts';
import type { Cmd, DeviceRow, Owner } from '#db/rows.ts';
import type { StoreContext } from '../device/context.ts';
import { everyRow, ownerRows } from './rows.ts';

/** The user of the last verified token, otherwise the anonymous visitor. */
export async function currentOwner(local: StoreContext): Promise<Owner> {
  const { db } = local;
  const [session, visitor] = await db.transaction('r', db.session, db.device, () =>
    Promise.all([db.session.get('current'), db.device.get('visitorId')]),
  );
  return session?.owner ?? visitorOwner(local, visitor);
}

export const visitorOwner = async ({ db, newId }: StoreContext, visitor: DeviceRow | undefined): Promise<Owner> =>
  `v:${visitor?.k === 'visitorId' ? visitor.value : await visitorId(db, newId)}`;

// Chained, not awaited: Dexie loses the transaction of a live query in deeply nested async functions.

/** The visitors of the user's earlier sessions on this device that are not merged yet. */
export const boundVisitors = (db: EtalDatabase, user: Owner): PromiseLike<Owner[]> =>
  db.device.get(`joins:${user}`).then((bound) => (bound && 'visitors' in bound ? bound.visitors : []));

/** Results per read transaction, in which nothing changes: read once for all parts of a screen. */
const visitorsByTransaction = new WeakMap<Transaction, Map<Owner, PromiseLike<Owner[]>>>();

/** The visitors that belong to a user: those and the current visitor; none for a visitor. */
export function visitorsOf(db: EtalDatabase, owner: Owner): PromiseLike<Owner[]> {
  let transaction = Dexie.currentTransaction;
  // A part of a screen may run in a nested transaction.
  while (transaction?.parent) transaction = transaction.parent;
  if (transaction?.mode !== 'readonly') return readVisitors(db, owner);
  const byOwner = visitorsByTransaction.get(transaction) ?? new Map<Owner, PromiseLike<Owner[]>>();
  visitorsByTransaction.set(transaction, byOwner);
  const visitors = byOwner.get(owner) ?? readVisitors(db, owner);
  byOwner.set(owner, visitors);
  return visitors;
}

const readVisitors = (db: EtalDatabase, owner: Owner): PromiseLike<Owner[]> =>
  // Also read for a visitor: a transaction without a first request would end.
  db.device.bulkGet(['visitorId', `joins:${owner}`]).then(([now, bound]): Owner[] => {
    if (!owner.startsWith('u:')) return [];
    const before = bound && 'visitors' in bound ? bound.visitors : [];
    return now?.k === 'visitorId' ? [...before, `v:${now.value}`] : before;
  });

export const ownersWithVisitors = (db: EtalDatabase, owner: Owner): PromiseLike<Owner[]> =>
  visitorsOf(db, owner).then((visitors) => [owner, ...visitors]);

/** All pending rows of the user and their visitors, in order. Requires a transaction over `outbox` and `device`. */
export const rowsWithVisitors = (db: EtalDatabase, owner: Owner): PromiseLike<Cmd[]> =>
  collectRows(db, owner, ownerRows);

/** Includes corrupt rows. */
export const everyRowWithVisitors = (db: EtalDatabase, owner: Owner): PromiseLike<Cmd[]> =>
  collectRows(db, owner, everyRow);

type RowsOf = (db: EtalDatabase, owner: Owner) => PromiseLike<Cmd[]>;

const collectRows = (db: EtalDatabase, owner: Owner, rowsOf: RowsOf): PromiseLike<Cmd[]> =>
  ownersWithVisitors(db, owner)
    .then((owners) => Promise.all(owners.map((one) => rowsOf(db, one))))
    .then((rows) => (rows.length === 1 ? (rows[0] ?? []) : rows.flat().sort((a, b) => a.seq - b.seq)));

/** Whether a visitor may have to be merged: read before each drain, so without a lock. */
export async function hasVisitorToJoin(db: EtalDatabase, user: Owner): Promise<boolean> {
  const carts = await Promise.all((await visitorsOf(db, user)).map((visitor) => deviceCart(db, visitor)));
  return carts.some((cart) => cart !== null) || (await boundVisitors(db, user)).length > 0;
}

/** Links visitors with pending rows to a user. Requires a transaction over `device`. */
export async function bindVisitors(db: EtalDatabase, user: Owner, visitors: readonly Owner[]): Promise<void> {
  if (visitors.length === 0) await db.device.delete(`joins:${user}`);
  else await db.device.put({ k: `joins:${user}`, visitors: [...visitors] });
}

/** Nothing of this visitor is left to merge or report. Requires a transaction over `outbox`, `journal` and `device`. */
export async function hasJoined(db: EtalDatabase, visitor: Owner): Promise<boolean> {
  if ((await deviceCart(db, visitor)) !== null || (await everyRow(db, visitor)).length > 0) return false;
  return (await db.journal.where('[owner+dismissed]').equals([visitor, 0]).count()) === 0;
}
