// Conflict resolution: applies the user's choice on a card.
// Guarantee: one transaction applies the choice and closes the card, so that a repeated choice has no effect; a new
// generation starts only after a final refusal.

import type { Cmd, JournalEntry, Owner } from '#db/rows.ts';
import { forgetOrderedCart, restartCart } from '../carts/lost-cart.ts';
import { addToCartCommand, removeFromCartCommand, setCartQuantityCommand } from '../commands/cart.ts';
import { commitOrderCommand } from '../commands/commitment.ts';
import { commandFor, isCommandOf } from '../commands/record.ts';
import { type CommandContent, contentOf } from '../commands/registry.ts';
import { replaceTempIris, resolveTempIris, tempIrisIn } from '../commands/temporary-ids.ts';
import type { StoreContext } from '../device/context.ts';
import { uuidv5 } from '../device/ids.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { cartTables, ownerRows } from '../outbox/rows.ts';
import { compareChanges, readVersionConflict, rebaseOnto } from '../replay/rebase.ts';
import type { Choice } from './conflict.ts';
import { cancelCommand, markOutcomeSeen, requeueCommand } from './decisions.ts';

/** @returns false if the choice no longer applies */
export async function resolveConflict(
  local: StoreContext,
  id: string,
  choice: Choice,
  perField: PerField = {},
): Promise<boolean> {
  const row = await local.db.outbox.where('id').equals(id).first();
  if (row) return row.state === 'parked' && (await applyChoice(local, row, choice, perField));
  return closeOutcome(local, id, choice);
}

/** A changed order is decided separately from its cart. */
const isOrderChange = ({ type, serverRefusal }: Cmd) => type === commitOrderCommand.type && serverRefusal !== undefined;

type PerField = Record<string, 'mine' | 'theirs'>;

async function applyChoice(local: StoreContext, row: Cmd, choice: Choice, perField: PerField): Promise<boolean> {
  const ofCart = row.lane.startsWith('cart:') && row.parkedFor === 'conflict' && !isOrderChange(row);
  if (ofCart && choice === 'new-cart') return restartCart(local, row.owner, row.lane);
  if (ofCart && choice === 'dismiss') return forgetOrderedCart(local, row.owner, row.lane);
  if (row.parkedFor === 'dependency' && choice === 'without-picture') return sendWithoutPictures(local, row.id);
  if (choice === 'dismiss' || choice === 'edit') return (await cancelCommand(local, row.id)) === 'cancelled';
  if (choice !== 'mine' && choice !== 'theirs' && choice !== 'merge') return false;
  if (readVersionConflict(row.serverRefusal))
    return sendRebased(
      local,
      row.id,
      (name) => choice === 'mine' || (choice === 'merge' && perField[name] !== 'theirs'),
    );
  if (choice === 'mine') await requeueCommand(local, row.id);
  else await cancelCommand(local, row.id);
  return true;
}

/** Applies the chosen fields to the server's current state. */
async function sendRebased(local: StoreContext, id: string, isOwnChoice: (name: string) => boolean): Promise<boolean> {
  const { db } = local;
  return db.transaction('rw', cartTables(db), async () => {
    const row = await db.outbox.where('id').equals(id).first();
    const now = readVersionConflict(row?.serverRefusal);
    if (row?.state !== 'parked' || !now) return false;
    const isEdit = 'changes' in (row.args as object);
    const chosen = compareChanges(row, now.current).filter(({ name, clash }) => !clash || isOwnChoice(name));
    if (isEdit ? chosen.length === 0 : !isOwnChoice('')) return (await cancelCommand(local, id)) === 'cancelled';
    const changes = Object.fromEntries(chosen.map(({ name, mine }) => [name, mine]));
    const args = isEdit ? { ...(row.args as object), changes } : row.args;
    await db.outbox.update(row.seq, { ...rebaseOnto(row, now), args, rebased: 0 });
    return true;
  });
}

/** Removes the pictures that will never be uploaded and sends the rest. */
async function sendWithoutPictures(local: StoreContext, id: string): Promise<boolean> {
  const { db } = local;
  return db.transaction('rw', [db.outbox, db.idmap], async () => {
    const row = await db.outbox.where('id').equals(id).first();
    if (row?.parkedFor !== 'dependency') return false;
    const refs = tempIrisIn(row.args);
    const resolved = await resolveTempIris(db, row.owner, refs);
    const rows = await ownerRows(db, row.owner);
    const pendingIris = new Set(rows.map(({ args }) => (args as { tempId?: string }).tempId));
    const lost = refs.filter((ref) => !resolved.has(ref) && !pendingIris.has(ref));
    const args = replaceTempIris(row.args, new Map(lost.map((ref): [string, null] => [ref, null])));
    const waitingIds = new Set(rows.map((other) => other.id));
    const deps = row.deps?.filter((dep) => waitingIds.has(dep));
    await db.outbox.update(row.seq, { args, deps, state: 'queued', parkedFor: undefined, nextAt: 0 });
    return true;
  });
}

/** Submits the replacement of a finished command, then closes the card. */
async function closeOutcome(local: StoreContext, id: string, choice: Choice): Promise<boolean> {
  const { db } = local;
  return db.transaction('rw', cartTables(db), async () => {
    const entry = await db.journal.where('cmdId').equals(id).last();
    if (!entry || entry.dismissed === 1) return false;
    const replacement = choice === 'dismiss' ? null : replacementFor(entry, choice);
    if (choice !== 'dismiss' && !replacement) return false;
    if (replacement)
      await enqueue(local, { ...replacement, id: uuidv5(`${choice} ${id}`) }, entry.owner satisfies Owner);
    await markOutcomeSeen(local, id);
    return true;
  });
}

function replacementFor(entry: JournalEntry, choice: Choice): CommandContent | null {
  const { args, notices } = entry;
  const { available, lineKey: noticeLineKey } = (notices[0]?.detail ?? {}) as { available?: number; lineKey?: string };
  const { lineKey = noticeLineKey } = (args ?? {}) as { lineKey?: string };
  if (lineKey === undefined) return null;
  if (choice === 'remove') return commandFor(removeFromCartCommand, { lineKey });
  if (choice !== 'take-available' || !available) return null;
  const content = contentOf(entry);
  if (isCommandOf(content, addToCartCommand)) return { ...content, args: { ...content.args, quantity: available } };
  if (!isCommandOf(content, setCartQuantityCommand)) return null;
  return { ...content, args: { ...content.args, quantity: available } };
}
