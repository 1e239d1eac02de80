// Displayed values: stores the line's name and the total before a coupon with a command, so that its outcome can be
// reported in these terms.

import type { EtalDatabase } from '#db/database.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import { applyCouponCommand, removeFromCartCommand, setCartQuantityCommand } from '../commands/cart.ts';
import { showCart } from '../commands/projection.ts';
import type { Command } from '../commands/registry.ts';
import type { ShownCart } from '../commands/shown-cart.ts';
import type { StoreContext } from '../device/context.ts';
import { appliedOfLane } from './applied-commands.ts';
import { laneRows } from './rows.ts';

/** The displayed cart of a lane. Requires a transaction over `outbox`, `snaps` and `applied`. */
export async function readLaneCart(db: EtalDatabase, owner: Owner, lane: string): Promise<ShownCart> {
  const [snapshot, applied, rows] = await Promise.all([
    db.snaps.get([owner, lane]),
    appliedOfLane(db, owner, lane).toArray(),
    laneRows(db, owner, lane),
  ]);
  return showCart({ snapshot, applied, rows });
}

/**
 * Adds the displayed values that a command does not have yet. Requires a transaction over `outbox`, `snaps` and
 * `applied`.
 */
export async function withBaseValues<C extends Command>(
  local: StoreContext,
  owner: Owner,
  lane: string,
  command: C,
): Promise<C> {
  const { type, base, args } = command;
  const needsName =
    (type === setCartQuantityCommand.type || type === removeFromCartCommand.type) && args.name === undefined;
  if (!needsName && !(type === applyCouponCommand.type && !base)) return command;
  const shown = await readLaneCart(local.db, owner, lane);
  if (type === applyCouponCommand.type) {
    const displayed: Cmd['base'] = { values: { total: shown.totalAfterDiscount } };
    return { ...command, base: displayed };
  }
  const { lineKey } = args as { lineKey: string };
  const name = shown.items.find((item) => item.lineKey === lineKey)?.product.name;
  return name === undefined ? command : { ...command, args: { ...args, name } };
}
