// Cart merge: moves the visitor's cart into the user's after a login.
// Guarantees: one transaction removes the lines from one cart and queues them for the other; ids derive from both carts
// and the line, so that each line arrives once; nothing moves while the outcome of a visitor's command is unknown.

import { deviceCart, forgetDeviceCart } from '#db/device.ts';
import type { Owner } from '#db/rows.ts';
import { showCart } from '../commands/projection.ts';
import type { StoreContext } from '../device/context.ts';
import { appliedOfLane } from '../outbox/applied-commands.ts';
import { openCartLane } from '../outbox/enqueue.ts';
import { finishCommand } from '../outbox/finish-command.ts';
import { bindVisitors, boundVisitors, hasJoined, hasVisitorToJoin, visitorsOf } from '../outbox/owners.ts';
import { cartTables, laneRows } from '../outbox/rows.ts';
import { isInDoubt } from '../outbox/snapshots.ts';
import { deleteLane } from './cart-lane.ts';
import { addLines, reapplyCoupons } from './lost-cart.ts';

export type MergeResult = 'merged' | 'nothing' | 'waiting';

/** 'waiting': retry after the visitor's commands are answered. */
export async function mergeVisitorCart(local: StoreContext, user: Owner): Promise<MergeResult> {
  const { db } = local;
  if (!(await hasVisitorToJoin(db, user))) return 'nothing';
  return db.transaction('rw', cartTables(db), async () => {
    let result: MergeResult = 'nothing';
    for (const visitor of await visitorsOf(db, user)) {
      const one = await mergeVisitor(local, visitor, user);
      if (one !== 'nothing' && result !== 'merged') result = one;
    }
    await unbindJoinedVisitors(local, user);
    return result;
  });
}

async function mergeVisitor(local: StoreContext, visitor: Owner, user: Owner): Promise<MergeResult> {
  const { db } = local;
  const from = await deviceCart(db, visitor);
  if (!from) return 'nothing';
  const rows = await laneRows(db, visitor, from.lane);
  if (rows.some(isInDoubt)) return 'waiting';
  const snapshot = await db.snaps.get([visitor, from.lane]);
  const applied = await appliedOfLane(db, visitor, from.lane).toArray();
  const shown = showCart({ snapshot, applied, rows });
  const view = snapshot?.view ?? null;
  for (const row of rows) await finishCommand(local, row, view, { outcome: 'cancelled', code: 'merged' });
  await deleteLane(local, visitor, from.lane);
  await forgetDeviceCart(db, visitor);
  if (shown.items.length === 0) return 'nothing';

  const to = (await deviceCart(db, user))?.lane ?? (await openCartLane(local, user));
  await addLines(local, user, from.lane, to, shown.items);
  await reapplyCoupons(local, user, to, shown.coupons);
  return 'merged';
}

/** Unlinks visitors of earlier sessions that have nothing left to merge. */
async function unbindJoinedVisitors({ db }: StoreContext, user: Owner): Promise<void> {
  const bound = await boundVisitors(db, user);
  const remaining: Owner[] = [];
  for (const visitor of bound) if (!(await hasJoined(db, visitor))) remaining.push(visitor);
  if (remaining.length < bound.length) await bindVisitors(db, user, remaining);
}
