// Internal tables: answers to idempotent writes, facts about this installation.
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt } from './columns.ts';

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

/** Facts about this installation: demo market filled, image schema. */
export const marketMeta = pgTable('market_meta', { key: text('key').primaryKey(), value: text('value').notNull() });
