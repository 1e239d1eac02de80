// What a person changes while the visitor's cart has not joined their own: the line they see may be of either, or of both.
// Guarantee: what is shown after it is what was asked for, before the joining and after it.

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

/** The same change, addressed to the carts it is about, the last in the person's own name if that has a part in it. */
export async function splitAcrossCarts(
  local: StoreContext,
  command: Command,
  owner: Owner,
): Promise<[Owner, Command][]> {
  const own: [Owner, Command] = [owner, command];
  const visitors = await joiningVisitors(local, owner);
  if (visitors.length === 0) return [own];
  // It counts for all that is in the cart, and most of that may be what is coming.
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
