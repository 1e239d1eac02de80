// What leaves the device with a user. Guarantee: after it nothing of this owner remains, nor of the visitor they were before
// they logged in, nor of what was looked at, but the commands the person chose to keep, with their bytes and the names they
// need to be sent: they go at that user's next login, and are shown to nobody else. What came out otherwise and was not dealt
// with stays only where nobody could be asked, since someone else has logged in.
import type { CacheDatabase } from '#db/cache-database.ts';
import type { EtalDatabase } from '#db/database.ts';
import { forgetDeviceCart } from '#db/device.ts';
import { deleteDrafts } from '#db/drafts.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import { commandOf } from '../commands/registry.ts';
import type { Local } from '../device/context.ts';
import { appliedBy } from '../outbox/applied-commands.ts';
import { bindVisitors, hasJoined, visitorsOf } from '../outbox/owners.ts';
import { cartTables, everyRow } from '../outbox/rows.ts';

/** unasked: nobody left, someone else came; what waits and what has to be told stays. */
type Waiting = 'keep' | 'discard' | 'unasked';

export async function purgeOwner(local: Local, cache: CacheDatabase, owner: Owner, waiting: Waiting): Promise<void> {
  const { db } = local;
  const left = await db.transaction('rw', [...cartTables(db), db.session, db.recent], async () => {
    // Logged in again meanwhile, in another tab: nobody has left.
    if ((await db.session.get('current'))?.owner === owner) return false;
    const kept = await leaveRows(db, owner, waiting);
    const needed = new Set(kept.map((row) => row.lane));
    await db.snaps.where('[owner+lane]').between([owner, ''], [owner, '\uffff']).delete();
    await appliedBy(db, owner).delete();
    await forgetNames(db, owner, needed);
    await deleteDrafts(db, owner);
    const cart = await db.device.get(`cart:${owner}`);
    if (cart && 'lane' in cart && !needed.has(cart.lane)) await forgetDeviceCart(db, owner);
    await leaveVisitors(db, owner, waiting);
    await db.recent.clear();
    return true;
  });
  if (left) await cache.empty(owner);
}

/** @returns the commands that stay */
async function leaveRows(db: EtalDatabase, owner: Owner, waiting: Waiting): Promise<Cmd[]> {
  const rows = await everyRow(db, owner);
  const kept = rows.filter(({ type }) => waiting !== 'discard' && !commandOf(type)?.droppable);
  const stays = new Set(kept.map(({ seq }) => seq));
  await db.outbox.bulkUpdate(kept.map(({ seq }) => ({ key: seq, changes: { away: true } })));
  await db.outbox.bulkDelete(rows.map(({ seq }) => seq).filter((seq) => !stays.has(seq)));
  if (waiting === 'discard') await db.blobs.where('owner').equals(owner).delete();
  await db.journal
    .where('[owner+at]')
    .between([owner, Number.NEGATIVE_INFINITY], [owner, Number.POSITIVE_INFINITY])
    .filter(({ dismissed }) => waiting !== 'unasked' || dismissed === 1)
    .delete();
  return kept;
}

async function forgetNames(db: EtalDatabase, owner: Owner, needed: ReadonlySet<string>): Promise<void> {
  for (const { tempId } of await db.idmap.where('[owner+tempId]').between([owner, ''], [owner, '\uffff']).toArray()) {
    if (!needed.has(tempId)) await db.idmap.delete([owner, tempId]);
  }
}

/**
 * What the user did here before they logged in, and what has not joined their own yet, is theirs, too: it stays for their
 * return or goes, and whoever comes next is another visitor.
 */
async function leaveVisitors(db: EtalDatabase, user: Owner, waiting: Waiting): Promise<void> {
  const stay: Owner[] = [];
  for (const visitor of await visitorsOf(db, user)) {
    const lanes = new Set((await leaveRows(db, visitor, waiting)).map((row) => row.lane));
    const cart = await db.device.get(`cart:${visitor}`);
    if (cart && 'lane' in cart && waiting !== 'discard') lanes.add(cart.lane);
    else await forgetDeviceCart(db, visitor);
    const views = db.snaps.where('[owner+lane]').between([visitor, ''], [visitor, '\uffff']);
    await views.filter(({ lane }) => !lanes.has(lane)).delete();
    await appliedBy(db, visitor)
      .filter(({ lane }) => !lanes.has(lane))
      .delete();
    await forgetNames(db, visitor, lanes);
    if (!(await hasJoined(db, visitor))) stay.push(visitor);
  }
  await db.device.delete('visitorId');
  await bindVisitors(db, user, stay);
}
