// The cart of an order that was committed here: left to the next one, and taken back when nothing comes of the order.
// Guarantee: each is one transaction; what was put into the cart begun since is in the one taken back, once.

import { deviceCart, putDeviceCart } from '#db/device.ts';
import type { Cmd } from '#db/rows.ts';
import { createCartCommand } from '../commands/cart.ts';
import { commitOrderCommand } from '../commands/commitment.ts';
import { isCommandOf } from '../commands/record.ts';
import { idOfIri } from '../commands/temporary-ids.ts';
import type { StoreContext } from '../device/context.ts';
import { laneRows, ownerRows } from '../outbox/rows.ts';
import { deleteIdleLane } from './cart-lane.ts';

/**
 * Nothing came of an order committed here, as far as anyone knows: its cart is the person's again, unless it is an order
 * already or they have left. Inside a transaction over the tables of a cart; the order has left the outbox. Of other commands
 * nothing follows.
 */
export async function restoreCartOfOrder(local: StoreContext, order: Cmd, code?: string): Promise<void> {
  if (!isCommandOf(order, commitOrderCommand)) return;
  // Set aside it stood in a lane of its own.
  const lane = order.aside?.lane ?? order.lane;
  if (typeof lane !== 'string' || !lane.startsWith('cart:')) return;
  if (code === 'cart-ordered' || order.away) await deleteIdleLane(local, { owner: order.owner, lane });
  else await reopenCart(local, { ...order, lane });
}

async function reopenCart({ db }: StoreContext, { id, owner, lane }: Cmd): Promise<void> {
  const newer = (await ownerRows(db, owner)).find(
    (row) => isCommandOf(row, createCartCommand) && row.lane !== lane && row.deps?.includes(id),
  );
  const current = await deviceCart(db, owner);
  if (newer) {
    const rows = await laneRows(db, owner, newer.lane);
    await db.outbox.delete(newer.seq);
    const moved = rows.filter(({ seq }) => seq !== newer.seq);
    await db.outbox.bulkUpdate(moved.map(({ seq }) => ({ key: seq, changes: { lane } })));
  }
  if (current && current.lane !== newer?.lane) return;
  const mapping = await db.idmap.get([owner, lane]);
  await putDeviceCart(db, owner, lane, mapping ? idOfIri(mapping.iri) : null);
}
