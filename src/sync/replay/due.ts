// Which lanes can go now. Guarantee: found by keys alone, without a lock, a writing transaction or a row of those that
// rest, so a wake costs next to nothing however many wait; what is called due is still only taken by a claim.
import type { Cmd, Owner } from '#db/rows.ts';
import { isText } from '#db/whole-row.ts';
import type { Local } from '../device/context.ts';
import type { Lane } from '../outbox/rows.ts';
import { MAX_BACKOFF, TRY_INTERVAL } from './timing.ts';

export interface Survey {
  due: Lane[];
  /** When the first of those that pause may go; null when none does. */
  nextAt: number | null;
}

/** Whose commands may be sent: the visitors' and the present user's. */
const reach = (user: Owner | null): [string, string][] => [
  ['v:', 'v:\uffff'],
  ...(user ? [[user, user] as [string, string]] : []),
];

/** The lanes whose first command is neither set aside nor pausing, in the order in which those were made. */
export async function survey({ db, now }: Local, user: Owner | null): Promise<Survey> {
  return db.transaction('r', db.outbox, async () => {
    const heads: (Lane & { seq: number })[] = [];
    for (const [from, to] of reach(user)) {
      const lanes = db.outbox.where('[owner+lane]').between([from, ''], [to, '\uffff']);
      await lanes.eachUniqueKey((key, { primaryKey }) => {
        const [owner, lane] = key as unknown as [Owner, unknown];
        if (isText(lane)) heads.push({ owner, lane, seq: primaryKey });
      });
    }
    if (heads.length === 0) return { due: [], nextAt: null };
    const parked = new Set(await db.outbox.where('state').equals('parked').primaryKeys());
    const pauses = new Map<number, number>();
    const at = now();
    const pausing = db.outbox.where('nextAt').above(at);
    await pausing.eachKey((key, { primaryKey }) => {
      // Anything else is damage, and is for the claim to see.
      if (Number.isFinite(key)) pauses.set(primaryKey, key as unknown as number);
    });
    // Longer than any pause of ours: asked for by the server, or the clock has jumped back.
    const long = heads.flatMap(({ seq }) => ((pauses.get(seq) ?? 0) > at + MAX_BACKOFF ? [seq] : []));
    for (const row of await db.outbox.bulkGet(long)) if (row && pauseOf(row, at) < row.nextAt) pauses.delete(row.seq);

    const going = heads.filter(({ seq }) => !parked.has(seq));
    const resting = going.flatMap(({ seq }) => pauses.get(seq) ?? []);
    const due = going.filter(({ seq }) => !pauses.has(seq)).sort((a, b) => a.seq - b.seq);
    return { due, nextAt: resting.length > 0 ? resting.reduce((a, b) => Math.min(a, b)) : null };
  });
}

/** Until when a command waits, milliseconds: a clock that jumped, or a sign of the network, makes it shorter. */
export function pauseOf({ nextAt, triedAt, told }: Cmd, now: number, eager = false): number {
  const jumped = (triedAt ?? now) > now;
  const longest = jumped ? Math.min(nextAt, now + MAX_BACKOFF) : nextAt;
  if (!eager || told) return longest;
  return Math.min(longest, jumped ? now : (triedAt ?? 0) + TRY_INTERVAL);
}

/** Something suggests that the network is back: all pauses that are ours to cut are cut, in one transaction. */
export async function cutPauses({ db, now }: Local, user: Owner | null): Promise<void> {
  const at = now();
  const pausing = () => db.outbox.where('nextAt').above(at);
  if ((await pausing().count()) === 0) return;
  await db.transaction('rw', db.outbox, async () => {
    const rows = await pausing().toArray();
    const changes = rows.flatMap((row) => {
      const nextAt = pauseOf(row, at, true);
      const mine = row.owner === user || row.owner.startsWith('v:');
      if (!mine || row.state !== 'queued' || nextAt >= row.nextAt) return [];
      return [{ key: row.seq, changes: { nextAt, triedAt: Math.min(row.triedAt ?? 0, at) } }];
    });
    if (changes.length > 0) await db.outbox.bulkUpdate(changes);
  });
}
