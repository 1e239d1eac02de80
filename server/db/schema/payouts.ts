// Payouts: transfers to the stores and their reversals, the stores' accounts at the provider, and incidents there.
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from './columns.ts';
import { payments, refunds } from './payments.ts';
import { storeOrders } from './sales.ts';
import { stores } from './stores.ts';

/** Columns of a row that is requested from the provider. */
const requested = () => ({
  createdAt: createdAt(),
  /** Next request to the provider; null: accepted by the provider. */
  dueAt: instant('due_at'),
  attempts: integer('attempts').notNull().default(0),
  /** Reason of the last failure. */
  error: text('error'),
  acceptedAt: instant('accepted_at'),
});

/** What is paid to a store for its part of an order. Cents. */
export const transfers = pgTable(
  'transfers',
  {
    /** Also the provider's reference. */
    id: id(),
    storeOrderId: integer('store_order_id')
      .notNull()
      .references(() => storeOrders.id),
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** The part's total less what was refunded before, VAT included; and the VAT in it. */
    base: integer('base').notNull(),
    tax: integer('tax').notNull(),
    /** Of the market, in basis points of the base, and in cents. */
    rate: integer('rate').notNull(),
    commission: integer('commission').notNull(),
    /** Paid out: the base less the commission. */
    amount: integer('amount').notNull(),
    /** The provider's name of it, once accepted. */
    reference: text('reference'),
    ...requested(),
  },
  (t) => [
    uniqueIndex('transfers_store_order').on(t.storeOrderId),
    index('transfers_store').on(t.storeId),
    index('transfers_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
);

/** What is taken back of a transfer after a refund: in the same proportion, the commission included. Cents. */
export const transferReversals = pgTable(
  'transfer_reversals',
  {
    /** Also the provider's reference. */
    id: id(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id),
    refundId: uuid('refund_id')
      .notNull()
      .references(() => refunds.id),
    /** The refund, VAT included; the VAT in it; the commission that is given back; the rest, taken from the store. */
    base: integer('base').notNull(),
    tax: integer('tax').notNull(),
    commission: integer('commission').notNull(),
    amount: integer('amount').notNull(),
    ...requested(),
  },
  (t) => [
    uniqueIndex('transfer_reversals_refund').on(t.refundId),
    index('transfer_reversals_transfer').on(t.transferId),
    index('transfer_reversals_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
);

/** State of a store's account (`stores.s_money_account`) as the provider last reported it. */
export const payoutAccounts = pgTable('payout_accounts', {
  storeId: uuid('store_id')
    .primaryKey()
    .references(() => stores.id),
  /** The account that was asked about. */
  account: text('account').notNull(),
  /** to-complete, ready or restricted. */
  state: text('state').notNull(),
  /** The provider's names of what is missing. */
  missing: text('missing').array().notNull().default(sql`'{}'`),
  checkedAt: instant('checked_at').notNull(),
});

/** What the provider reports about money already taken or paid out: disputes, failed payouts, transfers reversed there. */
export const payoutIncidents = pgTable(
  'payout_incidents',
  {
    /** The provider's name of the dispute, payout or transfer. */
    id: text('id').primaryKey(),
    /** dispute, payout-failed or transfer-reversed. */
    kind: text('kind').notNull(),
    /** Null: a dispute about an order of several stores. */
    storeId: uuid('store_id').references(() => stores.id),
    paymentId: uuid('payment_id').references(() => payments.id),
    /** Cents. */
    amount: integer('amount').notNull(),
    /** The provider's state and reason. */
    state: text('state').notNull(),
    reason: text('reason').notNull().default(''),
    open: boolean('open').notNull(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [index('payout_incidents_store').on(t.storeId), index('payout_incidents_payment').on(t.paymentId)],
);
