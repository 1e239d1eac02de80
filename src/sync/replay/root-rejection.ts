// Root rejection: finds the refused or cancelled addition that explains why a change found no cart line.
// Guarantee: only an addition that was still pending when the change was made can be the cause.

import type { Cmd, JournalEntry } from '#db/rows.ts';
import { addToCartCommand } from '../commands/cart.ts';
import type { StoreContext } from '../device/context.ts';

/** The addition that failed after this command was created; null if the line is missing for another reason. */
export async function rootRejection({ db }: StoreContext, cmd: Cmd): Promise<JournalEntry | null> {
  const { lineKey } = cmd.args as { lineKey?: string };
  if (lineKey === undefined) return null;
  const since = db.journal
    .where('[owner+at]')
    .between([cmd.owner, cmd.createdAt], [cmd.owner, Number.POSITIVE_INFINITY], true, true);
  const additions = await since
    .filter(({ type, lane, outcome, args }) => {
      const isAddition = type === addToCartCommand.type && lane === cmd.lane && outcome !== 'done';
      return isAddition && (args as { lineKey?: string } | undefined)?.lineKey === lineKey;
    })
    .sortBy('n');
  return additions.at(-1) ?? null;
}
