// What stands in the second home comes into the outbox: loaded once something does. Guarantee: each change arrives once, under its
// id, its key and its frozen request, in the lane of its cart.
import type { EtalDatabase } from '#db/database.ts';
import { deviceCart, putDeviceCart } from '#db/device.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import { idOfIri } from '../commands/temporary-ids.ts';
import type { Local } from '../device/context.ts';
import { cartTables, lanesOfOrders } from '../outbox/rows.ts';
import { type Item, isFurther } from './aside-items.ts';

/** What the server may know of it. */
const sendingOf = ({ req, attempts, doubt, firstSentAt, sentUnheard, triedAt, base }: Omit<Cmd, 'seq'>): Partial<Cmd> =>
  ({ req, attempts, doubt, firstSentAt, sentUnheard, triedAt, base }) as Partial<Cmd>;

/** Each once, however many pages do it, and not what has ended since; of one that is here, what was sent of it. */
export async function bringIn(local: Local, items: readonly Item[]): Promise<void> {
  const { db } = local;
  const ordered = lanesOfOrders(items.map(({ row }) => row));
  await db.transaction('rw', cartTables(db), async () => {
    for (const item of items) {
      const { seq: _, ...row } = item.row;
      const here = await db.outbox.where('id').equals(row.id).first();
      if (here) {
        if (isFurther(row, here)) await db.outbox.update(here.seq, sendingOf(row));
        continue;
      }
      if ((await db.journal.where('cmdId').equals(row.id).count()) > 0) continue;
      const ofCart = row.lane.startsWith('cart:');
      const lane = ofCart ? await laneHere(db, item, ordered.has(row.lane)) : row.lane;
      if (lane !== null) await db.outbox.add({ ...row, lane });
    }
  });
}

/** The lane of its cart on this database. @returns null for the making of a cart that has another in its place */
async function laneHere(db: EtalDatabase, { row, cart }: Item, ordered: boolean): Promise<string | null> {
  const { owner, lane } = row;
  await knowVisitor(db, row);
  if (ordered) {
    // It goes on beside whatever is filled here.
    if (cart) await db.idmap.put({ owner, tempId: lane, iri: cart });
    return lane;
  }
  const current = await deviceCart(db, owner);
  const serverId = cart && idOfIri(cart);
  if (current && current.lane !== lane) {
    if (row.type === 'cart.create') return null;
    // Sent to a cart that is no longer the one that is filled: it ends there.
    if (!row.req || !serverId || current.serverId === serverId) return current.lane;
  }
  if (!current && !row.away) await putDeviceCart(db, owner, lane, serverId);
  if (cart) await db.idmap.put({ owner, tempId: lane, iri: cart });
  return lane;
}

async function knowVisitor(db: EtalDatabase, { owner, away }: { owner: Owner; away?: boolean }): Promise<void> {
  if (!owner.startsWith('v:') || away || (await db.device.get('visitorId'))) return;
  await db.device.put({ k: 'visitorId', value: owner.slice(2) });
}
