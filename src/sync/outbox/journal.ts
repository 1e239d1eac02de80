// What the journal remembers of writes that are over: when the last was sent, and what became of some of them.
// Guarantee: what was done on the person's behalf (making a cart, counting a visit) is never counted.
import type { JournalEntry, Owner } from '#db/rows.ts';
import { commandOf } from '../commands/registry.ts';
import type { Local } from '../device/context.ts';
import { ownersHere } from './owners.ts';

/** When the last write of this person was answered with success, milliseconds; null when none is remembered. */
export async function lastSentAt({ db }: Local, owner: Owner): Promise<number | null> {
  const owners = await ownersHere(db, owner);
  const moments = await Promise.all(owners.map((one) => lastSentOf(db, one)));
  const last = Math.max(...moments);
  return Number.isFinite(last) ? last : null;
}

async function lastSentOf(db: Local['db'], owner: Owner): Promise<number> {
  const own = db.journal
    .where('[owner+at]')
    .between([owner, Number.NEGATIVE_INFINITY], [owner, Number.POSITIVE_INFINITY]);
  const last = await own
    .reverse()
    .filter(({ outcome, type }) => outcome === 'done' && !commandOf(type)?.silent)
    .first();
  return last?.at ?? Number.NEGATIVE_INFINITY;
}

/** What the journal still has to tell these, oldest first. Each asked for on its own: all of several at once walk row by row. */
export async function untoldOf({ journal }: Pick<Local['db'], 'journal'>, owners: readonly Owner[]) {
  const each = owners.map((one) => journal.where('[owner+dismissed]').equals([one, 0]).toArray());
  return (await Promise.all(each)).flat().sort((a, b) => a.n - b.n);
}

/** How each of these commands ended; those not over yet are left out. */
export async function outcomesOf({ db }: Local, ids: readonly string[]): Promise<JournalEntry['outcome'][]> {
  const entries = await db.journal.where('cmdId').anyOf(ids).toArray();
  return entries.filter(({ type }) => !commandOf(type)?.silent).map(({ outcome }) => outcome);
}
