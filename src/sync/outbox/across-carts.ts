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
import type { Local } from '../device/context.ts';
import { shownIn } from './displayed-values.ts';
import { visitorsOf } from './owners.ts';

async function holds({ db }: Local, owner: Owner, lineKey: string): Promise<boolean> {
  const cart = await deviceCart(db, owner);
  if (!cart) return false;
  const { items } = await shownIn(db, owner, cart.lane);
  return items.some((item) => item.lineKey === lineKey);
}

/** The same change, addressed to the carts it is about, the last in the person's own name if that has a part in it. */
export async function acrossCarts(local: Local, command: Command, owner: Owner): Promise<[Owner, Command][]> {
  const mine: [Owner, Command] = [owner, command];
  const visitors = await joining(local, owner);
  if (visitors.length === 0) return [mine];
  // It counts for all that is in the cart, and most of that may be what is coming.
  if (isCommandOf(command, applyCouponCommand)) return [[visitors.at(-1) ?? owner, command]];
  if (isCommandOf(command, removeCouponCommand))
    return [...visitors.map((one): [Owner, Command] => [one, command]), mine];
  if (!isCommandOf(command, setCartQuantityCommand) && !isCommandOf(command, removeFromCartCommand)) return [mine];
  const { lineKey } = command.args;
  const among: Owner[] = [];
  for (const visitor of visitors) if (await holds(local, visitor, lineKey)) among.push(visitor);
  if (among.length === 0) return [mine];
  const isOwn = await holds(local, owner, lineKey);
  const [last, rest] = isOwn ? [owner, among] : [among.at(-1) ?? owner, among.slice(0, -1)];
  const away = rest.map((one): [Owner, Command] => [one, commandFor(removeFromCartCommand, { lineKey })]);
  return [...away, [last, command]];
}

async function joining({ db }: Local, owner: Owner): Promise<Owner[]> {
  if (!owner.startsWith('u:')) return [];
  const visitors: Owner[] = [];
  for (const visitor of await visitorsOf(db, owner)) if (await deviceCart(db, visitor)) visitors.push(visitor);
  return visitors;
}
