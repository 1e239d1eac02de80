// Content tables: pages, configuration, featured items, delivery methods and prices, relay points.
import { doublePrecision, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { categories, products } from './catalogue.ts';
import { createdAt, id } from './columns.ts';
import { images } from './pictures.ts';

export interface PickupHoursRow {
  /** 1 (Monday) to 7 (Sunday). */
  day: number;
  /** HHmm. */
  openHour: string;
  closeHour: string;
}

export const pages = pgTable('pages', {
  id: id(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  /** plateforme, nous-contacter, aide or pied-de-page. */
  place: text('place').notNull(),
  description: text('description').notNull(),
  position: smallint('position').notNull().default(0),
});

/** Each version of the terms of sale that an order was placed under. Never changed or deleted. */
export const acceptedTerms = pgTable('accepted_terms', {
  /** SHA-256 of the text, hexadecimal. */
  digest: text('digest').primaryKey(),
  /** Markdown, as the page had it. */
  text: text('text').notNull(),
  createdAt: createdAt(),
});

export const configurations = pgTable('configurations', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  valueImageId: uuid('value_image_id').references(() => images.id),
});

export const featuredProducts = pgTable('featured_products', {
  productId: uuid('product_id')
    .primaryKey()
    .references(() => products.id),
  rank: integer('rank').notNull(),
});

export const featuredCategories = pgTable('featured_categories', {
  categoryId: uuid('category_id')
    .primaryKey()
    .references(() => categories.id),
  rank: integer('rank').notNull(),
});

export const deliveryMethods = pgTable('delivery_methods', {
  shippingType: text('shipping_type').primaryKey(),
  name: text('name').notNull(),
});

/** Carrier prices: the row with the smallest `maxWeight` (grams) above the parcel's weight applies. */
export const deliveryPrices = pgTable(
  'delivery_prices',
  {
    /** home or relay. */
    shippingType: text('shipping_type').notNull(),
    maxWeight: integer('max_weight').notNull(),
    price: integer('price').notNull(),
  },
  (t) => [primaryKey({ columns: [t.shippingType, t.maxWeight] })],
);

export const relayPoints = pgTable('relay_points', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  latitude: doublePrecision('latitude').notNull(),
  longitude: doublePrecision('longitude').notNull(),
  address1: text('address1').notNull(),
  postalCode: text('postal_code').notNull(),
  city: text('city').notNull(),
  hours: jsonb('hours').$type<PickupHoursRow[]>().notNull(),
});
