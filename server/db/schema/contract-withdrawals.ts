// Contract withdrawals: a shopper gives up the contract with a store, in whole or by articles ('rétractation').
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from './columns.ts';
import { storeOrders } from './sales.ts';

export interface WithdrawnItemRow {
  /** Id of the order's item. */
  item: string;
  quantity: number;
}

/** One row for each store of a declaration. */
export const contractWithdrawals = pgTable(
  'contract_withdrawals',
  {
    id: id(),
    /** Shared by the stores of one declaration. */
    declarationId: uuid('declaration_id').notNull(),
    storeOrderId: integer('store_order_id')
      .notNull()
      .references(() => storeOrders.id),
    /** As declared. */
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** Null: articles in the guest's own words. */
    items: jsonb('items').$type<WithdrawnItemRow[]>(),
    words: text('words').notNull().default(''),
    /** Time of the tap; it may have waited for the network. */
    declaredAt: instant('declared_at').notNull(),
    /** As of the declaration. */
    isLate: boolean('is_late').notNull(),
    /** Time at which it reached the market. */
    createdAt: createdAt(),
    goodsBackAt: instant('goods_back_at'),
    /** open, refunded or refused. */
    state: text('state').notNull().default('open'),
    settledAt: instant('settled_at'),
    /** Reason of a refusal. */
    refusal: text('refusal').notNull().default(''),
    /** Next reminder of the store; null: none. */
    dueAt: instant('due_at'),
    /** Number of reminders. */
    attempts: integer('attempts').notNull().default(0),
  },
  (t) => [
    index('contract_withdrawals_part').on(t.storeOrderId),
    index('contract_withdrawals_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
);
