// The cart of an order that was committed here: left to the next one, and taken back when nothing comes of the order.
// Guarantee: each is one transaction; what was put into the cart begun since is in the one taken back, once.

import { deviceCart, putDeviceCart } from '#db/device.ts';
import type { Cmd } from '#db/rows.ts';
import { createCartCommand } from '../commands/cart.ts';
import { commitOrderCommand } from '../commands/commitment.ts';
import { isCommandOf } from '../commands/record.ts';
import { idOfIri } from '../commands/temporary-ids.ts';
import type { Local } from '../device/context.ts';
import { laneRows, ownerRows } from '../outbox/rows.ts';
import { forgetIdleLane } from './cart-lane.ts';

/**
 * Nothing came of an order committed here, as far as anyone knows: its cart is the person's again, unless it is an order
 * already or they have left. Inside a transaction over the tables of a cart; the order has left the outbox. Of other commands
 * nothing follows.
 */
export async function afterOrder(local: Local, order: Cmd, code?: string): Promise<void> {
  if (!isCommandOf(order, commitOrderCommand)) return;
  // Set aside it stood in a lane of its own.
  const lane = order.aside?.lane ?? order.lane;
  if (typeof lane !== 'string' || !lane.startsWith('cart:')) return;
  if (code === 'cart-ordered' || order.away) await forgetIdleLane(local, { owner: order.owner, lane });
  else await takeCartBack(local, { ...order, lane });
}

async function takeCartBack({ db }: Local, { id, owner, lane }: Cmd): Promise<void> {
  const begun = (await ownerRows(db, owner)).find(
    (row) => isCommandOf(row, createCartCommand) && row.lane !== lane && row.deps?.includes(id),
  );
  const current = await deviceCart(db, owner);
  if (begun) {
    const rows = await laneRows(db, owner, begun.lane);
    await db.outbox.delete(begun.seq);
    const later = rows.filter(({ seq }) => seq !== begun.seq);
    await db.outbox.bulkUpdate(later.map(({ seq }) => ({ key: seq, changes: { lane } })));
  }
  if (current && current.lane !== begun?.lane) return;
  const named = await db.idmap.get([owner, lane]);
  await putDeviceCart(db, owner, lane, named ? idOfIri(named.iri) : null);
}
