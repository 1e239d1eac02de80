// Push tables: subscribed devices and pending messages. Triggers remove subscriptions after a logout, a new password or
// the end of a person's work for the store.
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, id, instant } from './columns.ts';
import { storeOrders } from './sales.ts';
import { stores } from './stores.ts';

export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    /** Address at the browser's push service; a secret, since it allows sending to the device. */
    endpoint: text('endpoint').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The store whose new orders it shows; null: none. */
    storeId: uuid('store_id').references(() => stores.id, { onDelete: 'cascade' }),
    /** Shows the progress of the user's own orders. */
    ownOrders: boolean('own_orders').notNull().default(false),
    /** The browser's key: base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: createdAt(),
    lastSuccessAt: instant('last_success_at'),
    /** Failed messages since the last success. */
    failures: integer('failures').notNull().default(0),
  },
  (t) => [index('push_subscriptions_store').on(t.storeId), index('push_subscriptions_user').on(t.userId)],
);

/** Deleted once delivered or given up. */
export const pushDeliveries = pgTable(
  'push_deliveries',
  {
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    storeOrderId: integer('store_order_id')
      .notNull()
      .references(() => storeOrders.id, { onDelete: 'cascade' }),
    /** 'new' or 'withdrawal' to the store; 'ready', 'shipped', 'canceled', 'refunded' or 'declined' to the shopper. */
    news: text('news').notNull().default('new'),
    attempts: integer('attempts').notNull().default(0),
    /** Earliest sending time; while being sent, the end of the lease. */
    dueAt: instant('due_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriptionId, t.storeOrderId, t.news] }),
    index('push_deliveries_due').on(t.dueAt),
    index('push_deliveries_order').on(t.storeOrderId),
  ],
);
