// How much may wait on a device. Guarantee: reaching a limit is a refusal with its reason, and leaves everything as it was.
import type { EtalDatabase } from '#db/database.ts';
import type { Owner } from '#db/rows.ts';
import type { Local } from '../device/context.ts';
import { laneOf, ofOwner } from './rows.ts';

export const MAX_PENDING = 1000;
/** Characters of the arguments of one command. */
export const MAX_ARGS = 32 * 1024;

/** With the French sentence to show: nothing was written, and the form keeps what it holds. */
export class OutboxFull extends Error {
  override readonly name = 'OutboxFull';
}

/** How many waited of an owner when they were last counted, and the last place that was given then. */
const counted = new WeakMap<EtalDatabase, Map<Owner, { rows: number; place: number }>>();

/** Makes room among what is droppable; of the rest no more than `MAX_PENDING` wait. Inside a transaction over outbox. */
export async function checkPending({ db }: Local, owner: Owner, droppable: number | undefined): Promise<void> {
  const dropped = laneOf(db, owner, 'telemetry');
  if (droppable) {
    const views = await dropped.count();
    if (views < droppable) return;
    const oldest = (await dropped.toArray()).filter((row) => row.attempts === 0).slice(0, views - droppable + 1);
    await db.outbox.bulkDelete(oldest.map((row) => row.seq));
    return;
  }
  const place = await lastPlace(db);
  const known = counted.get(db)?.get(owner);
  // Whoever has stored something since, in any tab, has taken a place of its own: no more than that can have come.
  if (known && place >= known.place && known.rows + place - known.place < MAX_PENDING) return;
  const [views, all] = await Promise.all([dropped.count(), ofOwner(db, owner).count()]);
  const rows = all - views;
  counted.set(db, (counted.get(db) ?? new Map()).set(owner, { rows, place }));
  if (rows >= MAX_PENDING) {
    throw new OutboxFull('Trop de modifications attendent le réseau : reconnectez-vous avant de continuer.');
  }
}

const lastPlace = async (db: EtalDatabase): Promise<number> =>
  ((await db.outbox.orderBy(':id').lastKey()) as number) ?? 0;
