// What waits for a version of the app that can read it, and goes on with it. Guarantee: each goes on as it stands, its frozen
// request and its key do not change.
import type { Cmd } from '#db/rows.ts';
import { argsOf } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';

/** What an earlier version had to set aside is tried again, once per version. */
export async function requeueOutdated({ db, appVersion }: StoreContext): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const rows = await db.outbox.where('state').equals('parked').filter(isOutdated).toArray();
    const readable = rows.filter((row) => (row.parkedBy ?? row.appVersion) !== appVersion && argsOf(row) !== undefined);
    const changes = { state: 'queued', parkedFor: undefined, parkedBy: undefined, nextAt: 0 } as const;
    await db.outbox.bulkUpdate(readable.map(({ seq }) => ({ key: seq, changes })));
  });
}

const isOutdated = ({ parkedFor }: Cmd) => parkedFor === 'needs-update';
