// Refusal record: stores a final refusal: rejects the command, counts it as done, requeues it with a new key, or parks
// it for the user.

import type { Cmd } from '#db/rows.ts';
import { deleteLoggedOutLane } from '../carts/cart-lane.ts';
import { updateCartAfterFailure } from '../carts/committed-cart.ts';
import { recreateCart, withoutLine } from '../carts/lost-cart.ts';
import { addToCartCommand } from '../commands/cart.ts';
import { isCart, isCommandOf, type RefusalMeaning } from '../commands/record.ts';
import { argsOf, findRecord } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';
import { finishCommand } from '../outbox/finish-command.ts';
import type { Verdict } from './classify.ts';
import { rebaseAutomatically } from './rebase.ts';
import { parkCommand, type Settlement } from './settlement.ts';

const outdated: RefusalMeaning = {
  as: 'park',
  parkedFor: 'needs-update',
  text: 'Mettez l’application à jour pour l’envoyer.',
};
const keyReuse: RefusalMeaning = {
  as: 'park',
  parkedFor: 'stuck',
  text: 'Cette modification ne peut pas être envoyée.',
};

export async function recordRefusal(
  local: StoreContext,
  row: Cmd,
  verdict: Extract<Verdict, { kind: 'refused' }>,
): Promise<Settlement> {
  const { db } = local;
  const record = findRecord(row.type);
  const refusals = record?.refusals ?? {};
  const named = verdict.code === 'key-reuse' ? keyReuse : verdict.code && refusals[verdict.code];
  const unnamed: RefusalMeaning = { as: 'rejected', text: verdict.text };
  const general = verdict.status === 426 ? outdated : undefined;
  const meaning = general || named || (refusals[verdict.status] ?? refusals.default ?? unnamed);
  const snapshot = await db.snaps.get([row.owner, row.lane]);
  const view = snapshot?.view ?? null;

  const { status, code, violations, detail } = verdict;
  if (row.undo && meaning.as !== 'recreate') {
    await finishCommand(local, row, view, { outcome: 'cancelled', status, code });
    await updateCartAfterFailure(local, row, code);
    return { kind: 'rejected', verdict, text: '' };
  }
  if (meaning.as === 'rebase') {
    const rebased = rebaseAutomatically({ ...row, serverRefusal: { status, code, detail } });
    if (!rebased) return parkCommand(local, row, 'conflict', { status, code, detail });
    await db.outbox.update(row.seq, { ...rebased, last: row.last });
    return { kind: 'moved' };
  }
  if (meaning.as === 'park') return parkCommand(local, row, meaning.parkedFor ?? 'conflict', { status, code, detail });
  if (meaning.as === 'recreate') {
    await recreateCart(local, row.owner, row.lane, row);
    return { kind: 'moved' };
  }
  const { lineKey } = (argsOf(row) ?? {}) as { lineKey?: string };
  if (
    snapshot &&
    isCart(view) &&
    lineKey &&
    (verdict.status === 404 || verdict.status === 410) &&
    !isCommandOf(row, addToCartCommand)
  ) {
    await db.snaps.put({ ...snapshot, view: withoutLine(view, lineKey) });
  }
  if (meaning.as === 'done') {
    await finishCommand(local, row, view, { outcome: 'done', status, code });
    await deleteLoggedOutLane(local, row);
    return { kind: 'done', answer: undefined, notices: [] };
  }
  await finishCommand(local, row, view, { outcome: 'rejected', status, code, text: meaning.text, violations, detail });
  await updateCartAfterFailure(local, row, code);
  return { kind: 'rejected', verdict, text: meaning.text };
}
