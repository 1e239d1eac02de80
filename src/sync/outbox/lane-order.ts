// The order of a lane: which command goes next, and what each of the others waits for. Guarantees: commands that change the same
// field go in the order in which they were made; a conflict holds up only those that touch the same fields.
import type { Cmd } from '#db/rows.ts';
import { findRecord } from '../commands/registry.ts';

export interface LaneOrder {
  /** Undefined while all that is left waits for a choice. */
  head: Cmd | undefined;
  /** By the id of each of the others: the command that it waits for, directly or through others. */
  blockedBy: ReadonlyMap<string, Cmd>;
}

/** @param rows of one lane, in order */
export function laneOrder(rows: readonly Cmd[]): LaneOrder {
  const blockedBy = new Map<string, Cmd>();
  const blocked: Cmd[] = [];
  let head: Cmd | undefined;
  for (const row of rows) {
    const blocker = head ?? blocked.find((earlier) => sharesFields(earlier, row));
    if (blocker) blockedBy.set(row.id, blockedBy.get(blocker.id) ?? blocker);
    if (blocker || row.parkedFor === 'conflict') blocked.push(row);
    else head = row;
  }
  return { head, blockedBy };
}

/** Null: all of it. */
function fieldsOf({ type, args }: Cmd): readonly string[] | null {
  const { changes } = { ...(args as { changes?: object }) };
  return changes ? Object.keys(changes) : (findRecord(type)?.fields ?? null);
}

function sharesFields(earlier: Cmd, later: Cmd): boolean {
  const [before, fields] = [fieldsOf(earlier), fieldsOf(later)];
  return !before || !fields || fields.some((name) => before.includes(name));
}
