// Changes across carts: while the visitor's cart is not merged, a displayed line may belong to either cart or to both.
// Guarantee: the displayed result of a change equals the request, before and after the merge.

import { deviceCart } from '#db/device.ts';
import type { Owner } from '#db/rows.ts';
import {
  applyCouponCommand,
  removeCouponCommand,
  removeFromCartCommand,
  setCartQuantityCommand,
} from '../commands/cart.ts';
import { commandFor, isCommandOf } from '../commands/record.ts';
import type { Command } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';
import { readLaneCart } from './displayed-values.ts';
import { visitorsOf } from './owners.ts';

async function hasLine({ db }: StoreContext, owner: Owner, lineKey: string): Promise<boolean> {
  const cart = await deviceCart(db, owner);
  if (!cart) return false;
  const { items } = await readLaneCart(db, owner, cart.lane);
  return items.some((item) => item.lineKey === lineKey);
}

/** The change, addressed to each affected cart; the user's own cart, if affected, is the last. */
export async function splitAcrossCarts(
  local: StoreContext,
  command: Command,
  owner: Owner,
): Promise<[Owner, Command][]> {
  const own: [Owner, Command] = [owner, command];
  const visitors = await joiningVisitors(local, owner);
  if (visitors.length === 0) return [own];
  // A coupon counts for the whole cart, most of which may come from the visitor.
  if (isCommandOf(command, applyCouponCommand)) return [[visitors.at(-1) ?? owner, command]];
  if (isCommandOf(command, removeCouponCommand))
    return [...visitors.map((one): [Owner, Command] => [one, command]), own];
  if (!isCommandOf(command, setCartQuantityCommand) && !isCommandOf(command, removeFromCartCommand)) return [own];
  const { lineKey } = command.args;
  const withLine: Owner[] = [];
  for (const visitor of visitors) if (await hasLine(local, visitor, lineKey)) withLine.push(visitor);
  if (withLine.length === 0) return [own];
  const isOwn = await hasLine(local, owner, lineKey);
  const [last, rest] = isOwn ? [owner, withLine] : [withLine.at(-1) ?? owner, withLine.slice(0, -1)];
  const removals = rest.map((one): [Owner, Command] => [one, commandFor(removeFromCartCommand, { lineKey })]);
  return [...removals, [last, command]];
}

async function joiningVisitors({ db }: StoreContext, owner: Owner): Promise<Owner[]> {
  if (!owner.startsWith('u:')) return [];
  const visitors: Owner[] = [];
  for (const visitor of await visitorsOf(db, owner)) if (await deviceCart(db, visitor)) visitors.push(visitor);
  return visitors;
}
