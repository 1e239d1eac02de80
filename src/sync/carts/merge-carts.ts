// The visitor's cart joins the user's after a login. Guarantee: one transaction takes the lines out of the one and queues
// them for the other, under ids that derive from both carts and the line, so each line arrives once whatever crashes when;
// nothing is moved while the outcome of a visitor's command is unknown.

import { deviceCart, forgetDeviceCart } from '#db/device.ts';
import type { Owner } from '#db/rows.ts';
import { applyCouponCommand } from '../commands/cart.ts';
import { showCart } from '../commands/projection.ts';
import { commandFor } from '../commands/record.ts';
import type { Local } from '../device/context.ts';
import { appliedOf } from '../outbox/applied-commands.ts';
import { add, openCartLane } from '../outbox/enqueue.ts';
import { conclude } from '../outbox/finish-command.ts';
import { bindVisitors, boundVisitors, hasJoined, mayJoin, visitorsOf } from '../outbox/owners.ts';
import { cartTables, laneRows } from '../outbox/rows.ts';
import { inDoubt } from '../outbox/snapshots.ts';
import { forgetLane } from './cart-lane.ts';
import { addLines } from './lost-cart.ts';

export type Merged = 'merged' | 'nothing' | 'waiting';

/** 'waiting': try again once the visitor's commands have been answered. */
export async function mergeVisitorCart(local: Local, user: Owner): Promise<Merged> {
  const { db } = local;
  if (!(await mayJoin(db, user))) return 'nothing';
  return db.transaction('rw', cartTables(db), async () => {
    let all: Merged = 'nothing';
    for (const visitor of await visitorsOf(db, user)) {
      const one = await mergeOne(local, visitor, user);
      if (one !== 'nothing' && all !== 'merged') all = one;
    }
    await forgetJoined(local, user);
    return all;
  });
}

async function mergeOne(local: Local, visitor: Owner, user: Owner): Promise<Merged> {
  const { db } = local;
  const from = await deviceCart(db, visitor);
  if (!from) return 'nothing';
  const rows = await laneRows(db, visitor, from.lane);
  if (rows.some(inDoubt)) return 'waiting';
  const snapshot = await db.snaps.get([visitor, from.lane]);
  const applied = await appliedOf(db, visitor, from.lane).toArray();
  const shown = showCart({ snapshot, applied, rows });
  const view = snapshot?.view ?? null;
  for (const row of rows) await conclude(local, row, view, { outcome: 'cancelled', code: 'merged' });
  await forgetLane(local, visitor, from.lane);
  await forgetDeviceCart(db, visitor);
  if (shown.items.length === 0) return 'nothing';

  const to = (await deviceCart(db, user))?.lane ?? (await openCartLane(local, user));
  await addLines(local, user, from.lane, to, shown.items);
  if (shown.couponCode !== null) {
    const code = shown.couponCode;
    await add(local, { ...commandFor(applyCouponCommand, { code }), id: local.newId(), owner: user, lane: to });
  }
  return 'merged';
}

/** Of the visitors this user was before they last left, those of whom nothing waits any more. */
async function forgetJoined({ db }: Local, user: Owner): Promise<void> {
  const bound = await boundVisitors(db, user);
  const left: Owner[] = [];
  for (const visitor of bound) if (!(await hasJoined(db, visitor))) left.push(visitor);
  if (left.length < bound.length) await bindVisitors(db, user, left);
}
