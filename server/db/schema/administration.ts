// Administration tables: second factors of operators, the log of what operators did, and what they edited of the market.
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { bytea, createdAt, id, instant } from './columns.ts';

/** The one-time codes of an account. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed with a key of the server: a copy of the database makes no codes. */
  secret: bytea('secret').notNull(),
  createdAt: createdAt(),
  /** Null until a first code has proven that the account's app has the secret. */
  confirmedAt: instant('confirmed_at'),
  /** Time step of the last accepted code; older codes and this one are refused. */
  lastStep: integer('last_step').notNull().default(0),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** HMAC with a key of the server. */
    codeHash: bytea('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('recovery_codes_user').on(t.userId)],
);

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
