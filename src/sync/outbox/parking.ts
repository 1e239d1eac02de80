// Parking: commands that wait for their owner's login.
// Guarantee: their frozen requests and keys stay unchanged.
import type { Cmd, Owner } from '#db/rows.ts';
import type { StoreContext } from '../device/context.ts';
import { everyRowWithVisitors } from './owners.ts';
import { ownerRows } from './rows.ts';

/**
 * Parks all commands of an owner whose session has ended. A page settles its running requests itself; those of a page
 * that has died are parked, too, and stay in doubt.
 */
export async function parkOwner(local: StoreContext, owner: Owner): Promise<void> {
  await local.db.transaction('rw', local.db.outbox, async () => {
    const isAbandoned = ({ state, leaseUntil = 0 }: Cmd) => state === 'inflight' && leaseUntil <= local.now();
    const rows = (await ownerRows(local.db, owner)).filter((row) => row.state === 'queued' || isAbandoned(row));
    const changes = { state: 'parked', parkedFor: 'auth', lease: undefined, leaseUntil: undefined } as const;
    await local.db.outbox.bulkUpdate(rows.map(({ seq }) => ({ key: seq, changes })));
  });
}

/** Requeues them after the user's login. */
export async function unparkOwner(local: StoreContext, owner: Owner): Promise<void> {
  await local.db.transaction('rw', local.db.outbox, local.db.device, async () => {
    const rows = await everyRowWithVisitors(local.db, owner);
    const requeued = { state: 'queued', parkedFor: undefined, nextAt: 0 } as const;
    const changes = rows.map(({ seq, parkedFor }) => {
      return { key: seq, changes: { ownerLoggedOut: undefined, ...(parkedFor === 'auth' && requeued) } };
    });
    await local.db.outbox.bulkUpdate(changes);
  });
}
