// Request tables: reviews, messages, appointments, estimates, visits, stock alerts.
import {
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { products } from './catalogue.ts';
import { createdAt, id, instant } from './columns.ts';
import { stores } from './stores.ts';

export interface TimeSlotRow {
  /** YYYY-MM-DD. */
  date: string;
  /** HH:mm. */
  beginHour: string;
  endHour: string;
  accepted: boolean;
}

export const storeReviews = pgTable(
  'store_reviews',
  {
    id: id(),
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id),
    userId: uuid('user_id').references(() => users.id),
    author: text('author').notNull(),
    rating: smallint('rating').notNull(),
    text: text('text').notNull(),
    /** The market's reason to hide it; null: shown. */
    hiddenReason: text('hidden_reason'),
    createdAt: createdAt(),
  },
  (t) => [
    index('store_reviews_store').on(t.storeId, t.createdAt.desc().nullsFirst()),
    // One per user; anonymous reviews are not limited.
    uniqueIndex('store_reviews_one_each').on(t.storeId, t.userId),
  ],
);

export const productReviews = pgTable(
  'product_reviews',
  {
    id: id(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    userId: uuid('user_id').references(() => users.id),
    author: text('author').notNull(),
    rating: smallint('rating').notNull(),
    text: text('text').notNull(),
    /** The market's reason to hide it; null: shown. */
    hiddenReason: text('hidden_reason'),
    createdAt: createdAt(),
  },
  (t) => [
    index('product_reviews_product').on(t.productId, t.createdAt.desc().nullsFirst()),
    uniqueIndex('product_reviews_one_each').on(t.productId, t.userId),
  ],
);

export const storeMessages = pgTable(
  'store_messages',
  {
    id: id(),
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    createdAt: createdAt(),
    /** Time at which the store first opened it. */
    readAt: instant('read_at'),
  },
  (t) => [
    index('store_messages_store').on(t.storeId, t.createdAt.desc().nullsFirst()),
    index('store_messages_owner').on(t.ownerId, t.createdAt.desc().nullsFirst()),
  ],
);

export const storeAppointments = pgTable(
  'store_appointments',
  {
    id: id(),
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    /** pending, confirmed or canceled. */
    state: text('state').notNull().default('pending'),
    message: text('message').notNull(),
    response: text('response'),
    timeSlots: jsonb('time_slots').$type<TimeSlotRow[]>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('store_appointments_store').on(t.storeId, t.createdAt.desc().nullsFirst()),
    index('store_appointments_owner').on(t.ownerId),
  ],
);

export const estimates = pgTable(
  'estimates',
  {
    id: id(),
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    subject: text('subject').notNull().default(''),
    message: text('message').notNull(),
    createdAt: createdAt(),
    /** Time at which the store first opened it. */
    readAt: instant('read_at'),
  },
  (t) => [
    index('estimates_store').on(t.storeId, t.createdAt.desc().nullsFirst()),
    index('estimates_owner').on(t.ownerId, t.createdAt.desc().nullsFirst()),
  ],
);

export const estimateItems = pgTable('estimate_items', {
  id: id(),
  estimateId: uuid('estimate_id')
    .notNull()
    .references(() => estimates.id),
  productId: uuid('product_id').references(() => products.id),
  /** Free text of an item that is not a product. */
  label: text('label').notNull().default(''),
  quantity: integer('quantity').notNull(),
  comment: text('comment').notNull().default(''),
  position: smallint('position').notNull().default(0),
});

export const views = pgTable(
  'views',
  {
    uniqueId: text('unique_id').notNull(),
    /** 'store' or 'visitor'. */
    type: text('type').notNull(),
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id),
    day: date('day', { mode: 'string' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.storeId, t.day, t.uniqueId] })],
);

export const availabilityProducts = pgTable(
  'availability_products',
  {
    id: id(),
    email: text('email').notNull(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    createdAt: createdAt(),
    notifiedAt: instant('notified_at'),
    /** Time at which the address was unsubscribed. */
    stoppedAt: instant('stopped_at'),
  },
  (t) => [
    index('availability_products_product').on(t.productId),
    index('availability_products_email').on(t.email, t.createdAt.desc().nullsFirst()),
  ],
);

export const platformMessages = pgTable('platform_messages', {
  id: id(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  subject: text('subject').notNull(),
  message: text('message').notNull(),
  createdAt: createdAt(),
});
