// Answers without a cart: where others change lines of the same cart right after a command, its answer need not bring the cart
// along, and the last of the row brings it. Guarantees: what is sent again asks for the whole cart, so that an answer that was
// lost or could not be used leaves nothing open; a command that needs to know a line as it is now has the view of it before it.

import { MINIMAL } from '#contract/wire/preference.ts';
import type { EtalDatabase } from '#db/database.ts';
import type { Cmd } from '#db/rows.ts';
import { addToCartCommand, removeFromCartCommand, setCartQuantityCommand } from '../commands/cart.ts';
import { isCommandOf } from '../commands/record.ts';
import { isLineOutdated } from '../outbox/applied-commands.ts';
import { isReadableCommand } from '../recovery/corrupt-rows.ts';

const lineCommandTypes: string[] = [addToCartCommand.type, setCartQuantityCommand.type, removeFromCartCommand.type];
const isLineCommand = ({ type }: Pick<Cmd, 'type'>) => lineCommandTypes.includes(type);
const lineKeyOf = ({ args }: Cmd) => (args as { lineKey: string }).lineKey;

export const minimalPreference = { Prefer: MINIMAL } as const;

/**
 * Whether the head of a lane asks for a minimal answer. Inside a transaction over outbox and applied.
 * @param next what waits behind it
 */
export async function canUseMinimalAnswer(
  db: EtalDatabase,
  head: Cmd,
  next: Cmd | undefined,
  now: number,
): Promise<boolean> {
  if (!isLineCommand(head) || head.attempts > 0 || head.undo) return false;
  if (!next || !isSendable(next, now) || !isLineCommand(next)) return false;
  // An addition is asked of the cart; anything else of a line, which only the view can name.
  if (isCommandOf(next, addToCartCommand)) return true;
  const lineKey = lineKeyOf(next);
  return lineKey !== lineKeyOf(head) && !(await isLineOutdated(db, next, lineKey));
}

const isSendable = (row: Cmd, now: number) =>
  isReadableCommand(row) && row.state === 'queued' && row.nextAt <= now && !row.deps?.length;
