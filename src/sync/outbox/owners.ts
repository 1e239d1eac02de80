// Whose things the person at this device sees as theirs: their own, and what they did here before they logged in and that
// has not joined it yet. Guarantee: what one person has left waiting is never another's; a visitor sees a visitor's only.
import { Dexie, type Transaction } from 'dexie';
import type { EtalDatabase } from '#db/database.ts';
import { deviceCart, visitorId } from '#db/device.ts';
import type { Cmd, DeviceRow, Owner } from '#db/rows.ts';
import type { StoreContext } from '../device/context.ts';
import { everyRow, ownerRows } from './rows.ts';

/** Whoever uses the device now: the user of the last verified token, else the anonymous visitor. */
export async function currentOwner(local: StoreContext): Promise<Owner> {
  const { db } = local;
  const [session, visitor] = await db.transaction('r', db.session, db.device, () =>
    Promise.all([db.session.get('current'), db.device.get('visitorId')]),
  );
  return session?.owner ?? visitorOwner(local, visitor);
}

export const visitorOwner = async ({ db, newId }: StoreContext, visitor: DeviceRow | undefined): Promise<Owner> =>
  `v:${visitor?.k === 'visitorId' ? visitor.value : await visitorId(db, newId)}`;

// Chained, not awaited: Dexie loses the transaction of a live query in which async functions await one another too deep.

/** The visitors this user was when they last left the device, as far as something of them is still to join. */
export const boundVisitors = (db: EtalDatabase, user: Owner): PromiseLike<Owner[]> =>
  db.device.get(`joins:${user}`).then((bound) => (bound && 'visitors' in bound ? bound.visitors : []));

/** Within one reading transaction nothing changes: asked once in it, however many parts of a screen are read there. */
const visitorsByTransaction = new WeakMap<Transaction, Map<Owner, PromiseLike<Owner[]>>>();

/** The visitors whose things are this user's: those, and the one of this device; none for a visitor. */
export function visitorsOf(db: EtalDatabase, owner: Owner): PromiseLike<Owner[]> {
  let transaction = Dexie.currentTransaction;
  // A part may be read in a transaction of its own inside of the look.
  while (transaction?.parent) transaction = transaction.parent;
  if (transaction?.mode !== 'readonly') return readVisitors(db, owner);
  const byOwner = visitorsByTransaction.get(transaction) ?? new Map<Owner, PromiseLike<Owner[]>>();
  visitorsByTransaction.set(transaction, byOwner);
  const visitors = byOwner.get(owner) ?? readVisitors(db, owner);
  byOwner.set(owner, visitors);
  return visitors;
}

const readVisitors = (db: EtalDatabase, owner: Owner): PromiseLike<Owner[]> =>
  // Read for a visitor, too: a transaction in which nothing was asked at first would be over before its first question.
  db.device.bulkGet(['visitorId', `joins:${owner}`]).then(([now, bound]): Owner[] => {
    if (!owner.startsWith('u:')) return [];
    const before = bound && 'visitors' in bound ? bound.visitors : [];
    return now?.k === 'visitorId' ? [...before, `v:${now.value}`] : before;
  });

export const ownersWithVisitors = (db: EtalDatabase, owner: Owner): PromiseLike<Owner[]> =>
  visitorsOf(db, owner).then((visitors) => [owner, ...visitors]);

/** All that waits of the person, in order. Inside a transaction over outbox and device. */
export const rowsWithVisitors = (db: EtalDatabase, owner: Owner): PromiseLike<Cmd[]> =>
  collectRows(db, owner, ownerRows);

/** With those that nobody can read. */
export const everyRowWithVisitors = (db: EtalDatabase, owner: Owner): PromiseLike<Cmd[]> =>
  collectRows(db, owner, everyRow);

type RowsOf = (db: EtalDatabase, owner: Owner) => PromiseLike<Cmd[]>;

const collectRows = (db: EtalDatabase, owner: Owner, rowsOf: RowsOf): PromiseLike<Cmd[]> =>
  ownersWithVisitors(db, owner)
    .then((owners) => Promise.all(owners.map((one) => rowsOf(db, one))))
    .then((rows) => (rows.length === 1 ? (rows[0] ?? []) : rows.flat().sort((a, b) => a.seq - b.seq)));

/** Whether a visitor's cart may still have to join this user's: asked at each look at what waits, so nothing is locked for it. */
export async function hasVisitorToJoin(db: EtalDatabase, user: Owner): Promise<boolean> {
  const carts = await Promise.all((await visitorsOf(db, user)).map((visitor) => deviceCart(db, visitor)));
  return carts.some((cart) => cart !== null) || (await boundVisitors(db, user)).length > 0;
}

/** What this visitor has left waits for that user. Inside a transaction over device. */
export async function bindVisitors(db: EtalDatabase, user: Owner, visitors: readonly Owner[]): Promise<void> {
  if (visitors.length === 0) await db.device.delete(`joins:${user}`);
  else await db.device.put({ k: `joins:${user}`, visitors: [...visitors] });
}

/** Nothing of this visitor is left to join, or to be told: inside a transaction over outbox, journal and device. */
export async function hasJoined(db: EtalDatabase, visitor: Owner): Promise<boolean> {
  if ((await deviceCart(db, visitor)) !== null || (await everyRow(db, visitor)).length > 0) return false;
  return (await db.journal.where('[owner+dismissed]').equals([visitor, 0]).count()) === 0;
}
