// Applied commands: cart commands that were accepted with a minimal answer and are not in the stored view yet.
// Guarantees: they are displayed on top of the view until a view of their version or a later one is stored; older views
// are ignored; differences between that view and the display are written to their journal entries.
import type { EtalDatabase } from '#db/database.ts';
import type { AggregateView, AppliedCmd, Cmd, Owner } from '#db/rows.ts';
import { argsOf, findRecord } from '../commands/registry.ts';
import type { Lane } from './rows.ts';

/** Of one lane, in order. Requires a transaction over `applied`. */
export function appliedOfLane(db: EtalDatabase, owner: Owner, lane: string) {
  const [first, last] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return db.applied.where('[owner+lane+seq]').between([owner, lane, first], [owner, lane, last]);
}

/** Of all lanes of an owner. */
export const appliedOfOwner = (db: EtalDatabase, owner: Owner) =>
  db.applied.where('[owner+lane+seq]').between([owner, ''], [owner, '\uffff']);

/** @param version of the cart, from the answer */
export async function storeAppliedCommand(db: EtalDatabase, { req: _, ...row }: Cmd, version: number): Promise<void> {
  await db.applied.put({ ...row, version });
}

/** Whether the stored view of this line predates an applied command. */
export async function isLineOutdated(db: EtalDatabase, { owner, lane }: Lane, lineKey: string): Promise<boolean> {
  const changed = await appliedOfLane(db, owner, lane)
    .filter(({ args }) => (args as { lineKey?: string }).lineKey === lineKey)
    .count();
  return changed > 0;
}

/**
 * Deletes commands that the new view contains. Requires a transaction over `applied` and `journal`.
 * @param before the previous view, to detect changes; null if they are detected elsewhere
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
