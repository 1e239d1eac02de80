// Ledger: movements of money in double entry. Rows are only ever added; a trigger checks that each movement sums to zero.
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { orders, storeOrders } from './sales.ts';
import { stores } from './stores.ts';

export const ledgerMovements = pgTable(
  'ledger_movements',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** payment, sale, paid-to-store, refund, refund-paid, transfer or reversal. */
    cause: text('cause').notNull(),
    /** Of the cause: id of the payment, part, refund, transfer or reversal. */
    reference: text('reference').notNull(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** Null: the whole order. */
    storeOrderId: integer('store_order_id').references(() => storeOrders.id),
    at: instant('at').notNull(),
  },
  (t) => [
    uniqueIndex('ledger_movements_cause').on(t.cause, t.reference),
    index('ledger_movements_part').on(t.storeOrderId),
    index('ledger_movements_at').on(t.at),
  ],
);

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    movementId: integer('movement_id')
      .notNull()
      .references(() => ledgerMovements.id),
    /** shopper, shop, tax, market or provider. */
    account: text('account').notNull(),
    /** Of the accounts shop, tax and market. */
    storeId: uuid('store_id').references(() => stores.id),
    /** Cents: debit positive, credit negative. */
    amount: integer('amount').notNull(),
  },
  (t) => [index('ledger_entries_movement').on(t.movementId), index('ledger_entries_store').on(t.storeId)],
);
