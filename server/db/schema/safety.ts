// Internal tables: answers to idempotent writes, counters, facts about this installation.
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, instant } from './columns.ts';

export const idempotency = pgTable(
  'idempotency',
  {
    /** Owner of the key: 'u:<user id>' or 'v:<cart id or visitor>'. */
    scope: text('scope').notNull(),
    key: uuid('key').notNull(),
    /** SHA-256 over method, path and canonical body. */
    fingerprint: bytea('fingerprint').notNull(),
    status: integer('status'),
    body: jsonb('body').$type<unknown>(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index('idempotency_created').on(t.createdAt)],
);

/**
 * Counted requests and failed logins, of several servers on one PostgreSQL. The table is unlogged: after a crash of
 * PostgreSQL counting starts anew.
 */
export const counters = pgTable('counters', {
  /** Hash of what is counted and of whose it is. */
  key: text('key').primaryKey(),
  number: integer('number').notNull(),
  blockedUntil: instant('blocked_until'),
  /** From then on it starts anew. */
  endsAt: instant('ends_at').notNull(),
});

/** Facts about this installation: demo market filled, image schema. */
export const marketMeta = pgTable('market_meta', { key: text('key').primaryKey(), value: text('value').notNull() });
