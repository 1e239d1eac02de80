// What became of the writes that are over, read from the journal. Guarantee: of an owner only what is theirs is found.
import type { Owner } from '#db/rows.ts';
import { findRecord } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';
import { ownersWithVisitors } from './owners.ts';

/** When the last write of this person was answered with success, milliseconds; null when none is remembered. */
export async function lastSentAt({ db }: StoreContext, owner: Owner): Promise<number | null> {
  const owners = await ownersWithVisitors(db, owner);
  const moments = await Promise.all(owners.map((one) => lastSentOf(db, one)));
  const last = Math.max(...moments);
  return Number.isFinite(last) ? last : null;
}

async function lastSentOf(db: StoreContext['db'], owner: Owner): Promise<number> {
  const own = db.journal
    .where('[owner+at]')
    .between([owner, Number.NEGATIVE_INFINITY], [owner, Number.POSITIVE_INFINITY]);
  const last = await own
    .reverse()
    .filter(({ outcome, type }) => outcome === 'done' && !findRecord(type)?.silent)
    .first();
  return last?.at ?? Number.NEGATIVE_INFINITY;
}

/** What the journal still has to tell this person, oldest first. Owner by owner: one query over several walks row by row. */
export async function unseenOutcomes(db: StoreContext['db'], owner: Owner) {
  const owners = await ownersWithVisitors(db, owner);
  const each = owners.map((one) => db.journal.where('[owner+dismissed]').equals([one, 0]).toArray());
  return (await Promise.all(each)).flat().sort((a, b) => a.n - b.n);
}

/**
 * What ended after the entry `since`, oldest first, with the number of the newest entry; nothing while `since` is not known.
 * Inside a transaction over journal.
 */
export async function outcomesSince({ db }: StoreContext, owners: readonly Owner[], since: number | null) {
  const newest = (await db.journal.toCollection().last())?.n ?? 0;
  if (since === null || newest <= since) return { newest, ends: [] };
  const entries = await db.journal.where('n').above(since).toArray();
  return { newest, ends: entries.filter(({ owner }) => owners.includes(owner)) };
}
