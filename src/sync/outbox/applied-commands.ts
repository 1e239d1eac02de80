// Commands of a cart that the server has done with a minimal answer, so that the view on this device does not show them yet.
// Guarantees: until a view of their version or a later one is stored they are shown on top of the one that is there, and no older
// one replaces it; what that view says of them otherwise than was shown then stands in their entries of the journal.
import type { EtalDatabase } from '#db/database.ts';
import type { AggregateView, AppliedCmd, Cmd, Owner } from '#db/rows.ts';
import { argsOf, findRecord } from '../commands/registry.ts';
import type { Lane } from './rows.ts';

/** Of a lane, in order. Inside a transaction over applied. */
export function appliedOfLane(db: EtalDatabase, owner: Owner, lane: string) {
  const [first, last] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return db.applied.where('[owner+lane+seq]').between([owner, lane, first], [owner, lane, last]);
}

/** Of all lanes of an owner. */
export const appliedOfOwner = (db: EtalDatabase, owner: Owner) =>
  db.applied.where('[owner+lane+seq]').between([owner, ''], [owner, '\uffff']);

/** @param version of the cart, as the answer named it */
export async function storeAppliedCommand(db: EtalDatabase, { req: _, ...row }: Cmd, version: number): Promise<void> {
  await db.applied.put({ ...row, version });
}

/** Whether the view of the lane says of this line what was so before one of them. */
export async function isLineOutdated(db: EtalDatabase, { owner, lane }: Lane, lineKey: string): Promise<boolean> {
  const changed = await appliedOfLane(db, owner, lane)
    .filter(({ args }) => (args as { lineKey?: string }).lineKey === lineKey)
    .count();
  return changed > 0;
}

/**
 * The view shows them from now on. Inside a transaction over applied and journal.
 * @param before the view until now, for what is noticed by comparing both; null where that is noticed otherwise
 */
export async function deleteAppliedCommands(
  db: EtalDatabase,
  { owner, lane }: Lane,
  rows: readonly AppliedCmd[],
  before: AggregateView | null,
  after: AggregateView,
): Promise<void> {
  for (const cmd of rows) {
    const isLast = cmd === rows.at(-1);
    const settled = { cmd, before: isLast ? before : null, after };
    const notices = findRecord(cmd.type)?.notices?.(argsOf(cmd), settled) ?? [];
    if (notices.length > 0) await db.journal.where('cmdId').equals(cmd.id).modify({ notices, dismissed: 0 });
  }
  if (rows.length > 0) await appliedOfLane(db, owner, lane).delete();
}
