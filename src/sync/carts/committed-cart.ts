// Committed cart: the cart of an offline order is restored if the order fails.
// Guarantee: one transaction; lines added since to a newer cart are moved into the restored one once.

import { deviceCart, putDeviceCart } from '#db/device.ts';
import type { Cmd } from '#db/rows.ts';
import { createCartCommand } from '../commands/cart.ts';
import { commitOrderCommand } from '../commands/commitment.ts';
import { isCommandOf } from '../commands/record.ts';
import { idOfIri } from '../commands/temporary-ids.ts';
import type { StoreContext } from '../device/context.ts';
import { laneRows, originalLane, ownerRows } from '../outbox/rows.ts';
import { deleteIdleLane, deleteLoggedOutLane } from './cart-lane.ts';

/**
 * Restores the cart of a failed order, unless it was ordered. Deletes the idle cart of an owner who has logged out.
 * Requires a transaction over the cart tables; the command has left the outbox.
 */
export async function updateCartAfterFailure(local: StoreContext, failed: Cmd, code?: string): Promise<void> {
  if (!isCommandOf(failed, commitOrderCommand)) return deleteLoggedOutLane(local, failed);
  const lane = originalLane(failed);
  if (!lane?.startsWith('cart:')) return;
  if (code === 'cart-ordered' || failed.ownerLoggedOut) await deleteIdleLane(local, { owner: failed.owner, lane });
  else await reopenCart(local, { ...failed, lane });
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
