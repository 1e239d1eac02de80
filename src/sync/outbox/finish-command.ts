// Finish command: the end of a write.
// Guarantees: a row leaves the outbox in the transaction that writes its outcome to the journal; commands that the user
// did not request (creating the cart, counting a visit) are never counted.

import type { EtalDatabase } from '#db/database.ts';
import type { Cmd, NewJournalEntry, Notice } from '#db/rows.ts';
import { isValidCommandRow } from '#db/valid-row.ts';
import { uploadPictureCommand } from '../commands/pictures.ts';
import { isCommandOf } from '../commands/record.ts';
import { findRecord, sentenceOf } from '../commands/registry.ts';
import { DAY } from '../device/clock.ts';
import type { StoreContext } from '../device/context.ts';
import { ownerRows } from './rows.ts';

export const JOURNAL_ROWS = 500;
export const JOURNAL_AGE = 30 * DAY;

export interface CommandOutcome {
  outcome: 'done' | 'rejected' | 'cancelled';
  status?: number;
  code?: string;
  text?: string;
  notices?: Notice[];
  violations?: { propertyPath: string; message: string }[];
  detail?: Record<string, unknown>;
  causedBy?: string;
  /** Already handled: nothing to report. */
  isDismissed?: boolean;
}

export function createJournalEntry(
  cmd: Cmd,
  at: number,
  view: Parameters<typeof sentenceOf>[1],
  result: CommandOutcome,
): NewJournalEntry {
  const notices = [...(result.notices ?? [])];
  if (result.text) {
    const code = result.code ?? `${result.status ?? 'refused'}`;
    notices.unshift({ code, text: result.text, ...(result.detail && { detail: result.detail }) });
  }
  return {
    at,
    owner: cmd.owner,
    cmdId: cmd.id,
    lane: cmd.lane,
    type: cmd.type,
    sentence: sentenceOf(cmd, view),
    outcome: result.outcome,
    status: result.status,
    code: result.code,
    notices,
    violations: result.violations,
    ...(result.outcome !== 'done' && { args: cmd.args, v: cmd.v, base: cmd.base }),
    ...(result.causedBy && { causedBy: result.causedBy }),
    dismissed: !result.isDismissed && (result.outcome === 'rejected' || notices.length > 0) ? 0 : 1,
  };
}

/** Deletes a row and writes its outcome to the journal. Requires a transaction over both tables. */
export async function finishCommand(
  local: StoreContext,
  cmd: Cmd,
  view: Parameters<typeof sentenceOf>[1],
  result: CommandOutcome,
): Promise<void> {
  const { db } = local;
  await db.outbox.delete(cmd.seq);
  // A refused picture is displayed with its refusal until that is dismissed.
  const hasPicture = isCommandOf(cmd, uploadPictureCommand) || !isValidCommandRow(cmd);
  if (hasPicture && (result.outcome !== 'rejected' || result.isDismissed))
    await db.blobs.where('cmdId').equals(cmd.id).delete();
  if (result.outcome !== 'done') await parkDependents(db, cmd);
  if (findRecord(cmd.type)?.droppable) return;
  const entry = createJournalEntry(cmd, local.now(), view, result);
  // After a logout only outcomes to be reported at the user's return are stored.
  if (cmd.ownerLoggedOut && entry.dismissed === 1) return;
  await db.journal.add(entry);
}

/** Parks the commands that depend on a failed one, until the user decides. */
async function parkDependents(db: EtalDatabase, { id, owner, args }: Cmd): Promise<void> {
  if (!(args as { tempId?: string } | null)?.tempId) return;
  const waiting = (await ownerRows(db, owner)).filter(({ deps, req }) => deps?.includes(id) && !req);
  const changes = { state: 'parked', parkedFor: 'dependency' } as const;
  await db.outbox.bulkUpdate(waiting.map(({ seq }) => ({ key: seq, changes })));
}

/** Deletes entries beyond the limit and those older than 30 days. */
export async function trimJournal({ db, now }: StoreContext): Promise<void> {
  const old = await db.journal
    .where('at')
    .below(now() - JOURNAL_AGE)
    .count();
  if (old === 0 && (await db.journal.count()) <= JOURNAL_ROWS) return;
  await db.transaction('rw', db.journal, db.blobs, async () => {
    const tooMany = (await db.journal.count()) - JOURNAL_ROWS;
    const oldest = tooMany > 0 ? await db.journal.orderBy('n').limit(tooMany).toArray() : [];
    const expired = await db.journal
      .where('at')
      .below(now() - JOURNAL_AGE)
      .toArray();
    const removed = [...oldest, ...expired];
    await db.journal.bulkDelete(removed.map(({ n }) => n));
    const pictures = removed.filter(({ type }) => type === uploadPictureCommand.type).map(({ cmdId }) => cmdId);
    await db.blobs.where('cmdId').anyOf(pictures).delete();
  });
}
