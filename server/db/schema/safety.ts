// Tables of what the server keeps for its own safety: answers of retried writes, facts about itself.
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt } from './columns.ts';

export const idempotency = pgTable(
  'idempotency',
  {
    /** 'u:<user id>' or 'v:<cart id or visitor>': who used the key. */
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

/** Facts the server keeps about itself: demo market filled, schema of the images. */
export const marketMeta = pgTable('market_meta', { key: text('key').primaryKey(), value: text('value').notNull() });
