// Rows of the outbox that no version of the app would write: damaged, or of a kind that this version does not know.
// Guarantees: such a row is never sent and never dropped; it leaves its lane, so that what comes after it goes on, keeps all that
// was found in it, and waits where its owner sees it, for the person or for a version that can read it.

import type { EtalDatabase } from '#db/database.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import { isNonEmptyText, isOwner, isValidCommandRow, rowStates } from '#db/valid-row.ts';
import { createCartCommand } from '../commands/cart.ts';
import { isCommandOf } from '../commands/record.ts';
import { argsOf, findRecord } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';
import { currentOwner } from '../outbox/owners.ts';

/** Can this version say what it is and ask for it? What a later version wrote under a known name waits in its lane instead. */
export function isReadableCommand(row: Partial<Cmd>): boolean {
  if (!isValidCommandRow(row)) return false;
  try {
    const record = findRecord(row.type);
    if (!record) return false;
    const args = argsOf(row) as never;
    if (args === undefined) return true;
    record.place?.(args);
    record.request(args, { view: null, serverId: null, cmd: row });
    return isNonEmptyText(record.describe(args, null));
  } catch {
    return false;
  }
}

/** Lane of its own, so that it stops nobody. */
const corruptLane = (seq: number) => `aside:${seq}`;

/** Takes an odd row out of the way. Inside a transaction over outbox. */
export async function isolateRow(
  { db, newId, appVersion }: StoreContext,
  row: Partial<Cmd>,
  finder: Owner,
): Promise<void> {
  const seq = row.seq as number;
  const changes: Partial<Cmd> = {
    id: isNonEmptyText(row.id) ? row.id : newId(),
    // Whose it was is lost with its owner: it is shown to whoever uses the device when it is found, and to nobody else.
    owner: isOwner(row.owner) ? row.owner : finder,
    lane: corruptLane(seq),
    state: 'parked',
    parkedFor: 'unreadable',
    parkedBy: appVersion,
    lease: undefined,
  };
  const overwritten = Object.entries(changes).filter(([name, value]) => row[name as keyof Cmd] !== value);
  const aside = Object.fromEntries(overwritten.map(([name]) => [name, row[name as keyof Cmd]]));
  await db.outbox.update(seq, { ...changes, aside });
}

/**
 * The head of a lane that cannot be read leaves it. Inside a transaction over outbox.
 * What the person never asked for is made right, or forgotten.
 */
export async function removeFromLane(local: StoreContext, row: Cmd): Promise<void> {
  const { outbox } = local.db;
  if (isCommandOf(row, createCartCommand) && isValidCommandRow({ ...row, args: {} }))
    await outbox.update(row.seq, { args: {} });
  else if (findRecord(row.type)?.droppable) await outbox.delete(row.seq);
  else await isolateRow(local, row, row.owner);
}

/** As it was found. */
export function originalRowOf({ aside, ...row }: Cmd): Record<string, unknown> {
  return aside ? { ...row, ...aside } : { ...row };
}

/** Rows that an index of whole rows does not hold are looked for one by one; without any this costs a few counts. */
async function hasHiddenRows(db: EtalDatabase): Promise<boolean> {
  const { outbox } = db;
  const [all, ...known] = await Promise.all([
    outbox.count(),
    outbox.where('id').above('').count(),
    countIndexedRows(db),
    outbox
      .where('state')
      .anyOf([...rowStates])
      .count(),
  ]);
  return known.some((count) => count !== all);
}

/** Owner by owner: a lane that is a number or a list stands between the lanes of two of them, in the list of neither. */
async function countIndexedRows({ outbox }: EtalDatabase): Promise<number> {
  const lanes = () => outbox.where('[owner+lane]');
  let count = 0;
  let from = 'u';
  for (;;) {
    const [next] = await lanes().between([from], ['w']).limit(1).keys();
    if (!Array.isArray(next)) return count;
    const owner = String(next[0]);
    if (isOwner(owner)) count += await lanes().between([owner, ''], [owner, '\uffff'], false).count();
    // The least of all texts above it.
    from = `${owner}\u0000`;
  }
}

/** Sets aside what nobody would ever look at, since it says neither whose it is nor how it stands. */
export async function isolateHiddenRows(local: StoreContext): Promise<void> {
  const { db } = local;
  if (!(await hasHiddenRows(db))) return;
  const finder = await currentOwner(local);
  await db.transaction('rw', db.outbox, async () => {
    const hidden = await db.outbox.filter((row) => row.parkedFor !== 'unreadable' && !isValidCommandRow(row)).toArray();
    for (const row of hidden) await isolateRow(local, row, finder);
  });
}

/** What an earlier version could not read, and this one can, goes back to where it was. */
export async function restoreReadableRows({ db, appVersion }: StoreContext): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const isOlder = ({ parkedFor, parkedBy }: Cmd) => parkedFor === 'unreadable' && parkedBy !== appVersion;
    for (const row of await db.outbox.where('state').equals('parked').filter(isOlder).toArray()) {
      const original = { parkedFor: undefined, parkedBy: undefined, ...originalRowOf(row) } as Cmd;
      if (!isReadableCommand(original)) continue;
      const state = original.state === 'inflight' ? 'queued' : original.state;
      await db.outbox.put({ ...original, state, nextAt: 0, lease: undefined, leaseUntil: undefined });
    }
  });
}
