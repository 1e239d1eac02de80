// What a person sees and decides of their waiting and refused commands. Guarantee: a command is called cancelled only if it
// was never sent or was definitively refused; one whose outcome is unknown is marked, and told about once it is known.
import type { Cmd, JournalEntry, Notice, Owner } from '#db/rows.ts';
import { afterOrder } from '../carts/committed-cart.ts';
import { commandOf, sentenceOf } from '../commands/registry.ts';
import type { Local } from '../device/context.ts';
import { conclude } from '../outbox/finish-command.ts';
import { untoldHere } from '../outbox/journal.ts';
import { cartTables, nextGeneration, ownerRows } from '../outbox/rows.ts';
import { asFound } from '../recovery/corrupt-rows.ts';
import { blockersOf, isOdd, stoppedBy } from './waiting.ts';

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

const views = async ({ db }: Local, owner: Owner, lane: string) => (await db.snaps.get([owner, lane]))?.view ?? null;

/** One that waits or was refused, as a text that a person can keep or send; null when it is no longer there. */
export async function copyOf(local: Local, id: string): Promise<string | null> {
  const { db } = local;
  const copy = await db.transaction('r', [db.outbox, db.snaps, db.journal], async () => {
    const row = await rowOf(local, id);
    if (!row) return (await db.journal.where('cmdId').equals(id).last()) ?? null;
    if (isOdd(row)) return asFound(row);
    // What only the sending needs says nothing to anyone.
    const { lease: _, leaseUntil: __, req: ___, ...own } = row;
    const phrase = sentenceOf(row, await views(local, row.owner, row.lane));
    return { phrase, ...own };
  });
  return copy && JSON.stringify(copy, null, 2);
}

/** By its id, or by its place where it has none. */
function rowOf({ db }: Local, id: string): Promise<Cmd | undefined> {
  return id.startsWith('seq:') ? db.outbox.get(Number(id.slice(4))) : db.outbox.where('id').equals(id).first();
}

/** Refusals and notices not dismissed yet, oldest first; what failed only because of another is told with that one. */
export async function refusedWrites({ db }: Local, owner: Owner): Promise<RefusedWrite[]> {
  const entries = await untoldHere(db, owner);
  return entries
    .filter(({ causedBy }) => !causedBy)
    .map(({ cmdId, type, lane, sentence, outcome, notices, violations = [], args, at }) => {
      return { id: cmdId, type, lane, sentence, outcome, notices, violations, args, at };
    });
}

/** Seen: the entry, and those that failed because of it. A picture that was refused leaves the device now. */
export async function dismiss({ db }: Local, id: string): Promise<void> {
  await db.transaction('rw', db.journal, db.blobs, async () => {
    const entry = await db.journal.where('cmdId').equals(id).last();
    if (!entry) return;
    await db.journal.where('cmdId').equals(id).modify({ dismissed: 1 });
    await db.journal.filter(({ causedBy }) => causedBy === id).modify({ dismissed: 1 });
    await db.blobs.where('cmdId').equals(id).delete();
  });
}

/** Sends a parked command again, and what is parked behind it for the same reason; after a conflict, under a new key. */
export async function retry({ db, now }: Local, id: string): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const asked = await db.outbox.where('id').equals(id).first();
    const all = asked ? await ownerRows(db, asked.owner) : [];
    const row = asked && stoppedBy(asked, blockersOf(all).get(asked.id));
    // Not stopped, only pausing: tried at once, unless the server itself asked for the pause.
    if (!row)
      return void (asked?.state === 'queued' && !asked.told && (await db.outbox.update(asked.seq, { nextAt: 0 })));
    const fresh = { state: 'queued', parkedFor: undefined, nextAt: 0, failures: 0, failingSince: undefined } as const;
    // What was too old is wanted again from today on, and with it what stopped it; its frozen request and key stay as they are.
    const expired = row.parkedFor === 'expired';
    const renewed = ({ doubt }: Cmd) =>
      expired && (doubt ? { insisted: true } : { createdAt: now(), datedAt: undefined });
    const rows = all.filter(
      (other) => other.lane === row.lane && (other.parkedFor === row.parkedFor || other.id === asked.id),
    );
    await db.outbox.bulkUpdate(rows.map((one) => ({ key: one.seq, changes: { ...fresh, ...renewed(one) } })));
    // The refusal proves that the first try had no effect: the same wish may go again, knowing what it now replaces.
    const rebase = row.said && commandOf(row.type)?.rebase;
    if (!row.said || !rebase) return;
    await db.outbox.update(row.seq, { ...nextGeneration(row), base: rebase(row.said) });
  });
}

/** Everything that only pauses is tried at once, unless the server itself asked for the pause. */
export async function retryPausing({ db, now }: Local, owner: Owner): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const rows = await db.outbox.where('nextAt').above(now()).toArray();
    const ours = rows.filter((row) => row.owner === owner && row.state === 'queued' && !row.told);
    await db.outbox.bulkUpdate(ours.map(({ seq }) => ({ key: seq, changes: { nextAt: 0 } })));
  });
}

/** @returns 'marked' when nobody knows yet whether the server has acted on it */
export async function discard(local: Local, id: string): Promise<'cancelled' | 'marked' | 'gone'> {
  const { db } = local;
  return db.transaction('rw', cartTables(db), async () => {
    const row = await rowOf(local, id);
    if (!row) return 'gone';
    if (isOdd(row)) {
      const text = 'Envoyée sans réponse\u00a0: vérifiez si elle a été prise en compte.';
      await conclude(local, row, null, { outcome: 'cancelled', ...(row.doubt && { code: 'unknown', text }) });
      await afterOrder(local, row);
      return 'cancelled';
    }
    if (row.parkedFor === 'expired' && row.doubt) {
      // The server no longer remembers: nobody can tell any more, and that is what is said.
      const text = 'Envoyée il y a plus d’un mois sans réponse\u00a0: vérifiez si elle a été prise en compte.';
      const view = await views(local, row.owner, row.lane);
      await conclude(local, row, view, { outcome: 'cancelled', code: 'unknown', text });
      await afterOrder(local, row);
      return 'cancelled';
    }
    if (row.state === 'inflight' || row.doubt) {
      // Tried again, so that it can be taken back once it is known; what the server failed on all along, once.
      const again = { state: 'queued', parkedFor: undefined, nextAt: 0 } as const;
      await db.outbox.update(row.seq, { undo: true, ...(row.state === 'parked' && again) });
      return 'marked';
    }
    await conclude(local, row, await views(local, row.owner, row.lane), { outcome: 'cancelled' });
    await afterOrder(local, row);
    return 'cancelled';
  });
}
