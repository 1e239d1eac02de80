// How much may wait on a device. Guarantee: reaching a limit is a refusal with its reason, and leaves everything as it was.
import type { EtalDatabase } from '#db/database.ts';
import type { Owner } from '#db/rows.ts';
import type { StoreContext } from '../device/context.ts';
import { laneOf, outboxOf } from './rows.ts';

export const MAX_PENDING = 1000;
/** Characters of the arguments of one command. */
export const MAX_ARGS = 32 * 1024;

/** With the French sentence to show: nothing was written, and the form keeps what it holds. */
export class OutboxFull extends Error {
  override readonly name = 'OutboxFull';
}

/** How many waited of an owner when they were last counted, and the last place that was given then. */
const lastCounts = new WeakMap<EtalDatabase, Map<Owner, { rows: number; seq: number }>>();

/** Makes room among what is droppable; of the rest no more than `MAX_PENDING` wait. Inside a transaction over outbox. */
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
  // Whoever has stored something since, in any tab, has taken a place of its own: no more than that can have come.
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
