// Payment tables: payments of orders, refunds of their parts.
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, id, instant } from './columns.ts';
import { orders, storeOrders } from './sales.ts';

export const payments = pgTable(
  'payments',
  {
    /** Also the provider's reference: unguessable, it protects the payment page. */
    id: id(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** Cents. */
    amount: integer('amount').notNull(),
    /**
     * open (unanswered), pending (awaiting confirmation), accepted, declined, expired (too late or abandoned), or
     * returned: accepted too late for its order and refunded.
     */
    state: text('state').notNull().default('open'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** The provider's reference and payment address, once opened there. */
    reference: text('reference'),
    address: text('address'),
    /** Next check with the provider; null: final. */
    dueAt: instant('due_at'),
    /** Number of checks without a final state. */
    attempts: integer('attempts').notNull().default(0),
  },
  (t) => [index('payments_order').on(t.orderId), index('payments_due').on(t.dueAt).where(sql`due_at is not null`)],
);

/** Of a line: its units and its share of the amount, in cents. `item`: id of the order's item. */
export interface RefundedLineRow {
  item: string;
  quantity: number;
  amount: number;
}

/** Refunds of a part, or of a whole payment that arrived too late. */
export const refunds = pgTable(
  'refunds',
  {
    /** Also the provider's reference. */
    id: id(),
    /** Null: the provider moves no money. */
    paymentId: uuid('payment_id').references(() => payments.id),
    /** Null: the whole payment. */
    storeOrderId: integer('store_order_id').references(() => storeOrders.id),
    /** Cents. */
    amount: integer('amount').notNull(),
    /**
     * payment: by the provider, to the means of payment. store: by the store itself, by hand. due: not collected yet,
     * taken off what is to be paid on delivery.
     */
    means: text('means').notNull().default('payment'),
    lines: jsonb('lines').$type<RefundedLineRow[]>().notNull().default([]),
    /** Of the delivery, by rate of VAT in basis points; cents. */
    delivery: jsonb('delivery').$type<{ rate: number | null; amount: number }[]>().notNull().default([]),
    /** VAT contained in the amount, by rate. */
    vat: jsonb('vat').$type<{ rate: number | null; withTax: number; tax: number }[]>().notNull().default([]),
    /** Of a free amount. */
    reason: text('reason').notNull().default(''),
    /** To the shopper. */
    message: text('message').notNull().default(''),
    /** The units are in stock again. */
    restocked: boolean('restocked').notNull().default(false),
    /** Null: the market itself. */
    madeBy: uuid('made_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** Next request to the provider; null: accepted by the provider, or nothing to request. */
    dueAt: instant('due_at'),
    attempts: integer('attempts').notNull().default(0),
    /** Reason of the last failure. */
    error: text('error'),
  },
  (t) => [
    index('refunds_store_order').on(t.storeOrderId),
    uniqueIndex('refunds_whole').on(t.paymentId).where(sql`store_order_id is null`),
    index('refunds_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
);
