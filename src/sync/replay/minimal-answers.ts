// Minimal answers: if other line changes of the same cart follow, the answer may omit the cart, which the last of them
// brings.
// Guarantees: a retry requests the whole cart, so that a lost or unusable answer has no effect; a command that depends
// on the current line has its view before it.

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
 * Whether the head of a lane requests a minimal answer. Requires a transaction over `outbox` and `applied`.
 * @param next the following command
 */
export async function canUseMinimalAnswer(
  db: EtalDatabase,
  head: Cmd,
  next: Cmd | undefined,
  now: number,
): Promise<boolean> {
  if (!isLineCommand(head) || head.attempts > 0 || head.undo) return false;
  if (!next || !isSendable(next, now) || !isLineCommand(next)) return false;
  // An addition addresses the cart; other commands address a line, whose id only the view has.
  if (isCommandOf(next, addToCartCommand)) return true;
  const lineKey = lineKeyOf(next);
  return lineKey !== lineKeyOf(head) && !(await isLineOutdated(db, next, lineKey));
}

const isSendable = (row: Cmd, now: number) =>
  isReadableCommand(row) && row.state === 'queued' && row.nextAt <= now && !row.deps?.length;
