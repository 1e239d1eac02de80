// Lost cart: replaces a cart that the server has deleted or that was ordered elsewhere.
// Guarantee: each change of cart is one transaction, so that a crash leaves either the old cart or the new one, and no
// line twice.

import type { Cart } from '#contract/orders/carts.ts';
import { deviceCart, forgetDeviceCart } from '#db/device.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import { addToCartCommand, applyCouponCommand, createCartCommand } from '../commands/cart.ts';
import type { ShownLine } from '../commands/cart-lines.ts';
import { lineKeyOfItem } from '../commands/cart-lines.ts';
import { commitOrderCommand } from '../commands/commitment.ts';
import { projectCart, showCart } from '../commands/projection.ts';
import { commandFor, isCart, isCommandOf } from '../commands/record.ts';
import { codesOf, type EnteredCode } from '../commands/shown-cart.ts';
import type { StoreContext } from '../device/context.ts';
import { uuidv5 } from '../device/ids.ts';
import { appliedOfLane } from '../outbox/applied-commands.ts';
import { addRow, cartLane, openCartLane } from '../outbox/enqueue.ts';
import { finishCommand } from '../outbox/finish-command.ts';
import { cartTables, laneOf, laneRows } from '../outbox/rows.ts';
import { deleteLane } from './cart-lane.ts';

interface Line extends ShownLine {
  lineKey: string;
  quantity: number;
}

/** One `cart.add` per line; the id derives from both lanes, so that a repetition adds nothing. */
export async function addLines(
  local: StoreContext,
  owner: Owner,
  from: string,
  to: string,
  lines: readonly Line[],
): Promise<void> {
  for (const { lineKey, quantity, product, optionValues, unitPrice } of lines) {
    const id = uuidv5(`${from} ${to} ${lineKey}`);
    const waiting = await local.db.outbox.where('id').equals(id).count();
    const done = await local.db.journal.where('cmdId').equals(id).count();
    if (waiting + done > 0) continue;
    const optionValueIds = optionValues.map((value) => value.id);
    const shown: ShownLine = { product, optionValues, unitPrice };
    const args = { lineKey, productId: product.id, optionValueIds, quantity, shown };
    await addRow(local, { ...commandFor(addToCartCommand, args), id, owner, lane: to, seenPrice: unitPrice });
  }
}

/** Queues the codes for another cart. Requires a transaction. */
export async function reapplyCoupons(
  local: StoreContext,
  owner: Owner,
  lane: string,
  codes: readonly EnteredCode[],
): Promise<void> {
  for (const { code } of codes) {
    await addRow(local, { ...commandFor(applyCouponCommand, { code }), id: local.newId(), owner, lane });
  }
}

/**
 * Moves the known lines and the pending commands of a deleted cart into a new one. Requires a transaction.
 * `refusedCommand`: its refusal reported the deletion; it had no effect, so it is sent again with a new key.
 */
export async function recreateCart(
  local: StoreContext,
  owner: Owner,
  lane: string,
  refusedCommand: Cmd | null,
): Promise<void> {
  const { db } = local;
  const current = await deviceCart(db, owner);
  const waiting = await laneRows(db, owner, lane);
  // An order keeps a cart of its own, separate from the current one.
  const ordered = waiting.some(({ type }) => type === commitOrderCommand.type);
  const isCurrent = !ordered && (current === null || current.lane === lane);
  const to =
    isCurrent || ordered
      ? await openCartLane(local, owner, { filled: isCurrent, instead: lane })
      : (current?.lane ?? lane);
  const snapshot = await db.snaps.get([owner, lane]);
  const view = snapshot?.view ?? null;
  if ((isCurrent || ordered) && isCart(view)) {
    const applied = await appliedOfLane(db, owner, lane).toArray();
    await addLines(local, owner, lane, to, showCart({ snapshot, applied, rows: [] }).items);
    await reapplyCoupons(local, owner, to, codesOf(view));
  }
  for (const row of waiting) {
    if (isCommandOf(row, createCartCommand)) {
      await finishCommand(local, row, view, { outcome: 'cancelled', code: 'cart-gone' });
      continue;
    }
    const { seq, ...rest } = row;
    await db.outbox.delete(seq);
    const isResent = row.seq === refusedCommand?.seq;
    await db.outbox.add({
      ...rest,
      lane: to,
      state: 'queued',
      parkedFor: undefined,
      nextAt: 0,
      ...(isResent && { gen: row.gen + 1, req: undefined, attempts: 0, doubt: false, lease: undefined }),
    });
  }
  // The owner has logged out meanwhile, so the new rows count as theirs, too.
  if (waiting.some(({ ownerLoggedOut }) => ownerLoggedOut))
    await laneOf(db, owner, to).modify({ ownerLoggedOut: true });
  await deleteLane(local, owner, lane);
}

/**
 * Moves the pending commands of an ordered cart into a new cart, or into the current one. @returns false while the
 * outcome of a command is unknown, or if the cart has no commands
 */
export function restartCart(local: StoreContext, owner: Owner, lane?: string): Promise<boolean> {
  return closeOrderedCart(local, owner, lane, async (from, rows, isCurrent) => {
    const wanted = projectCart(null, rows);
    const to = isCurrent ? await openCartLane(local, owner) : await cartLane(local, owner);
    await addLines(local, owner, from, to, wanted.items);
    await reapplyCoupons(local, owner, to, wanted.coupons);
  });
}

/** Discards the pending commands of an ordered cart. */
export function forgetOrderedCart(local: StoreContext, owner: Owner, lane?: string): Promise<boolean> {
  return closeOrderedCart(local, owner, lane, async (_, __, isCurrent) => {
    if (isCurrent) await forgetDeviceCart(local.db, owner);
  });
}

async function closeOrderedCart(
  local: StoreContext,
  owner: Owner,
  lane: string | undefined,
  continueWith: (from: string, rows: Cmd[], isCurrent: boolean) => Promise<void>,
): Promise<boolean> {
  const { db } = local;
  return db.transaction('rw', cartTables(db), async () => {
    const current = await deviceCart(db, owner);
    const from = lane ?? current?.lane;
    if (from === undefined) return false;
    const rows = await laneRows(db, owner, from);
    if (rows.some((row) => row.doubt) || (rows.length === 0 && current?.lane !== from)) return false;
    for (const row of rows) await finishCommand(local, row, null, { outcome: 'cancelled', code: 'cart-ordered' });
    await continueWith(from, rows, current?.lane === from);
    await deleteLane(local, owner, from);
    return true;
  });
}

/** The view without a line that the server has deleted; the version stays until the next read. */
export function withoutLine(view: Cart, lineKey: string): Cart {
  return { ...view, items: view.items.filter((item) => lineKeyOfItem(item) !== lineKey) };
}
