// Tables of what merchants are told on their devices: which devices, and what is still to be told. Triggers take out whoever has
// logged out, changed the password or no longer owns the shop.
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, id, instant } from './columns.ts';
import { storeOrders } from './sales.ts';
import { stores } from './shops.ts';

export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    /** At the browser's push service; who knows it can reach the device. */
    endpoint: text('endpoint').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id, { onDelete: 'cascade' }),
    /** Of the browser: base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: createdAt(),
    lastSuccessAt: instant('last_success_at'),
    /** Messages given up since the last that arrived. */
    failures: integer('failures').notNull().default(0),
  },
  (t) => [index('push_subscriptions_store').on(t.storeId), index('push_subscriptions_user').on(t.userId)],
);

/** Gone once it has arrived, or was given up. */
export const pushDeliveries = pgTable(
  'push_deliveries',
  {
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    storeOrderId: integer('store_order_id')
      .notNull()
      .references(() => storeOrders.id, { onDelete: 'cascade' }),
    attempts: integer('attempts').notNull().default(0),
    /** Not before; while it is being sent, when that counts as lost. */
    dueAt: instant('due_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriptionId, t.storeOrderId] }),
    index('push_deliveries_due').on(t.dueAt),
    index('push_deliveries_order').on(t.storeOrderId),
  ],
);
