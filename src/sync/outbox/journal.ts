// Journal: outcomes of finished writes.
// Guarantee: an owner's query returns only their own entries.
import type { Owner } from '#db/rows.ts';
import { findRecord } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';
import { ownersWithVisitors } from './owners.ts';

/** Time of the user's last accepted write, milliseconds; null without one. */
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

/**
 * Outcomes that the user has not seen, oldest first. One query per owner, since a query over several reads row by row.
 */
export async function unseenOutcomes(db: StoreContext['db'], owner: Owner) {
  const owners = await ownersWithVisitors(db, owner);
  const each = owners.map((one) => db.journal.where('[owner+dismissed]').equals([one, 0]).toArray());
  return (await Promise.all(each)).flat().sort((a, b) => a.n - b.n);
}

/**
 * Entries after number `since`, oldest first, and the newest number; none if `since` is null. Requires a transaction
 * over `journal`.
 */
export async function outcomesSince({ db }: StoreContext, owners: readonly Owner[], since: number | null) {
  const newest = (await db.journal.toCollection().last())?.n ?? 0;
  if (since === null || newest <= since) return { newest, ends: [] };
  const entries = await db.journal.where('n').above(since).toArray();
  return { newest, ends: entries.filter(({ owner }) => owners.includes(owner)) };
}
