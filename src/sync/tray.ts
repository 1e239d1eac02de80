// What a person sees and decides of their waiting and refused commands. Guarantee: a command is called cancelled only if it
// was never sent or was definitively refused; one whose outcome is unknown is marked, and told about once it is known.
import type { Cmd, JournalEntry, Notice, Owner, ParkReason } from '#db/rows.ts';
import { commandOf, sentenceOf } from './commands.ts';
import { conclude, type Local, ownerRows } from './local.ts';

export interface WaitingWrite {
  id: string;
  type: string;
  lane: string;
  sentence: string;
  createdAt: number;
  state: Cmd['state'];
  parkedFor: ParkReason | null;
  /** It may have reached the server already: it can be marked, not cancelled. */
  inDoubt: boolean;
  undo: boolean;
  /** What the server said of a conflict, such as `theirs`. */
  detail: Record<string, unknown> | null;
}

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

export async function waitingWrites(local: Local, owner: Owner): Promise<WaitingWrite[]> {
  return local.db.transaction('r', [local.db.outbox, local.db.snaps], async () => {
    const all = await ownerRows(local.db, owner);
    const rows = all.filter((row) => !commandOf(row.type)?.silent);
    return Promise.all(
      rows.map(async (row) => ({
        id: row.id,
        type: row.type,
        lane: row.lane,
        sentence: sentenceOf(row, await views(local, owner, row.lane)),
        createdAt: row.createdAt,
        state: row.state,
        parkedFor: stoppedBy(all, row)?.parkedFor ?? null,
        inDoubt: row.state === 'inflight' || row.doubt,
        undo: row.undo ?? false,
        detail: row.said?.detail ?? null,
      })),
    );
  });
}

/** The row itself when it is parked, else the silent one (the making of the cart) that stops its lane. */
function stoppedBy(rows: readonly Cmd[], row: Cmd): Cmd | undefined {
  if (row.state === 'parked') return row;
  const head = rows.find((other) => other.lane === row.lane);
  return head?.state === 'parked' && commandOf(head.type)?.silent ? head : undefined;
}

/** Refusals and notices not dismissed yet, oldest first. */
export async function refusedWrites({ db }: Local, owner: Owner): Promise<RefusedWrite[]> {
  const mine = db.journal
    .where('[owner+at]')
    .between([owner, Number.NEGATIVE_INFINITY], [owner, Number.POSITIVE_INFINITY]);
  const entries = await mine.filter((entry) => entry.dismissed === 0).sortBy('n');
  return entries.map(({ cmdId, type, lane, sentence, outcome, notices, violations = [], args, at }) => {
    return { id: cmdId, type, lane, sentence, outcome, notices, violations, args, at };
  });
}

export async function dismiss({ db }: Local, id: string): Promise<void> {
  await db.journal.where('cmdId').equals(id).modify({ dismissed: 1 });
}

/** Sends a parked command again, and what is parked behind it for the same reason; after a conflict, under a new key. */
export async function retry({ db, now }: Local, id: string): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const asked = await db.outbox.where('id').equals(id).first();
    const all = asked ? await ownerRows(db, asked.owner) : [];
    const row = asked && stoppedBy(all, asked);
    if (!row) return;
    const rows = all.filter((other) => other.lane === row.lane && other.parkedFor === row.parkedFor);
    const fresh = { state: 'queued', parkedFor: undefined, nextAt: 0, failures: 0, failingSince: undefined } as const;
    // What was too old is wanted again from today on; its frozen request and key stay as they are.
    const expired = row.parkedFor === 'expired';
    const renewed = expired && (row.doubt ? { insisted: true } : { createdAt: now() });
    await db.outbox.bulkUpdate(rows.map(({ seq }) => ({ key: seq, changes: { ...fresh, ...renewed } })));
    // The refusal proves that the first try had no effect: the same wish may go again, knowing what it now replaces.
    const rebase = row.said && commandOf(row.type)?.rebase;
    if (!row.said || !rebase) return;
    const again = { gen: row.gen + 1, req: undefined, attempts: 0, doubt: false, said: undefined };
    await db.outbox.update(row.seq, { ...again, base: rebase(row.said) });
  });
}

/** @returns 'marked' when nobody knows yet whether the server has acted on it */
export async function discard(local: Local, id: string): Promise<'cancelled' | 'marked' | 'gone'> {
  const { db } = local;
  return db.transaction('rw', [db.outbox, db.journal, db.blobs, db.snaps], async () => {
    const row = await db.outbox.where('id').equals(id).first();
    if (!row) return 'gone';
    if (row.parkedFor === 'expired' && row.doubt) {
      // The server no longer remembers: nobody can tell any more, and that is what is said.
      const text = "Envoyée il y a plus d'un mois sans réponse : vérifiez si elle a été prise en compte.";
      const view = await views(local, row.owner, row.lane);
      await conclude(local, row, view, { outcome: 'cancelled', code: 'unknown', text });
      return 'cancelled';
    }
    if (row.state === 'inflight' || row.doubt) {
      // Tried again, so that it can be taken back once it is known.
      const again = { state: 'queued', parkedFor: undefined, nextAt: 0, failures: 0, failingSince: undefined } as const;
      await db.outbox.update(row.seq, { undo: true, ...(row.state === 'parked' && again) });
      return 'marked';
    }
    await conclude(local, row, await views(local, row.owner, row.lane), { outcome: 'cancelled' });
    return 'cancelled';
  });
}
