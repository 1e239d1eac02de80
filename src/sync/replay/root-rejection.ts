// Why a change of a cart line finds no line: the addition it was built on was refused, or given up by the person.
// Guarantee: only an addition that still waited when the change was made can be its cause.

import type { Cmd, JournalEntry } from '#db/rows.ts';
import { addToCartCommand } from '../commands/cart.ts';
import type { StoreContext } from '../device/context.ts';

/** The addition that ended without effect after this command was made; null when the line went for another reason. */
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
