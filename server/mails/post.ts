// Writes a mail beside what it tells, in the same transaction, to be sent once that has committed.
// Guarantees: no effect without its mail, and no mail without its effect; nobody waits for a mail server with a lock in hand.
import type { Tx } from '../db/client.ts';
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
}

export async function post(tx: Tx, { market, now, after }: Posting, mail: Post): Promise<void> {
  const { kind, to, replyTo = null, letter, attachments = [] } = mail;
  await tx.insert(mails).values({
    ...{ kind, replyTo, recipient: to, subject: letter.subject },
    ...{ text: textOf(letter), html: htmlOf(letter), attachments: [...attachments] },
    ...{ createdAt: now, dueAt: market.now() },
  });
  after(() => deliverMails(market));
}
