// What waits for something else than its time, and goes on with it: a login of its owner, a version of the app that can
// read it. Guarantee: each goes on as it stands, its frozen request and its key do not change.
import type { Cmd, Owner } from '#db/rows.ts';
import { argsOf } from '../commands/registry.ts';
import type { Local } from '../device/context.ts';
import { everyRowHere } from './owners.ts';
import { ownerRows } from './rows.ts';

/** The session is over: everything of this owner waits for a login. */
export async function parkOwner(local: Local, owner: Owner): Promise<void> {
  await local.db.transaction('rw', local.db.outbox, async () => {
    const rows = (await ownerRows(local.db, owner)).filter((row) => row.state === 'queued');
    await local.db.outbox.bulkUpdate(
      rows.map(({ seq }) => ({ key: seq, changes: { state: 'parked', parkedFor: 'auth' } })),
    );
  });
}

/** The same user is back. */
export async function unparkOwner(local: Local, owner: Owner): Promise<void> {
  await local.db.transaction('rw', local.db.outbox, local.db.device, async () => {
    const rows = await everyRowHere(local.db, owner);
    const again = { state: 'queued', parkedFor: undefined, nextAt: 0 } as const;
    const changes = rows.map(({ seq, parkedFor }) => {
      return { key: seq, changes: { away: undefined, ...(parkedFor === 'auth' && again) } };
    });
    await local.db.outbox.bulkUpdate(changes);
  });
}

/** What an earlier version had to set aside is tried again, once per version. */
export async function reviveOutdated({ db, appVersion }: Local): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const rows = await db.outbox.where('state').equals('parked').filter(isOutdated).toArray();
    const ours = rows.filter((row) => (row.parkedBy ?? row.appVersion) !== appVersion && argsOf(row) !== undefined);
    const changes = { state: 'queued', parkedFor: undefined, parkedBy: undefined, nextAt: 0 } as const;
    await db.outbox.bulkUpdate(ours.map(({ seq }) => ({ key: seq, changes })));
  });
}

const isOutdated = ({ parkedFor }: Cmd) => parkedFor === 'needs-update';
