// What a person sees and decides of their waiting and refused commands. Guarantee: a command is called cancelled only if it
// was never sent or was definitively refused; one whose outcome is unknown is marked, and told about once it is known.
import type { Cmd, JournalEntry, Notice, Owner } from '#db/rows.ts';
import { restoreCartOfOrder } from '../carts/committed-cart.ts';
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
  /** What to tell, first the reason. */
  notices: Notice[];
  violations: { propertyPath: string; message: string }[];
  args: unknown;
  at: number;
}

const readView = async ({ db }: StoreContext, owner: Owner, lane: string) =>
  (await db.snaps.get([owner, lane]))?.view ?? null;

/** One that waits or was refused, as a text that a person can keep or send; null when it is no longer there. */
export async function commandAsText(local: StoreContext, id: string): Promise<string | null> {
  const { db } = local;
  const copy = await db.transaction('r', [db.outbox, db.snaps, db.journal], async () => {
    const row = await findRow(local, id);
    if (!row) return (await db.journal.where('cmdId').equals(id).last()) ?? null;
    if (isCorrupt(row)) return originalRowOf(row);
    // What only the sending needs says nothing to anyone.
    const { lease: _, leaseUntil: __, req: ___, ...own } = row;
    const phrase = sentenceOf(row, await readView(local, row.owner, row.lane));
    return { phrase, ...own };
  });
  return copy && JSON.stringify(copy, null, 2);
}

/** By its id, or by its place where it has none. */
function findRow({ db }: StoreContext, id: string): Promise<Cmd | undefined> {
  return id.startsWith('seq:') ? db.outbox.get(Number(id.slice(4))) : db.outbox.where('id').equals(id).first();
}

/** Refusals and notices not dismissed yet, oldest first; what failed only because of another is told with that one. */
export async function listRefusedWrites({ db }: StoreContext, owner: Owner): Promise<RefusedWrite[]> {
  const entries = await unseenOutcomes(db, owner);
  return entries
    .filter(({ causedBy }) => !causedBy)
    .map(({ cmdId, type, lane, sentence, outcome, notices, violations = [], args, at }) => {
      return { id: cmdId, type, lane, sentence, outcome, notices, violations, args, at };
    });
}

/** Seen: the entry, and those that failed because of it. A picture that was refused leaves the device now. */
export async function markOutcomeSeen({ db }: StoreContext, id: string): Promise<void> {
  await db.transaction('rw', db.journal, db.blobs, async () => {
    const entry = await db.journal.where('cmdId').equals(id).last();
    if (!entry) return;
    await db.journal.where('cmdId').equals(id).modify({ dismissed: 1 });
    await db.journal.filter(({ causedBy }) => causedBy === id).modify({ dismissed: 1 });
    await db.blobs.where('cmdId').equals(id).delete();
  });
}

/** Sends a parked command again, and what is parked behind it for the same reason; after a conflict, under a new key. */
export async function requeueCommand({ db, now }: StoreContext, id: string): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const requested = await db.outbox.where('id').equals(id).first();
    const all = requested ? await ownerRows(db, requested.owner) : [];
    const row = requested && findParkedRow(requested, findBlockers(all).get(requested.id));
    // Not stopped, only pausing: tried at once, unless the server itself asked for the pause.
    if (!row)
      return void (
        requested?.state === 'queued' &&
        !requested.told &&
        (await db.outbox.update(requested.seq, { nextAt: 0 }))
      );
    const fresh = { state: 'queued', parkedFor: undefined, nextAt: 0, failures: 0, failingSince: undefined } as const;
    // What was too old is wanted again from today on, and with it what stopped it; its frozen request and key stay as they are.
    const expired = row.parkedFor === 'expired';
    const renewed = ({ doubt }: Cmd) =>
      expired && (doubt ? { insisted: true } : { createdAt: now(), datedAt: undefined });
    const rows = all.filter(
      (other) => other.lane === row.lane && (other.parkedFor === row.parkedFor || other.id === requested.id),
    );
    await db.outbox.bulkUpdate(rows.map((one) => ({ key: one.seq, changes: { ...fresh, ...renewed(one) } })));
    // The refusal proves that the first try had no effect: the same wish may go again, knowing what it now replaces.
    const rebase = row.said && findRecord(row.type)?.rebase;
    if (!row.said || !rebase) return;
    await db.outbox.update(row.seq, { ...nextGeneration(row), base: rebase(row.said) });
  });
}

/** Everything that only pauses is tried at once, unless the server itself asked for the pause. */
export async function endPauses({ db, now }: StoreContext, owner: Owner): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const rows = await db.outbox.where('nextAt').above(now()).toArray();
    const own = rows.filter((row) => row.owner === owner && row.state === 'queued' && !row.told);
    await db.outbox.bulkUpdate(own.map(({ seq }) => ({ key: seq, changes: { nextAt: 0 } })));
  });
}

/** @returns 'marked' when nobody knows yet whether the server has acted on it */
export async function cancelCommand(local: StoreContext, id: string): Promise<'cancelled' | 'marked' | 'gone'> {
  const { db } = local;
  return db.transaction('rw', cartTables(db), async () => {
    const row = await findRow(local, id);
    if (!row) return 'gone';
    if (isCorrupt(row)) {
      const text = 'Envoyée sans réponse\u00a0: vérifiez si elle a été prise en compte.';
      await finishCommand(local, row, null, { outcome: 'cancelled', ...(row.doubt && { code: 'unknown', text }) });
      await restoreCartOfOrder(local, row);
      return 'cancelled';
    }
    if (row.parkedFor === 'expired' && row.doubt) {
      // The server no longer remembers: nobody can tell any more, and that is what is said.
      const text = 'Envoyée il y a plus d’un mois sans réponse\u00a0: vérifiez si elle a été prise en compte.';
      const view = await readView(local, row.owner, row.lane);
      await finishCommand(local, row, view, { outcome: 'cancelled', code: 'unknown', text });
      await restoreCartOfOrder(local, row);
      return 'cancelled';
    }
    if (row.state === 'inflight' || row.doubt) {
      // Tried again, so that it can be taken back once it is known; what the server failed on all along, once.
      const requeued = { state: 'queued', parkedFor: undefined, nextAt: 0 } as const;
      await db.outbox.update(row.seq, { undo: true, ...(row.state === 'parked' && requeued) });
      return 'marked';
    }
    await finishCommand(local, row, await readView(local, row.owner, row.lane), { outcome: 'cancelled' });
    await restoreCartOfOrder(local, row);
    return 'cancelled';
  });
}
