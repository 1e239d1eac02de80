// What leaves the device with a user. Guarantee: after it nothing of this owner remains, nor of the visitor they were before
// they logged in, nor of what was looked at, but the commands the person chose to keep, with their bytes and the names they
// need to be sent: they go at that user's next login, and are shown to nobody else. What came out otherwise and was not dealt
// with stays only where nobody could be asked, since someone else has logged in.
import type { CacheDatabase } from '#db/cache-database.ts';
import type { EtalDatabase } from '#db/database.ts';
import { forgetDeviceCart } from '#db/device.ts';
import { deleteDrafts } from '#db/drafts.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import { findRecord } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';
import { appliedOfOwner } from '../outbox/applied-commands.ts';
import { bindVisitors, hasJoined, visitorsOf } from '../outbox/owners.ts';
import { cartTables, everyRow } from '../outbox/rows.ts';

/** unasked: nobody left, someone else came; what waits and what has to be told stays. */
type PendingChoice = 'keep' | 'discard' | 'unasked';

export async function purgeOwner(
  local: StoreContext,
  cache: CacheDatabase,
  owner: Owner,
  waiting: PendingChoice,
): Promise<void> {
  const { db } = local;
  const isPurged = await db.transaction('rw', [...cartTables(db), db.session, db.recent], async () => {
    // Logged in again meanwhile, in another tab: nobody has left.
    if ((await db.session.get('current'))?.owner === owner) return false;
    const retained = await purgeRows(db, owner, waiting);
    const needed = new Set(retained.map((row) => row.lane));
    await db.snaps.where('[owner+lane]').between([owner, ''], [owner, '\uffff']).delete();
    await appliedOfOwner(db, owner).delete();
    await deleteIdMappings(db, owner, needed);
    await deleteDrafts(db, owner);
    const cart = await db.device.get(`cart:${owner}`);
    if (cart && 'lane' in cart && !needed.has(cart.lane)) await forgetDeviceCart(db, owner);
    await purgeVisitors(db, owner, waiting);
    await db.recent.clear();
    return true;
  });
  if (isPurged) await cache.empty(owner);
}

/** @returns the commands that stay */
async function purgeRows(db: EtalDatabase, owner: Owner, waiting: PendingChoice): Promise<Cmd[]> {
  const rows = await everyRow(db, owner);
  const retained = rows.filter(({ type }) => waiting !== 'discard' && !findRecord(type)?.droppable);
  const retainedSeqs = new Set(retained.map(({ seq }) => seq));
  await db.outbox.bulkUpdate(retained.map(({ seq }) => ({ key: seq, changes: { away: true } })));
  await db.outbox.bulkDelete(rows.map(({ seq }) => seq).filter((seq) => !retainedSeqs.has(seq)));
  if (waiting === 'discard') await db.blobs.where('owner').equals(owner).delete();
  await db.journal
    .where('[owner+at]')
    .between([owner, Number.NEGATIVE_INFINITY], [owner, Number.POSITIVE_INFINITY])
    .filter(({ dismissed }) => waiting !== 'unasked' || dismissed === 1)
    .delete();
  return retained;
}

async function deleteIdMappings(db: EtalDatabase, owner: Owner, needed: ReadonlySet<string>): Promise<void> {
  for (const { tempId } of await db.idmap.where('[owner+tempId]').between([owner, ''], [owner, '\uffff']).toArray()) {
    if (!needed.has(tempId)) await db.idmap.delete([owner, tempId]);
  }
}

/**
 * What the user did here before they logged in, and what has not joined their own yet, is theirs, too: it stays for their
 * return or goes, and whoever comes next is another visitor.
 */
async function purgeVisitors(db: EtalDatabase, user: Owner, waiting: PendingChoice): Promise<void> {
  const remaining: Owner[] = [];
  for (const visitor of await visitorsOf(db, user)) {
    const lanes = new Set((await purgeRows(db, visitor, waiting)).map((row) => row.lane));
    const cart = await db.device.get(`cart:${visitor}`);
    if (cart && 'lane' in cart && waiting !== 'discard') lanes.add(cart.lane);
    else await forgetDeviceCart(db, visitor);
    const views = db.snaps.where('[owner+lane]').between([visitor, ''], [visitor, '\uffff']);
    await views.filter(({ lane }) => !lanes.has(lane)).delete();
    await appliedOfOwner(db, visitor)
      .filter(({ lane }) => !lanes.has(lane))
      .delete();
    await deleteIdMappings(db, visitor, lanes);
    if (!(await hasJoined(db, visitor))) remaining.push(visitor);
  }
  await db.device.delete('visitorId');
  await bindVisitors(db, user, remaining);
}
