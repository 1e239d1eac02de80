// Mail delivery: sends due mails, right after the commit that wrote them and periodically for retries.
// Guarantees: one process sends a mail at a time; failures are retried with backoff and given up after two days, as
// reported by the log and `npm run market -- mails`; a process that dies while sending leaves the mail to the next. A
// mail is sent twice only if the mail server's confirmation was lost: both copies then have the same date and message
// id, so a mail program recognizes the second and an .eml file is written once.
import { and, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { claimDueRows } from '../db/due-rows.ts';
import { type MailedFile, mails } from '../db/schema/mails.ts';
import { readDocumentPdf } from '../documents/read-document.ts';
import type { Market } from '../http/call.ts';
import { isPermanentFailure } from '../services/mail.ts';
import { readSender } from './site.ts';

type MailRow = typeof mails.$inferSelect;
type DeliveryServices = Pick<Market, 'db' | 'mail' | 'storage' | 'log' | 'now'>;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Longer than the mail server's timeout, in milliseconds. */
const LEASE = 5 * MINUTE;
/** Delay before the next attempt by number of attempts, in milliseconds; given up after the last. */
const RETRY_DELAYS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY];
const isWaiting = and(isNull(mails.sentAt), isNull(mails.failedAt), isNull(mails.withheldForUser));
const SENT_RETENTION = 30 * DAY;
const FAILED_RETENTION = 90 * DAY;
const WITHHELD_RETENTION = 30 * DAY;
const MAX_REASON_LENGTH = 500;

interface DeliveryState {
  running: Promise<void> | null;
  next: Promise<void> | null;
  stopped: boolean;
  /** Time of sending of mails not yet recorded in the database as sent. */
  sentAt: Map<number, Date>;
}
/** By market, since tests run several in one process. */
const states = new WeakMap<DeliveryServices, DeliveryState>();

function stateOf(market: DeliveryServices): DeliveryState {
  const known = states.get(market) ?? { running: null, next: null, stopped: false, sentAt: new Map() };
  states.set(market, known);
  return known;
}

/** One round at a time; calls during a round share the next one, which sees later commits. */
export function deliverMails(market: DeliveryServices): Promise<void> {
  const known = stateOf(market);
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

/** Starts no further mail and waits for the current one. */
export async function stopDeliveringMails(market: DeliveryServices): Promise<void> {
  const known = stateOf(market);
  known.stopped = true;
  await Promise.allSettled([known.running, known.next]);
}

async function sendDue(market: DeliveryServices): Promise<void> {
  await recordSent(market);
  while (!stateOf(market).stopped) {
    const [mail] = await claimDueRows(market.db, mails, { now: market.now(), leases: [LEASE], which: isWaiting });
    if (!mail) return;
    await attemptMail(market, mail);
  }
}

async function attemptMail(market: DeliveryServices, mail: MailRow): Promise<void> {
  try {
    await sendMail(market, mail);
  } catch (failure) {
    await scheduleRetry(market, mail, failure);
    return;
  }
  stateOf(market).sentAt.set(mail.id, market.now());
  await recordSent(market);
}

/** If the database is unreachable, the next round records it, well before the lease ends. */
async function recordSent(market: DeliveryServices): Promise<void> {
  const { sentAt: unnoted } = stateOf(market);
  const emptied = { text: '', html: '', attachments: [], wayOut: null, error: null };
  for (const [id, sentAt] of unnoted) {
    await market.db
      .update(mails)
      .set({ sentAt, ...emptied })
      .where(sql`${mails.id} = ${id}`);
    unnoted.delete(id);
  }
}

async function scheduleRetry(
  { db, now, log }: DeliveryServices,
  { id, kind, attempts }: MailRow,
  failure: unknown,
): Promise<void> {
  const error = reasonOf(failure);
  const wait = isPermanentFailure(failure) ? undefined : RETRY_DELAYS[attempts - 1];
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
  (failure instanceof Error ? failure.message : String(failure)).slice(0, MAX_REASON_LENGTH);

async function sendMail({ db, mail: mailer, storage }: DeliveryServices, mail: MailRow): Promise<void> {
  const { id, recipient: to, replyTo, wayOut, subject, text, html, createdAt, attachments } = mail;
  const contentOf = async (given: MailedFile) => {
    if ('text' in given) return given.text;
    if ('document' in given) return readDocumentPdf(db, given.document);
    const bytes = await storage.files.read(given.file);
    if (!bytes) throw new Error(`The attached file ${given.file} is missing`);
    return bytes;
  };
  const files = await Promise.all(
    attachments.map(async (given) => ({
      filename: given.filename,
      content: await contentOf(given),
    })),
  );
  await mailer.send({
    name: `${String(id).padStart(8, '0')}-${createdAt.toISOString().replace(/[:.]/g, '-')}`,
    ...{ from: await readSender(db), writtenAt: createdAt, to, subject, text, html, attachments: files },
    ...(replyTo !== null && { replyTo }),
    ...(wayOut !== null && { wayOut }),
  });
}

/** Run periodically: limits the retention of recipients. */
export async function deleteOldMails({ db }: Pick<Market, 'db'>, now: Date): Promise<void> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await db
    .delete(mails)
    .where(
      or(
        and(isNotNull(mails.sentAt), lt(mails.sentAt, before(SENT_RETENTION))),
        and(isNotNull(mails.failedAt), lt(mails.failedAt, before(FAILED_RETENTION))),
        and(isNotNull(mails.withheldForUser), lt(mails.createdAt, before(WITHHELD_RETENTION))),
      ),
    );
}
