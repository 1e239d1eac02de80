// Decisions: the user's actions on pending and refused commands.
// Guarantee: a command counts as cancelled only if it was never sent or was finally refused; if its outcome is unknown
// it is marked, and reported later.
import type { Cmd, JournalEntry, Notice, Owner } from '#db/rows.ts';
import { updateCartAfterFailure } from '../carts/committed-cart.ts';
import { findRecord, sentenceOf } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';
import { finishCommand } from '../outbox/finish-command.ts';
import { unseenOutcomes } from '../outbox/journal.ts';
import { cartTables, nextGeneration, ownerRows } from '../outbox/rows.ts';
import { originalRowOf } from '../recovery/corrupt-rows.ts';
import { findBlockers, findParkedRow, isCorrupt } from './waiting.ts';

export interface RefusedWrite {
  id: string;
  type: string;
  lane: string;
  sentence: string;
  outcome: JournalEntry['outcome'];
  /** Messages, the reason first. */
  notices: Notice[];
  violations: { propertyPath: string; message: string }[];
  args: unknown;
  at: number;
}

const readView = async ({ db }: StoreContext, owner: Owner, lane: string) =>
  (await db.snaps.get([owner, lane]))?.view ?? null;

/** A pending or refused command as text, to copy or send; null if it no longer exists. */
export async function commandAsText(local: StoreContext, id: string): Promise<string | null> {
  const { db } = local;
  const copy = await db.transaction('r', [db.outbox, db.snaps, db.journal], async () => {
    const row = await findRow(local, id);
    if (!row) return (await db.journal.where('cmdId').equals(id).last()) ?? null;
    if (isCorrupt(row)) return originalRowOf(row);
    // Fields for sending only.
    const { lease: _, leaseUntil: __, req: ___, ...own } = row;
    const phrase = sentenceOf(row, await readView(local, row.owner, row.lane));
    return { phrase, ...own };
  });
  return copy && JSON.stringify(copy, null, 2);
}

/** By id, or by row number for rows without one. */
function findRow({ db }: StoreContext, id: string): Promise<Cmd | undefined> {
  return id.startsWith('seq:') ? db.outbox.get(Number(id.slice(4))) : db.outbox.where('id').equals(id).first();
}

/** Unseen refusals and notices, oldest first; dependent failures are reported with their cause. */
export async function listRefusedWrites({ db }: StoreContext, owner: Owner): Promise<RefusedWrite[]> {
  const entries = await unseenOutcomes(db, owner);
  return entries
    .filter(({ causedBy }) => !causedBy)
    .map(({ cmdId, type, lane, sentence, outcome, notices, violations = [], args, at }) => {
      return { id: cmdId, type, lane, sentence, outcome, notices, violations, args, at };
    });
}

/** Dismisses the entry and its dependent failures. Deletes a refused picture. */
export async function markOutcomeSeen({ db }: StoreContext, id: string): Promise<void> {
  await db.transaction('rw', db.journal, db.blobs, async () => {
    const entry = await db.journal.where('cmdId').equals(id).last();
    if (!entry) return;
    await db.journal.where('cmdId').equals(id).modify({ dismissed: 1 });
    await db.journal.filter(({ causedBy }) => causedBy === id).modify({ dismissed: 1 });
    await db.blobs.where('cmdId').equals(id).delete();
  });
}

/** Sends a parked command again, with those of its lane parked for the same reason; after a conflict with a new key. */
export async function requeueCommand({ db, now }: StoreContext, id: string): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const requested = await db.outbox.where('id').equals(id).first();
    const all = requested ? await ownerRows(db, requested.owner) : [];
    const row = requested && findParkedRow(requested, findBlockers(all).get(requested.id));
    // Not parked, only delayed: retried at once, unless the server requested the delay.
    if (!row)
      return void (
        requested?.state === 'queued' &&
        !requested.retryAfterRequested &&
        (await db.outbox.update(requested.seq, { nextAt: 0 }))
      );
    const fresh = { state: 'queued', parkedFor: undefined, nextAt: 0, failures: 0, failingSince: undefined } as const;
    // An expired command starts its age again, like the one that blocked it; frozen request and key stay unchanged.
    const expired = row.parkedFor === 'expired';
    const renewed = ({ doubt }: Cmd) =>
      expired && (doubt ? { insisted: true } : { createdAt: now(), datedAt: undefined });
    const rows = all.filter(
      (other) => other.lane === row.lane && (other.parkedFor === row.parkedFor || other.id === requested.id),
    );
    await db.outbox.bulkUpdate(rows.map((one) => ({ key: one.seq, changes: { ...fresh, ...renewed(one) } })));
    // The refusal proves that the first attempt had no effect, so it may be sent again with the new base.
    const rebase = row.serverRefusal && findRecord(row.type)?.rebase;
    if (!row.serverRefusal || !rebase) return;
    await db.outbox.update(row.seq, { ...nextGeneration(row), base: rebase(row.serverRefusal) });
  });
}

/** Retries all delayed commands at once, unless the server requested the delay. */
export async function endPauses({ db, now }: StoreContext, owner: Owner): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const rows = await db.outbox.where('nextAt').above(now()).toArray();
    const own = rows.filter((row) => row.owner === owner && row.state === 'queued' && !row.retryAfterRequested);
    await db.outbox.bulkUpdate(own.map(({ seq }) => ({ key: seq, changes: { nextAt: 0 } })));
  });
}

/** @returns 'marked' if it is unknown whether the server has acted */
export async function cancelCommand(local: StoreContext, id: string): Promise<'cancelled' | 'marked' | 'gone'> {
  const { db } = local;
  return db.transaction('rw', cartTables(db), async () => {
    const row = await findRow(local, id);
    if (!row) return 'gone';
    if (isCorrupt(row)) {
      const text = 'Envoyée sans réponse\u00a0: vérifiez si elle a été prise en compte.';
      await finishCommand(local, row, null, { outcome: 'cancelled', ...(row.doubt && { code: 'unknown', text }) });
      await updateCartAfterFailure(local, row);
      return 'cancelled';
    }
    if (row.parkedFor === 'expired' && row.doubt) {
      // The server has forgotten the key, so the outcome stays unknown, which the text tells.
      const text = 'Envoyée il y a plus d’un mois sans réponse\u00a0: vérifiez si elle a été prise en compte.';
      const view = await readView(local, row.owner, row.lane);
      await finishCommand(local, row, view, { outcome: 'cancelled', code: 'unknown', text });
      await updateCartAfterFailure(local, row);
      return 'cancelled';
    }
    if (row.state === 'inflight' || row.doubt) {
      // Retried, so that it can be reverted once its outcome is known; only once after repeated server failures.
      const requeued = { state: 'queued', parkedFor: undefined, nextAt: 0 } as const;
      await db.outbox.update(row.seq, { undo: true, ...(row.state === 'parked' && requeued) });
      return 'marked';
    }
    await finishCommand(local, row, await readView(local, row.owner, row.lane), { outcome: 'cancelled' });
    await updateCartAfterFailure(local, row);
    return 'cancelled';
  });
}

/** Cancels a command of which nothing was sent; false for any other. */
export async function cancelUnsentCommand(local: StoreContext, id: string): Promise<boolean> {
  const { db } = local;
  return db.transaction('rw', cartTables(db), async () => {
    const row = await findRow(local, id);
    if (!row || row.state === 'inflight' || row.doubt) return false;
    return (await cancelCommand(local, id)) === 'cancelled';
  });
}
