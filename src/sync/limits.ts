// How much may wait on a device. Guarantee: reaching a limit is a refusal with its reason, and leaves everything as it was.
import type { Owner } from '#db/rows.ts';
import { type Local, laneOf, ofOwner } from './local.ts';

export const MAX_PENDING = 1000;
/** Characters of the arguments of one command. */
export const MAX_ARGS = 32 * 1024;

/** With the French sentence to show: nothing was written, and the form keeps what it holds. */
export class OutboxFull extends Error {
  override readonly name = 'OutboxFull';
}

/** Makes room among what is droppable; of the rest no more than `MAX_PENDING` wait. Inside a transaction over outbox. */
export async function checkPending({ db }: Local, owner: Owner, droppable: number | undefined): Promise<void> {
  const dropped = laneOf(db, owner, 'telemetry');
  // Two counts over an index, asked together: storing a write must cost the same however many wait.
  const [views, all] = await Promise.all([dropped.count(), droppable ? 0 : ofOwner(db, owner).count()]);
  if (droppable) {
    if (views < droppable) return;
    const oldest = (await dropped.toArray()).filter((row) => row.attempts === 0).slice(0, views - droppable + 1);
    await db.outbox.bulkDelete(oldest.map((row) => row.seq));
  } else if (all - views >= MAX_PENDING) {
    throw new OutboxFull('Trop de modifications attendent le réseau : reconnectez-vous avant de continuer.');
  }
}
