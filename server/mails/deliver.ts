// Sends the mails that are due: at once after what they tell has committed, and on a clock for those that failed.
// Guarantees: of many processes one sends a mail; what fails is tried again, later and later, and is given up after two days,
// which the log and `npm run market -- mails` say; a process that dies while it sends leaves the mail to the next. A mail is sent
// twice only where a mail server's yes was lost, on its way or with the process that heard it: then both are the same, date and
// name among it, by which a kept file is written once and mail programs know the second.
import { and, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { takeDue } from '../db/due-rows.ts';
import { mails } from '../db/schema/mails.ts';
import type { Market } from '../http/call.ts';
import { isForGood } from '../services/mail.ts';

type Mail = typeof mails.$inferSelect;
type Outside = Pick<Market, 'db' | 'mail' | 'storage' | 'log' | 'now'>;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Longer than a mail server is waited for, milliseconds. */
const LEASE = 5 * MINUTE;
/** Before the next attempt, by how many there were, milliseconds; after the last it is given up. */
const AGAIN_AFTER = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY];
const isWaiting = and(isNull(mails.sentAt), isNull(mails.failedAt), isNull(mails.heldForUser));
const SENT_KEPT = 30 * DAY;
const FAILED_KEPT = 90 * DAY;
const HELD_KEPT = 30 * DAY;
const LONGEST_REASON = 500;

interface Rounds {
  running: Promise<void> | null;
  next: Promise<void> | null;
  stopped: boolean;
  /** Mails that have gone, and since when, of which the database does not know yet. */
  unnoted: Map<number, Date>;
}
/** Of each market that runs in this process. */
const roundsOf = new WeakMap<Outside, Rounds>();

function rounds(market: Outside): Rounds {
  const known = roundsOf.get(market) ?? { running: null, next: null, stopped: false, unnoted: new Map() };
  roundsOf.set(market, known);
  return known;
}

/** One round at a time; whoever asks during one gets the next, which sees what has committed meanwhile. */
export function deliverMails(market: Outside): Promise<void> {
  const known = rounds(market);
  const begin = (): Promise<void> => {
    known.next = null;
    known.running = sendDue(market).finally(() => {
      known.running = null;
    });
    return known.running;
  };
  if (known.running === null) return begin();
  known.next ??= known.running.then(begin, begin);
  return known.next;
}

/** No further mail is begun; the one under way is waited for. */
export async function stopDelivering(market: Outside): Promise<void> {
  const known = rounds(market);
  known.stopped = true;
  await Promise.allSettled([known.running, known.next]);
}

async function sendDue(market: Outside): Promise<void> {
  await noteSent(market);
  while (!rounds(market).stopped) {
    const [mail] = await takeDue(market.db, mails, { now: market.now(), holds: [LEASE], which: isWaiting });
    if (!mail) return;
    await attempt(market, mail);
  }
}

async function attempt(market: Outside, mail: Mail): Promise<void> {
  try {
    await send(market, mail);
  } catch (failure) {
    await putOff(market, mail, failure);
    return;
  }
  rounds(market).unnoted.set(mail.id, market.now());
  await noteSent(market);
}

/** A database that is away is told in the next round, long before another process would take the mail for lost. */
async function noteSent(market: Outside): Promise<void> {
  const { unnoted } = rounds(market);
  const emptied = { text: '', html: '', attachments: [], error: null };
  for (const [id, sentAt] of unnoted) {
    await market.db
      .update(mails)
      .set({ sentAt, ...emptied })
      .where(sql`${mails.id} = ${id}`);
    unnoted.delete(id);
  }
}

async function putOff({ db, now, log }: Outside, { id, kind, attempts }: Mail, failure: unknown): Promise<void> {
  const error = reasonOf(failure);
  const wait = isForGood(failure) ? undefined : AGAIN_AFTER[attempts - 1];
  const at = now();
  const next = wait === undefined ? { error, failedAt: at } : { error, dueAt: new Date(at.getTime() + wait) };
  await db
    .update(mails)
    .set(next)
    .where(and(sql`${mails.id} = ${id}`, isNull(mails.sentAt)));
  if (wait === undefined) log.error({ err: failure, mail: id, kind, attempts }, 'a mail is given up');
  else log.warn({ err: failure, mail: id, kind, attempts }, 'a mail waits for its next attempt');
}

const reasonOf = (failure: unknown) =>
  (failure instanceof Error ? failure.message : String(failure)).slice(0, LONGEST_REASON);

async function send({ mail: outside, storage }: Outside, mail: Mail): Promise<void> {
  const { id, recipient: to, replyTo, subject, text, html, createdAt, attachments } = mail;
  const files = await Promise.all(
    attachments.map(async ({ filename, file }) => ({ filename, content: await storage.readFile(file) })),
  );
  await outside.send({
    name: `${String(id).padStart(8, '0')}-${createdAt.toISOString().replace(/[:.]/g, '-')}`,
    ...{ writtenAt: createdAt, to, subject, text, html, attachments: files },
    ...(replyTo !== null && { replyTo }),
  });
}

/** Called on a clock: nobody keeps for ever to whom something was written. */
export async function forgetOldMails({ db }: Pick<Market, 'db'>, now: Date): Promise<void> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await db
    .delete(mails)
    .where(
      or(
        and(isNotNull(mails.sentAt), lt(mails.sentAt, before(SENT_KEPT))),
        and(isNotNull(mails.failedAt), lt(mails.failedAt, before(FAILED_KEPT))),
        and(isNotNull(mails.heldForUser), lt(mails.createdAt, before(HELD_KEPT))),
      ),
    );
}
