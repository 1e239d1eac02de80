// Table of the mails that are to be sent: written with what they tell, sent after it has committed.
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, instant } from './columns.ts';

/** A file of the storage, and what it is called for whoever gets it. */
export interface MailedFile {
  filename: string;
  file: string;
}

export const mails = pgTable(
  'mails',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** What it is about: 'order-confirmed'. */
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    replyTo: text('reply_to'),
    /** Not sent before this account has confirmed its address; null: sent at once. */
    heldForUser: uuid('held_for_user').references(() => users.id, { onDelete: 'cascade' }),
    subject: text('subject').notNull(),
    /** Both forms; empty once it was sent: nobody keeps what is in it. */
    text: text('text').notNull(),
    html: text('html').notNull(),
    attachments: jsonb('attachments').$type<MailedFile[]>().notNull().default([]),
    createdAt: createdAt(),
    /** Not before; while somebody sends it, when another may take it that it was never sent. */
    dueAt: instant('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    sentAt: instant('sent_at'),
    /** Given up. */
    failedAt: instant('failed_at'),
    /** Why the last attempt came to nothing. */
    error: text('error'),
  },
  (t) => [
    index('mails_due').on(t.dueAt, t.id).where(sql`${t.sentAt} is null and ${t.failedAt} is null`),
    index('mails_held').on(t.heldForUser).where(sql`${t.heldForUser} is not null`),
  ],
);
