// Notices of illegal content with their answers, and decisions about content with what its author answers.
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
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

/** Each time that the market hides content, for a reason that its author may contest. */
export const contentDecisions = pgTable(
  'content_decisions',
  {
    number: integer('number').primaryKey().generatedAlwaysAsIdentity(),
    /** IRI of the content, what it is called, and itself as it was. */
    subject: text('subject').notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    /** Author of a review; null of a product or store. */
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    reasons: text('reasons').notNull(),
    createdAt: createdAt(),
    /** What the author answers; empty until then. */
    answer: text('answer').notNull().default(''),
    answeredAt: instant('answered_at'),
    /** 'restored' or 'upheld'; null while the content is hidden and nobody has decided on an answer. */
    outcome: text('outcome'),
    outcomeReasons: text('outcome_reasons').notNull().default(''),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    index('content_decisions_subject').on(t.subject),
    index('content_decisions_author').on(t.authorId),
    index('content_decisions_contested').on(t.answeredAt).where(sql`${t.outcome} is null`),
  ],
);
