// Sales tables: coupons, carts, orders with one part per store; their payments: payments.ts.
// Rows that an order may reference are hidden by `deletedAt`, never deleted.
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ItemByWeight } from '#domain/orders/weight-terms.ts';
import { wordsOfRecipient } from '../words.ts';
import { users } from './accounts.ts';
import { products } from './catalogue.ts';
import { createdAt, id, instant } from './columns.ts';
import { acceptedTerms, type PickupHoursRow } from './content.ts';
import { stores } from './stores.ts';

export interface OrderedOptionValueRow {
  id: string;
  /** Name of the option, then of its value. */
  option: string;
  name: string;
  /** Cents. */
  price: number;
}

/**
 * Snapshot of a collection place other than the store, taken when it was chosen: a carrier's or the store's relay
 * point.
 */
export interface CollectionPlace {
  name: string;
  /** Information given by the store for its own relay point. */
  information: string;
  address: { address1: string; address2: string; postalCode: string; city: string };
  hours: PickupHoursRow[];
}

export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id),
    code: text('code').notNull(),
    /** 'fix' (discount in cents) or 'relative' (discount in percent). */
    discountType: text('discount_type').notNull(),
    discount: integer('discount').notNull(),
    expirationDate: instant('expiration_date'),
    /** Cents of articles of the store from which it applies; null: from the first. */
    minimumAmount: integer('minimum_amount'),
    /** In all; null: without a limit. */
    maxUses: integer('max_uses'),
    oncePerPerson: boolean('once_per_person').notNull().default(false),
    /** The only products that it is for; null: all of the store. */
    productIds: uuid('product_ids').array(),
    active: boolean('active').notNull().default(true),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [index('coupons_store').on(t.storeId), index('coupons_code').on(t.code)],
);

export const carts = pgTable(
  'carts',
  {
    id: id(),
    /** Null: a visitor's cart, protected by its id alone. */
    userId: uuid('user_id').references(() => users.id),
    /** Incremented by each change. */
    version: integer('version').notNull().default(1),
    /** As entered, the newest last. */
    couponCodes: text('coupon_codes').array().notNull().default(sql`'{}'`),
    /** Set once its order is confirmed; the cart is then read-only. */
    orderedAt: instant('ordered_at'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('carts_open_by_user').on(t.userId).where(sql`ordered_at is null and user_id is not null`)],
);

export const cartItems = pgTable(
  'cart_items',
  {
    id: id(),
    cartId: uuid('cart_id')
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    optionValueIds: uuid('option_value_ids').array().notNull().default(sql`'{}'`),
    /** The option value ids, sorted and joined by a comma: one line per product and choice. */
    optionKey: text('option_key').notNull().default(''),
    quantity: integer('quantity').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('cart_items_line').on(t.cartId, t.productId, t.optionKey)],
);

export const orders = pgTable(
  'orders',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 1001 }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    cartId: uuid('cart_id').references(() => carts.id),
    cartVersion: integer('cart_version'),
    paymentOnDelivery: boolean('payment_on_delivery').notNull().default(false),
    /** Terms of sale accepted with the order; null until it is placed, and for a market without this page. */
    acceptedTerms: text('accepted_terms').references(() => acceptedTerms.digest),
    /** Set while the order reserves stock. */
    stockReservedAt: instant('stock_taken_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('orders_cart_version').on(t.cartId, t.cartVersion),
    index('orders_user').on(t.userId, t.createdAt.desc().nullsFirst()),
    index('orders_newest').on(t.createdAt, t.id),
  ],
);

export const storeOrders = pgTable(
  'store_orders',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 5001 }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id),
    /** new, payment_pending, payed, payment_declined, validated, shipped or canceled. */
    state: text('state').notNull().default('new'),
    shippingType: text('shipping_type').notNull().default('store'),
    shippingFees: integer('shipping_fees').notNull().default(0),
    /** The chosen tier, kilometres. */
    distance: integer('distance'),
    pickupId: text('pickup_id'),
    place: jsonb('place').$type<CollectionPlace>(),
    /** Chosen time of collection at the store; null without one. */
    slotStart: instant('slot_start'),
    slotEnd: instant('slot_end'),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    phoneNumber: text('phone_number').notNull().default(''),
    email: text('email').notNull().default(''),
    address1: text('address1').notNull().default(''),
    address2: text('address2').notNull().default(''),
    postalCode: text('postal_code').notNull().default(''),
    city: text('city').notNull().default(''),
    /** Who and where, without capitals and accents, for searches. */
    customerFolded: text('customer_folded').generatedAlwaysAs(
      sql`public.folded(first_name || ' ' || last_name || ' ' || city)`,
    ),
    /** The shopper has declared to be of age. */
    isAdult: boolean('is_adult').notNull().default(false),
    /** The shopper asks for files at once, and gives up the right of withdrawal for them. */
    digitalConsent: boolean('digital_consent').notNull().default(false),
    couponId: uuid('coupon_id').references(() => coupons.id),
    /** Items plus shipping, before the coupon. */
    totalBeforeDiscount: integer('total_before_discount').notNull(),
    /** Items minus discount plus shipping: the amount to pay. */
    total: integer('total').notNull(),
    trackingCode: text('tracking_code'),
    /** Commission of the market in basis points, as of the order's confirmation; null before. */
    commission: integer('commission'),
    /** The store has accepted it. */
    validatedAt: instant('validated_at'),
    /** Ready for collection at the store. */
    readyAt: instant('ready_at'),
    /** Time and account of the shipment, delivery or handover. */
    shippedAt: instant('shipped_at'),
    shippedBy: uuid('shipped_by').references(() => users.id, { onDelete: 'set null' }),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('store_orders_order').on(t.orderId),
    index('store_orders_store').on(t.storeId, t.createdAt.desc().nullsFirst()),
    index('store_orders_slot').on(t.storeId, t.slotStart).where(sql`slot_start is not null`),
    index('store_orders_coupon').on(t.couponId).where(sql`coupon_id is not null`),
    index('store_orders_state').on(t.state, t.createdAt),
    index('store_orders_words').using('gin', wordsOfRecipient(t)),
  ],
);

export const storeOrderItems = pgTable(
  'store_order_items',
  {
    id: id(),
    storeOrderId: integer('store_order_id')
      .notNull()
      .references(() => storeOrders.id, { onDelete: 'cascade' }),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    /** Snapshot at the time of the order. */
    name: text('name').notNull(),
    /** Without capitals and accents, for searches. */
    nameFolded: text('name_folded').generatedAlwaysAs(sql`public.folded(name)`),
    optionValues: jsonb('option_values').$type<OrderedOptionValueRow[]>().notNull().default([]),
    quantity: integer('quantity').notNull(),
    unitPrice: integer('unit_price').notNull(),
    total: integer('total').notNull(),
    position: smallint('position').notNull().default(0),
    /** Basis points, as of the order; null: the product had no rate. */
    vatRate: integer('vat_rate'),
    /** Ordered before rates were kept: it is the rate that the product had when this column was added. */
    vatAssumed: boolean('vat_assumed').notNull().default(false),
    /** The coupon of the part is for this article. */
    discounted: boolean('discounted').notNull().default(true),
    /** Exception to the right of withdrawal, as of the order; null: none. */
    withdrawalException: text('withdrawal_exception'),
    /** Sold by weight, as of the order; null: not sold by weight. */
    byWeight: jsonb('by_weight').$type<ItemByWeight>(),
    /** Purchased file, by its name among the private files, as of the order's confirmation. */
    digitalFile: text('digital_file'),
  },
  (t) => [index('store_order_items_order').on(t.storeOrderId)],
);
