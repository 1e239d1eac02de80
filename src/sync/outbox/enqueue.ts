// Enqueue: one transaction checks the limits, opens a cart if necessary, and writes the row.
// Guarantee: when the promise resolves the command is stored; when it rejects nothing was written.

import { deviceCart, forgetDeviceCart, putDeviceCart } from '#db/device.ts';
import type { Cmd, NewCmd, Owner } from '#db/rows.ts';
import { isValidCommandRow } from '#db/valid-row.ts';
import { createCartCommand, isCartCommand, type SetCartQuantity, setCartQuantityCommand } from '../commands/cart.ts';
import { commitOrderCommand } from '../commands/commitment.ts';
import { changesOf } from '../commands/field-values.ts';
import { commandFor, isCommandOf } from '../commands/record.ts';
import { type Command, recordOfType } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';
import { splitAcrossCarts } from './across-carts.ts';
import { withBaseValues } from './displayed-values.ts';
import { checkPendingLimit, MAX_ARGS, OutboxFull } from './limits.ts';
import { visitorOwner } from './owners.ts';
import { findCreators, resolveKnownRefs } from './references.ts';
import { cartTables, type Lane, laneOf, laneRows, outboxOf } from './rows.ts';

/** The cart to be ordered is no longer the current one: another tab has ordered it. */
export class CartReplaced extends Error {
  override name = 'CartReplaced';
}

export interface SubmitResult {
  id: string;
  /** Absent for a known command. */
  lane?: Lane;
}

/** `freshId`: with the same id a repetition after an unclear failure writes nothing twice. */
export async function submitToOutbox(
  local: StoreContext,
  given: Command,
  freshId = local.newId(),
): Promise<SubmitResult> {
  const { db } = local;
  const pictures = mayContainPictures(given) ? await import('./uploads.ts') : null;
  const command = pictures ? await pictures.withPictureDigest(given) : given;
  if (JSON.stringify(command.args).length > MAX_ARGS) throw new OutboxFull('Cette modification est trop volumineuse.');
  const tables = [...cartTables(db), db.session];
  return db.transaction('rw', tables, async () => {
    const id = command.id ?? freshId;
    // Each read is a disk access, so independent reads run in parallel.
    const [known, session, visitor] = await Promise.all([
      isKnown(local, id),
      db.session.get('current'),
      db.device.get('visitorId'),
    ]);
    if (known) return { id };
    const owner = command.owner ?? session?.owner ?? (await visitorOwner(local, visitor));
    const parts = isCartCommand(command.type) ? await splitAcrossCarts(local, command, owner) : [];
    const [lastOwner, lastCommand] = parts.pop() ?? [owner, command];
    for (const [other, part] of parts) await enqueue(local, part, other);
    await pictures?.storePicture(local, lastOwner, id, lastCommand);
    return writeCommand(local, lastCommand, lastOwner, id);
  });
}

/** Rare, so their code is loaded on demand. */
const mayContainPictures = ({ type }: Command) => /^(images|products)\./.test(type);

/** Requires a transaction over the cart tables. */
export async function enqueue(local: StoreContext, given: Command, owner: Owner): Promise<SubmitResult> {
  const id = given.id ?? local.newId();
  return (await isKnown(local, id)) ? { id } : writeCommand(local, given, owner, id);
}

async function writeCommand(local: StoreContext, given: Command, owner: Owner, id: string): Promise<SubmitResult> {
  const record = recordOfType(given.type);
  const [command, cart] = await Promise.all([
    resolveKnownRefs(local, owner, given),
    isCartCommand(given.type) ? deviceCart(local.db, owner) : null,
    checkPendingLimit(local, owner, record.droppable),
  ]);
  const named = record.lane(command.args, id);
  const lane = named === 'cart' ? (cart?.lane ?? (await openCartLane(local, owner))) : named;
  if (isCommandOf(command, setCartQuantityCommand) && !command.id) {
    const merged = await replaceLastQuantity(local, owner, lane, command.args);
    if (merged) return { id: merged, lane: { owner, lane } };
  }
  if (isCommandOf(command, commitOrderCommand)) {
    if (cart?.lane !== lane) throw new CartReplaced();
    await forgetDeviceCart(local.db, owner);
  }
  const deps = await findCreators(local, owner, lane, command);
  await addRow(local, {
    ...(await withBaseValues(local, owner, lane, await withEarlierBase(local, owner, lane, command))),
    ...(deps.length > 0 && { deps }),
    id,
    owner,
    lane,
  });
  return { id, lane: { owner, lane } };
}

/**
 * The base of a change whose field has another change waiting: not newer than that one's. A newer view was shown with the
 * waiting change on top, so that what another device did to the field was not seen.
 */
async function withEarlierBase(local: StoreContext, owner: Owner, lane: string, command: Command): Promise<Command> {
  const { base } = command;
  const names = Object.keys(changesOf(command));
  if (base?.version === undefined || names.length === 0) return command;
  const earlier = (await laneRows(local.db, owner, lane)).findLast((row) =>
    names.some((name) => name in changesOf(row)),
  );
  const version = Math.min(base.version, earlier?.base?.version ?? base.version);
  return { ...command, base: { ...base, version } };
}

/** Writes a row unchanged. Requires a transaction over `outbox`. `ownerLoggedOut`: copied from the originating row. */
export async function addRow(
  local: StoreContext,
  given: Command & { id: string; owner: Owner; lane: string; ownerLoggedOut?: Cmd['ownerLoggedOut'] },
): Promise<void> {
  const { id, owner, lane, type, args, base, seenPrice, deps, bytes, ownerLoggedOut } = given;
  const datedAt = local.serverTime();
  const row: NewCmd = {
    id,
    owner,
    lane,
    type,
    v: recordOfType(type).v,
    args,
    ...(base && { base }),
    ...(seenPrice !== undefined && { seenPrice }),
    ...(deps && { deps }),
    ...(bytes && { bytes: bytes.byteLength }),
    ...(ownerLoggedOut && { ownerLoggedOut }),
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

/** In parallel, since each read is a disk access. */
async function isKnown({ db }: StoreContext, id: string): Promise<boolean> {
  const waiting = db.outbox.where('id').equals(id).count();
  const [pending, completed] = await Promise.all([waiting, db.journal.where('cmdId').equals(id).count()]);
  return pending + completed > 0;
}

/** The lane of the owner's current cart; opens a cart if there is none. */
export async function cartLane(local: StoreContext, owner: Owner): Promise<string> {
  const known = await deviceCart(local.db, owner);
  return known ? known.lane : openCartLane(local, owner);
}

/**
 * Opens a new cart. Requires a transaction over `outbox` and `device`. `filled`: it becomes the current cart.
 * `instead`: the lane that it replaces, whose orders continue in it.
 */
export async function openCartLane(
  local: StoreContext,
  owner: Owner,
  { filled = true, instead }: { filled?: boolean; instead?: string } = {},
): Promise<string> {
  const lane = `cart:${local.newId()}`;
  if (filled) await putDeviceCart(local.db, owner, lane, null);
  // Until it is ordered, the server would return the same cart.
  const orders = await outboxOf(local.db, owner)
    .filter((row) => isCommandOf(row, commitOrderCommand) && row.lane !== instead)
    .toArray();
  const deps = orders.map(({ id }) => id);
  await addRow(local, {
    ...commandFor(createCartCommand, {}),
    ...(deps.length > 0 && { deps }),
    id: local.newId(),
    owner,
    lane,
  });
  return lane;
}

/** Consecutive taps on + and − update the last command of the lane, if it is for the same line and was never sent. */
async function replaceLastQuantity(
  { db }: StoreContext,
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
