// Lane order: the next command of a lane, and the blocker of each other one.
// Guarantees: commands that change the same field run in order; a conflict blocks only commands with the same fields.
import type { Cmd } from '#db/rows.ts';
import { findRecord } from '../commands/registry.ts';

export interface LaneOrder {
  /** Undefined while all commands wait for the user's decision. */
  head: Cmd | undefined;
  /** The blocking command of each other one, by id, direct or indirect. */
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

/** Null: all fields. */
function fieldsOf({ type, args }: Cmd): readonly string[] | null {
  const { changes } = { ...(args as { changes?: object }) };
  return changes ? Object.keys(changes) : (findRecord(type)?.fields ?? null);
}

function sharesFields(earlier: Cmd, later: Cmd): boolean {
  const [before, fields] = [fieldsOf(earlier), fieldsOf(later)];
  return !before || !fields || fields.some((name) => before.includes(name));
}
