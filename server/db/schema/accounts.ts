// Account tables: users, sessions, password resets, second factors.
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { wordsOfPerson } from '../words.ts';
import { bytea, createdAt, id, instant } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    /** Lower case. */
    email: text('email').notNull().unique(),
    /** Time of confirmation by a mailed link; null: unconfirmed. */
    emailConfirmedAt: instant('email_confirmed_at'),
    username: text('username').notNull(),
    passwordHash: text('password_hash').notNull(),
    roles: text('roles').array().notNull().default(sql`'{ROLE_USER}'`),
    newsletterRegistered: boolean('newsletter_registered').notNull().default(false),
    /** Time of the last consent or withdrawal; null: never asked for. */
    newsletterChangedAt: instant('newsletter_changed_at'),
    /** Since when and why the market lets this person not log in; null: it does. */
    blockedAt: instant('blocked_at'),
    blockedReason: text('blocked_reason'),
    createdAt: createdAt(),
  },
  (t) => [index('users_words').using('gin', wordsOfPerson(t)), index('users_newest').on(t.createdAt)],
);

export const refreshFamilies = pgTable('refresh_families', {
  id: id(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Administrator impersonating the user; null: the user's own session. */
  actedBy: uuid('acted_by').references(() => users.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
  revokedAt: instant('revoked_at'),
  /** When the session gave a one-time code; null: it has not. */
  secondFactorAt: instant('second_factor_at'),
});

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    /** SHA-256 of the token; the token itself is never stored. */
    tokenHash: bytea('token_hash').primaryKey(),
    familyId: uuid('family_id')
      .notNull()
      .references(() => refreshFamilies.id, { onDelete: 'cascade' }),
    generation: integer('generation').notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('refresh_tokens_family').on(t.familyId)],
);

/** Links that undo a change of e-mail address. */
export const emailUndos = pgTable(
  'email_undos',
  {
    /** Increases with each change. */
    number: integer('number').primaryKey().generatedAlwaysAsIdentity(),
    tokenHash: bytea('token_hash').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The previous address, restored by the undo. */
    email: text('email').notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('email_undos_user').on(t.userId), index('email_undos_email').on(t.email)],
);

export const passwordResets = pgTable('password_resets', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
});

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
