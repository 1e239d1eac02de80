// The person's choice on a card of conflicts.ts. Guarantee: one transaction writes what follows from it and closes the card,
// so the same choice made twice is one; a new generation is opened only on what was definitively refused.
import type { Cmd, JournalEntry, Owner } from '#db/rows.ts';
import { cartTables, forgetOrderedCart, restartCart } from './cart-lane.ts';
import type { CommandArgs, Compensation } from './command.ts';
import type { Choice } from './conflicts.ts';
import type { Local } from './local.ts';
import { enqueue } from './submit.ts';
import { discard, dismiss, retry } from './tray.ts';
import { uuidv5 } from './uuid.ts';

/** @returns false when there is nothing (any more) that this choice could be made of */
export async function resolve(
  local: Local,
  id: string,
  choice: Choice,
  perField: Record<string, 'mine' | 'theirs'> = {},
): Promise<boolean> {
  const row = await local.db.outbox.where('id').equals(id).first();
  if (row) return row.state === 'parked' && (await decide(local, row, choice, perField));
  return acknowledge(local, id, choice);
}

async function decide(
  local: Local,
  row: Cmd,
  choice: Choice,
  _perField: Record<string, 'mine' | 'theirs'>,
): Promise<boolean> {
  const ofCart = row.lane.startsWith('cart:') && row.parkedFor === 'conflict';
  if (ofCart && choice === 'new-cart') return restartCart(local, row.owner, row.lane);
  if (ofCart && choice === 'dismiss') return forgetOrderedCart(local, row.owner, row.lane);
  if (choice === 'mine') await retry(local, row.id);
  else if (choice === 'theirs' || choice === 'dismiss') await discard(local, row.id);
  else return false;
  return true;
}

/** What is over: what the person wants instead, then the card is closed. */
async function acknowledge(local: Local, id: string, choice: Choice): Promise<boolean> {
  const { db } = local;
  return db.transaction('rw', cartTables(db), async () => {
    const entry = await db.journal.where('cmdId').equals(id).last();
    if (!entry || entry.dismissed === 1) return false;
    const instead = choice === 'dismiss' ? null : insteadOf(entry, choice);
    if (choice !== 'dismiss' && !instead) return false;
    if (instead) await enqueue(local, { ...instead, id: uuidv5(`${choice} ${id}`) }, entry.owner satisfies Owner);
    await dismiss(local, id);
    return true;
  });
}

function insteadOf({ type, args, notices }: JournalEntry, choice: Choice): Compensation | null {
  const { available, lineKey: told } = (notices[0]?.detail ?? {}) as { available?: number; lineKey?: string };
  const { lineKey = told } = (args ?? {}) as { lineKey?: string };
  if (lineKey === undefined) return null;
  if (choice === 'remove') return { type: 'cart.remove', args: { lineKey } };
  if (choice !== 'take-available' || !available) return null;
  if (type === 'cart.add') return { type, args: { ...(args as CommandArgs['cart.add']), quantity: available } };
  if (type !== 'cart.setQuantity') return null;
  return { type, args: { ...(args as CommandArgs['cart.setQuantity']), quantity: available } };
}
