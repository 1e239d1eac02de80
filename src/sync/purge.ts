// What leaves the device with a user. Guarantee: after it nothing of this owner remains but the commands the person chose
// to keep, with their bytes and the names they need to be sent, and what came out otherwise and was not dealt with; the
// former go, and the latter is told, at that user's next login; neither is shown to anybody else.
import type { CacheDatabase } from '#db/cache-database.ts';
import { forgetDeviceCart } from '#db/device.ts';
import { deleteDrafts } from '#db/drafts.ts';
import type { Owner } from '#db/rows.ts';
import { cartTables } from './cart-lane.ts';
import { everyRow, type Local } from './local.ts';

export async function purgeOwner(
  local: Local,
  cache: CacheDatabase,
  owner: Owner,
  waiting: 'keep' | 'discard',
): Promise<void> {
  const { db } = local;
  const left = await db.transaction('rw', [...cartTables(db), db.session], async () => {
    // Logged in again meanwhile, in another tab: nobody has left.
    if ((await db.session.get('current'))?.owner === owner) return false;
    const rows = await everyRow(db, owner);
    await db.outbox.bulkUpdate(rows.map(({ seq }) => ({ key: seq, changes: { away: true } })));
    if (waiting === 'discard') {
      await db.outbox.bulkDelete(rows.map((row) => row.seq));
      await db.blobs.where('owner').equals(owner).delete();
    }
    const needed = new Set(waiting === 'keep' ? rows.map((row) => row.lane) : []);
    await db.snaps.where('[owner+lane]').between([owner, ''], [owner, '\uffff']).delete();
    for (const { tempId } of await db.idmap.where('[owner+tempId]').between([owner, ''], [owner, '\uffff']).toArray()) {
      if (!needed.has(tempId)) await db.idmap.delete([owner, tempId]);
    }
    await deleteDrafts(db, owner);
    const cart = await db.device.get(`cart:${owner}`);
    if (cart && 'lane' in cart && !needed.has(cart.lane)) await forgetDeviceCart(db, owner);
    // What nobody has been told yet is told on their return, like what comes of the commands that stay.
    await db.journal
      .where('[owner+at]')
      .between([owner, Number.NEGATIVE_INFINITY], [owner, Number.POSITIVE_INFINITY])
      .filter(({ dismissed }) => waiting === 'discard' || dismissed === 1)
      .delete();
    return true;
  });
  if (left) await cache.empty(owner);
}
