// Writes a mail beside what it tells, in the same transaction, to be sent once that has committed.
// Guarantees: no effect without its mail, and no mail without its effect; nobody waits for a mail server with a lock in hand;
// an address that an account has not confirmed gets nothing but what confirms it, the rest is held until then.
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { type MailedFile, mails } from '../db/schema/mails.ts';
import type { Market } from '../http/call.ts';
import { deliverMails } from './deliver.ts';
import { htmlOf, type Letter, textOf } from './letter.ts';

export interface Posting {
  market: Market;
  now: Date;
  after(task: () => Promise<void>): void;
}

export interface Post {
  /** What it is about, for the operator: 'order-confirmed'. */
  kind: string;
  to: string;
  replyTo?: string;
  letter: Letter;
  attachments?: readonly MailedFile[];
  /**
   * The account it is written for: held until that has confirmed its address. Never found by the address itself: whoever signs up
   * with the address of a shop would have the shop's mails held, and theirs.
   */
  account?: string;
}

export async function post(tx: Tx, { market, now, after }: Posting, mail: Post): Promise<void> {
  const { kind, to, replyTo = null, letter, attachments = [] } = mail;
  await tx.insert(mails).values({
    ...{ kind, replyTo, recipient: to, subject: letter.subject, heldForUser: await unconfirmed(tx, mail.account) },
    ...{ text: textOf(letter), html: htmlOf(letter), attachments: [...attachments] },
    ...{ createdAt: now, dueAt: market.now() },
  });
  after(() => deliverMails(market));
}

/** @returns the account, if it has not confirmed its address */
async function unconfirmed(tx: Tx, account: string | undefined): Promise<string | null> {
  if (account === undefined) return null;
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, account), isNull(users.emailConfirmedAt)));
  return found?.id ?? null;
}
