// Outgoing mails: written in the transaction that causes them, sent after its commit.
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, instant } from './columns.ts';

/** A file in storage, a text, or a sale document by its id, with its name for the recipient. */
export type MailedFile = { filename: string } & ({ file: string } | { text: string } | { document: string });

export const mails = pgTable(
  'mails',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Template, such as 'order-confirmed'. */
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    replyTo: text('reply_to'),
    /** Withheld until this account has confirmed its address; null: sent at once. */
    withheldForUser: uuid('held_for_user').references(() => users.id, { onDelete: 'cascade' }),
    subject: text('subject').notNull(),
    /** Both bodies; emptied after sending, so that no content is stored. */
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** Address that ends mails of this kind, for the header; emptied like the bodies. */
    wayOut: text('way_out'),
    attachments: jsonb('attachments').$type<MailedFile[]>().notNull().default([]),
    createdAt: createdAt(),
    /** Earliest sending time; while being sent, the end of the lease. */
    dueAt: instant('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    sentAt: instant('sent_at'),
    /** Time at which sending was given up. */
    failedAt: instant('failed_at'),
    /** Reason of the last failure. */
    error: text('error'),
  },
  (t) => [
    index('mails_due').on(t.dueAt, t.id).where(sql`${t.sentAt} is null and ${t.failedAt} is null`),
    index('mails_unsent').on(t.id).where(sql`${t.sentAt} is null`),
    index('mails_held').on(t.withheldForUser).where(sql`${t.withheldForUser} is not null`),
  ],
);
