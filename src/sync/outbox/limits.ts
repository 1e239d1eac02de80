// Outbox limits.
// Guarantee: an exceeded limit rejects with its reason and changes nothing.
import type { EtalDatabase } from '#db/database.ts';
import type { Owner } from '#db/rows.ts';
import type { StoreContext } from '../device/context.ts';
import { laneOf, outboxOf } from './rows.ts';

export const MAX_PENDING = 1000;
/** Characters of the arguments of one command. */
export const MAX_ARGS = 32 * 1024;

/** With the message for the user, in French; the form keeps its input. */
export class OutboxFull extends Error {
  override readonly name = 'OutboxFull';
}

/** Number of pending rows of an owner at the last count, and the last row number then. */
const lastCounts = new WeakMap<EtalDatabase, Map<Owner, { rows: number; seq: number }>>();

/** Drops the oldest droppable rows; rejects beyond `MAX_PENDING` other ones. Requires a transaction over `outbox`. */
export async function checkPendingLimit(
  { db }: StoreContext,
  owner: Owner,
  droppable: number | undefined,
): Promise<void> {
  const telemetry = laneOf(db, owner, 'telemetry');
  if (droppable) {
    const views = await telemetry.count();
    if (views < droppable) return;
    const oldest = (await telemetry.toArray()).filter((row) => row.attempts === 0).slice(0, views - droppable + 1);
    await db.outbox.bulkDelete(oldest.map((row) => row.seq));
    return;
  }
  const lastSeq = await readLastSeq(db);
  const last = lastCounts.get(db)?.get(owner);
  // Every new row, of any tab, has increased the row number, so no more than the difference can have been added.
  if (last && lastSeq >= last.seq && last.rows + lastSeq - last.seq < MAX_PENDING) return;
  const [views, all] = await Promise.all([telemetry.count(), outboxOf(db, owner).count()]);
  const rows = all - views;
  lastCounts.set(db, (lastCounts.get(db) ?? new Map()).set(owner, { rows, seq: lastSeq }));
  if (rows >= MAX_PENDING) {
    throw new OutboxFull('Trop de modifications attendent le réseau : reconnectez-vous avant de continuer.');
  }
}

const readLastSeq = async (db: EtalDatabase): Promise<number> =>
  ((await db.outbox.orderBy(':id').lastKey()) as number) ?? 0;
