// Newer version: requeues commands that an earlier app version could not send.
// Guarantee: their frozen requests and keys stay unchanged.
import type { Cmd } from '#db/rows.ts';
import { argsOf } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';

/** Once per app version. */
export async function requeueOutdated({ db, appVersion }: StoreContext): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const rows = await db.outbox.where('state').equals('parked').filter(isOutdated).toArray();
    const readable = rows.filter((row) => (row.parkedBy ?? row.appVersion) !== appVersion && argsOf(row) !== undefined);
    const changes = { state: 'queued', parkedFor: undefined, parkedBy: undefined, nextAt: 0 } as const;
    await db.outbox.bulkUpdate(readable.map(({ seq }) => ({ key: seq, changes })));
  });
}

const isOutdated = ({ parkedFor }: Cmd) => parkedFor === 'needs-update';
