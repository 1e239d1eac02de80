// Purge: deletes a user's data at logout.
// Guarantee: deletes everything of the user, of their visitors and of the viewing history, except commands that the
// user chose to keep, with their bytes and names: they are sent after the user's next login and are visible to no other
// user. Unseen outcomes are kept only if the user could not be asked, since another has logged in.
import type { CacheDatabase } from '#db/cache-database.ts';
import type { EtalDatabase } from '#db/database.ts';
import { forgetDeviceCart } from '#db/device.ts';
import { deleteDrafts } from '#db/drafts.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import { findRecord } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';
import { appliedOfOwner } from '../outbox/applied-commands.ts';
import { bindVisitors, hasJoined, visitorsOf } from '../outbox/owners.ts';
import { cartTables, everyRow, originalLane } from '../outbox/rows.ts';

/** unasked: another user has logged in; pending commands and unseen outcomes stay. */
type PendingChoice = 'keep' | 'discard' | 'unasked';

export async function purgeOwner(
  local: StoreContext,
  cache: CacheDatabase,
  owner: Owner,
  waiting: PendingChoice,
): Promise<void> {
  const { db } = local;
  const isPurged = await db.transaction('rw', [...cartTables(db), db.session, db.recent], async () => {
    // The user has logged in again meanwhile, in another tab.
    if ((await db.session.get('current'))?.owner === owner) return false;
    const retained = await purgeRows(db, owner, waiting);
    const needed = new Set(retained.map(originalLane));
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

/** @returns the remaining commands */
async function purgeRows(db: EtalDatabase, owner: Owner, waiting: PendingChoice): Promise<Cmd[]> {
  const rows = await everyRow(db, owner);
  const retained = rows.filter(({ type }) => waiting !== 'discard' && !findRecord(type)?.droppable);
  const retainedSeqs = new Set(retained.map(({ seq }) => seq));
  await db.outbox.bulkUpdate(retained.map(({ seq }) => ({ key: seq, changes: { ownerLoggedOut: true } })));
  await db.outbox.bulkDelete(rows.map(({ seq }) => seq).filter((seq) => !retainedSeqs.has(seq)));
  if (waiting === 'discard') await db.blobs.where('owner').equals(owner).delete();
  await db.journal
    .where('[owner+at]')
    .between([owner, Number.NEGATIVE_INFINITY], [owner, Number.POSITIVE_INFINITY])
    .filter(({ dismissed }) => waiting !== 'unasked' || dismissed === 1)
    .delete();
  return retained;
}

async function deleteIdMappings(db: EtalDatabase, owner: Owner, needed: ReadonlySet<string | null>): Promise<void> {
  for (const { tempId } of await db.idmap.where('[owner+tempId]').between([owner, ''], [owner, '\uffff']).toArray()) {
    if (!needed.has(tempId)) await db.idmap.delete([owner, tempId]);
  }
}

/**
 * Unmerged rows from before the login belong to the user: they stay for the next login or are deleted, and the next
 * person is a new visitor.
 */
async function purgeVisitors(db: EtalDatabase, user: Owner, waiting: PendingChoice): Promise<void> {
  const remaining: Owner[] = [];
  for (const visitor of await visitorsOf(db, user)) {
    const lanes = new Set((await purgeRows(db, visitor, waiting)).map(originalLane));
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
