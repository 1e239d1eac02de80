// Mail outbox: writes a mail in the transaction of the event it reports, to be sent after the commit.
// Guarantees: an event and its mail are committed together; no transaction waits for a mail server; an account's
// unconfirmed address gets confirmation mails only, other mails are withheld.
import { and, eq, isNull } from 'drizzle-orm';
import { readAppearance } from '../catalogue/appearance.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { type MailedFile, mails } from '../db/schema/mails.ts';
import type { Market } from '../http/call.ts';
import { deliverMails } from './deliver.ts';
import { type Letter, renderHtml, renderText } from './letter.ts';

export interface MailContext {
  market: Market;
  now: Date;
  after(task: () => Promise<void>): void;
}

/** Context of a mail that is sent by the next delivery of the running server, as of an operator's command. */
export interface WriteContext {
  market: Pick<Market, 'env' | 'now'>;
  now: Date;
}

export interface QueuedMail {
  /** Template, for the operator: 'order-confirmed'. */
  kind: string;
  to: string;
  replyTo?: string;
  letter: Letter;
  attachments?: readonly MailedFile[];
  /** For mails sent by consent: address of the page that ends them (`way-out.ts`). */
  wayOut?: string;
  /**
   * Account that must confirm its address before the mail is sent. Never looked up by address: an account opened with a
   * store's address would otherwise withhold the store's mails.
   */
  account?: string;
}

export async function queueMail(tx: Tx, context: MailContext, mail: QueuedMail): Promise<void> {
  await writeMail(tx, context, mail);
  context.after(() => deliverMails(context.market));
}

/** Without a delivery after the commit. */
export async function writeMail(tx: Tx, { market, now }: WriteContext, mail: QueuedMail): Promise<void> {
  const { kind, to, replyTo = null, wayOut = null, letter, attachments = [] } = mail;
  const { brandColor } = await readAppearance(tx);
  await tx.insert(mails).values({
    ...{
      kind,
      replyTo,
      wayOut,
      recipient: to,
      subject: letter.subject,
      withheldForUser: await findUnconfirmed(tx, mail.account),
    },
    ...{ text: renderText(letter), html: renderHtml(letter, brandColor ?? undefined), attachments: [...attachments] },
    ...{ createdAt: now, dueAt: market.now() },
  });
}

/** @returns the account if its address is unconfirmed */
async function findUnconfirmed(tx: Tx, account: string | undefined): Promise<string | null> {
  if (account === undefined) return null;
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, account), isNull(users.emailConfirmedAt)));
  return found?.id ?? null;
}
