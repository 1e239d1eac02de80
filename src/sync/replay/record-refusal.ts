// Writing down that the server has refused for good: told, done anyway, gone again under a new key, or left to the person.

import type { Cmd } from '#db/rows.ts';
import { afterOrder } from '../carts/committed-cart.ts';
import { recreateCart, withoutLine } from '../carts/lost-cart.ts';
import { addToCartCommand } from '../commands/cart.ts';
import { isCart, isCommandOf, type Meaning } from '../commands/record.ts';
import { argsOf, commandOf } from '../commands/registry.ts';
import type { Local } from '../device/context.ts';
import { conclude } from '../outbox/finish-command.ts';
import type { Verdict } from './classify.ts';
import { rebased } from './rebase.ts';
import { park, type Settlement } from './settlement.ts';

const outdated: Meaning = {
  as: 'park',
  parkedFor: 'needs-update',
  text: 'Mettez l’application à jour pour l’envoyer.',
};
const keyReuse: Meaning = { as: 'park', parkedFor: 'stuck', text: 'Cette modification ne peut pas être envoyée.' };

export async function refused(
  local: Local,
  row: Cmd,
  verdict: Extract<Verdict, { kind: 'refused' }>,
): Promise<Settlement> {
  const { db } = local;
  const record = commandOf(row.type);
  const refusals = record?.refusals ?? {};
  const named = verdict.code === 'key-reuse' ? keyReuse : verdict.code && refusals[verdict.code];
  const unnamed: Meaning = { as: 'rejected', text: verdict.text };
  const general = verdict.status === 426 ? outdated : undefined;
  const meaning = general || named || (refusals[verdict.status] ?? refusals.default ?? unnamed);
  const snapshot = await db.snaps.get([row.owner, row.lane]);
  const view = snapshot?.view ?? null;

  const { status, code, violations, detail } = verdict;
  if (row.undo && meaning.as !== 'recreate') {
    await conclude(local, row, view, { outcome: 'cancelled', status, code });
    await afterOrder(local, row, code);
    return { kind: 'rejected', verdict, text: '' };
  }
  if (meaning.as === 'rebase') {
    const again = rebased({ ...row, said: { status, code, detail } });
    if (!again) return park(local, row, 'conflict', { status, code, detail });
    await db.outbox.update(row.seq, { ...again, last: row.last });
    return { kind: 'moved' };
  }
  if (meaning.as === 'park') return park(local, row, meaning.parkedFor ?? 'conflict', { status, code, detail });
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
    await conclude(local, row, view, { outcome: 'done', status, code });
    return { kind: 'done', answer: undefined, notices: [] };
  }
  await conclude(local, row, view, { outcome: 'rejected', status, code, text: meaning.text, violations, detail });
  await afterOrder(local, row, code);
  return { kind: 'rejected', verdict, text: meaning.text };
}
