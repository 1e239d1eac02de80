// Answers without a cart: where others change lines of the same cart right after a command, its answer need not bring the cart
// along, and the last of the row brings it. Guarantees: what is sent again asks for the whole cart, so that an answer that was
// lost or could not be used leaves nothing open; a command that needs to know a line as it is now has the view of it before it.

import { MINIMAL } from '#contract/wire/preference.ts';
import type { EtalDatabase } from '#db/database.ts';
import type { Cmd } from '#db/rows.ts';
import { addToCartCommand, removeFromCartCommand, setCartQuantityCommand } from '../commands/cart.ts';
import { isCommandOf } from '../commands/record.ts';
import { isLineOutdated } from '../outbox/applied-commands.ts';
import { makesSense } from '../recovery/corrupt-rows.ts';

const ofLines: string[] = [addToCartCommand.type, setCartQuantityCommand.type, removeFromCartCommand.type];
const changesLine = ({ type }: Pick<Cmd, 'type'>) => ofLines.includes(type);
const lineKeyOf = ({ args }: Cmd) => (args as { lineKey: string }).lineKey;

export const preference = { Prefer: MINIMAL } as const;

/**
 * Whether the head of a lane asks for a minimal answer. Inside a transaction over outbox and applied.
 * @param next what waits behind it
 */
export async function prefersMinimal(
  db: EtalDatabase,
  head: Cmd,
  next: Cmd | undefined,
  now: number,
): Promise<boolean> {
  if (!changesLine(head) || head.attempts > 0 || head.undo) return false;
  if (!next || !isSendable(next, now) || !changesLine(next)) return false;
  // An addition is asked of the cart; anything else of a line, which only the view can name.
  if (isCommandOf(next, addToCartCommand)) return true;
  const lineKey = lineKeyOf(next);
  return lineKey !== lineKeyOf(head) && !(await isLineOutdated(db, next, lineKey));
}

const isSendable = (row: Cmd, now: number) =>
  makesSense(row) && row.state === 'queued' && row.nextAt <= now && !row.deps?.length;
