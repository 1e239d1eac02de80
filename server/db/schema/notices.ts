// Notices of illegal content, with their answers.
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';

export const notices = pgTable(
  'notices',
  {
    number: integer('number').primaryKey().generatedAlwaysAsIdentity(),
    /** IRI of the product, store or review. */
    subject: text('subject').notNull(),
    /** Path of the page that showed the content, and the content as it was. */
    page: text('page').notNull(),
    content: text('content').notNull(),
    reason: text('reason').notNull(),
    explanation: text('explanation').notNull(),
    /** Empty if anonymous. */
    name: text('name').notNull(),
    email: text('email').notNull(),
    createdAt: createdAt(),
    /** 'hidden' or 'kept'; null while open. */
    decision: text('decision'),
    reasons: text('reasons').notNull().default(''),
    answeredAt: instant('answered_at'),
  },
  (t) => [
    index('notices_open').on(t.createdAt).where(sql`${t.answeredAt} is null`),
    index('notices_email').on(t.email),
  ],
);
