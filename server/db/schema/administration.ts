// Administration tables: the log of what operators did, and what they edited of the market.
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, instant } from './columns.ts';

/** Who did what, on what, when; written in the transaction of the action, never changed. */
export const operatorActions = pgTable(
  'operator_actions',
  {
    number: integer('number').primaryKey().generatedAlwaysAsIdentity(),
    /** Null: in a terminal, or by an account that has ended. */
    operatorId: uuid('operator_id').references(() => users.id),
    /** Name of the operator at that time. */
    operator: text('operator').notNull(),
    /** Of `operatorActionNames`. */
    action: text('action').notNull(),
    /** IRI of what it was done to; empty if it has none. */
    subject: text('subject').notNull(),
    /** What people call it: 'le produit « Tomme de Meuse »'. */
    title: text('title').notNull(),
    reasons: text('reasons').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index('operator_actions_subject').on(t.subject), index('operator_actions_operator').on(t.operatorId)],
);

/** Entries of the market that an operator has created, changed or deleted in the browser: an import leaves them as they are. */
export const marketEdits = pgTable(
  'market_edits',
  {
    /** As in a market folder: page, event, setting, relayPoint… */
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    editedAt: instant('edited_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key] })],
);
