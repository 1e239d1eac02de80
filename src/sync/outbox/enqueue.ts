// Putting a command into the outbox: one transaction checks the limits, opens the owner's cart if there is none yet, and
// writes the row. Guarantee: once the promise resolves the intent is on the device; when it rejects, nothing was written.

import { deviceCart, forgetDeviceCart, putDeviceCart } from '#db/device.ts';
import type { Cmd, NewCmd, Owner } from '#db/rows.ts';
import { isValidCommandRow } from '#db/valid-row.ts';
import { createCartCommand, isCartCommand, type SetCartQuantity, setCartQuantityCommand } from '../commands/cart.ts';
import { commitOrderCommand } from '../commands/commitment.ts';
import { commandFor, isCommandOf } from '../commands/record.ts';
import { type Command, recordOf } from '../commands/registry.ts';
import type { Local } from '../device/context.ts';
import { acrossCarts } from './across-carts.ts';
import { asSeen } from './displayed-values.ts';
import { checkPending, MAX_ARGS, OutboxFull } from './limits.ts';
import { visitorOf } from './owners.ts';
import { makersOf, withKnownNames } from './references.ts';
import { cartTables, type Lane, laneOf, ofOwner } from './rows.ts';

/** The cart that was to be ordered is no longer the one filled here: another tab has ordered it. */
export class CartHasLeft extends Error {
  override name = 'CartHasLeft';
}

export interface Written {
  id: string;
  /** Where it waits; not said of what was known already. */
  to?: Lane;
}

/** `freshId`: asked again after a failure of which nobody knows whether it was written, the same id writes nothing twice. */
export async function submit(local: Local, given: Command, freshId = local.newId()): Promise<Written> {
  const { db } = local;
  const pictures = mayBringPictures(given) ? await import('./uploads.ts') : null;
  const command = pictures ? pictures.withPicture(given) : given;
  if (JSON.stringify(command.args).length > MAX_ARGS) throw new OutboxFull('Cette modification est trop volumineuse.');
  const tables = [...cartTables(db), db.session];
  return db.transaction('rw', tables, async () => {
    const id = command.id ?? freshId;
    // Each question is a way to the disk and back: what does not depend on another's answer is asked beside it.
    const [known, session, visitor] = await Promise.all([
      isKnown(local, id),
      db.session.get('current'),
      db.device.get('visitorId'),
    ]);
    if (known) return { id };
    const owner = command.owner ?? session?.owner ?? (await visitorOf(local, visitor));
    const parts = isCartCommand(command.type) ? await acrossCarts(local, command, owner) : [];
    const [whose, last] = parts.pop() ?? [owner, command];
    for (const [other, part] of parts) await enqueue(local, part, other);
    await pictures?.keepPicture(local, whose, id, last);
    return write(local, last, whose, id);
  });
}

/** Few ever do: what looks after them comes with the first. */
const mayBringPictures = ({ type }: Command) => /^(images|products)\./.test(type);

/** Inside a transaction over the tables of a cart. */
export async function enqueue(local: Local, given: Command, owner: Owner): Promise<Written> {
  const id = given.id ?? local.newId();
  return (await isKnown(local, id)) ? { id } : write(local, given, owner, id);
}

async function write(local: Local, given: Command, owner: Owner, id: string): Promise<Written> {
  const record = recordOf(given.type);
  const [command, cart] = await Promise.all([
    withKnownNames(local, owner, given),
    isCartCommand(given.type) ? deviceCart(local.db, owner) : null,
    checkPending(local, owner, record.droppable),
  ]);
  const named = record.lane(command.args, id);
  const lane = named === 'cart' ? (cart?.lane ?? (await openCartLane(local, owner))) : named;
  if (isCommandOf(command, setCartQuantityCommand) && !command.id) {
    const merged = await replaceLastQuantity(local, owner, lane, command.args);
    if (merged) return { id: merged, to: { owner, lane } };
  }
  if (isCommandOf(command, commitOrderCommand)) {
    if (cart?.lane !== lane) throw new CartHasLeft();
    await forgetDeviceCart(local.db, owner);
  }
  const deps = await makersOf(local, owner, lane, command);
  await add(local, {
    ...(await asSeen(local, owner, lane, command)),
    ...(deps.length > 0 && { deps }),
    id,
    owner,
    lane,
  });
  return { id, to: { owner, lane } };
}

/** Writes a row as it is: inside a transaction over outbox. `away`: as that of the row it follows from. */
export async function add(
  local: Local,
  given: Command & { id: string; owner: Owner; lane: string; away?: Cmd['away'] },
): Promise<void> {
  const { id, owner, lane, type, args, base, seenPrice, deps, bytes, away } = given;
  const datedAt = local.serverTime();
  const row: NewCmd = {
    id,
    owner,
    lane,
    type,
    v: recordOf(type).v,
    args,
    ...(base && { base }),
    ...(seenPrice !== undefined && { seenPrice }),
    ...(deps && { deps }),
    ...(bytes && { bytes: bytes.byteLength }),
    ...(away && { away }),
    state: 'queued',
    gen: 0,
    attempts: 0,
    doubt: false,
    nextAt: 0,
    createdAt: local.now(),
    ...(datedAt !== null && { datedAt }),
    appVersion: local.appVersion,
  };
  await local.db.outbox.add(row);
}

/** Asked together, since each question is a way to the disk and back. */
async function isKnown({ db }: Local, id: string): Promise<boolean> {
  const waiting = db.outbox.where('id').equals(id).count();
  const [here, over] = await Promise.all([waiting, db.journal.where('cmdId').equals(id).count()]);
  return here + over > 0;
}

/** The lane of the cart this owner fills here; the first command of a new cart brings its creation along. */
export async function cartLane(local: Local, owner: Owner): Promise<string> {
  const known = await deviceCart(local.db, owner);
  return known ? known.lane : openCartLane(local, owner);
}

/**
 * Starts a new cart: inside a transaction over outbox and device.
 * `filled`: it is the one that is filled here from now on. `instead`: of this one, whose orders go on in it.
 */
export async function openCartLane(
  local: Local,
  owner: Owner,
  { filled = true, instead }: { filled?: boolean; instead?: string } = {},
): Promise<string> {
  const lane = `cart:${local.newId()}`;
  if (filled) await putDeviceCart(local.db, owner, lane, null);
  // Until it is an order the market gives back the same cart.
  const orders = await ofOwner(local.db, owner)
    .filter((row) => isCommandOf(row, commitOrderCommand) && row.lane !== instead)
    .toArray();
  const deps = orders.map(({ id }) => id);
  await add(local, {
    ...commandFor(createCartCommand, {}),
    ...(deps.length > 0 && { deps }),
    id: local.newId(),
    owner,
    lane,
  });
  return lane;
}

/** Taps on + and − in a row are one command: the last of its lane, never sent, of the same line. */
async function replaceLastQuantity(
  { db }: Local,
  owner: Owner,
  lane: string,
  args: SetCartQuantity,
): Promise<string | null> {
  const last = await laneOf(db, owner, lane).last();
  if (!last || !isValidCommandRow(last)) return null;
  if (!isCommandOf(last, setCartQuantityCommand) || last.state !== 'queued' || last.attempts > 0 || last.req)
    return null;
  if (last.v !== setCartQuantityCommand.v) return null;
  if ((last.args as typeof args).lineKey !== args.lineKey) return null;
  await db.outbox.update(last.seq, { args: { ...(last.args as typeof args), ...args } });
  return last.id;
}
