// Catalogue tables: categories, products and their parts, events.
// Rows that an order may reference are hidden by `deletedAt`, never deleted.
import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { wordsOfProduct } from '../words.ts';
import { createdAt, id, instant } from './columns.ts';
import { images } from './pictures.ts';
import { stores } from './stores.ts';

export const categories = pgTable(
  'categories',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    parentId: uuid('parent_id'),
    /** 1 to 3. */
    level: smallint('level').notNull(),
    /** Nested-set bounds: a category has children when lft + 1 < rgt. */
    lft: integer('lft').notNull(),
    rgt: integer('rgt').notNull(),
    imageId: uuid('image_id').references(() => images.id),
    labelFermier: boolean('label_fermier').notNull().default(false),
    labelFermierDescription: text('label_fermier_description').notNull().default(''),
    labelFermierUrl: text('label_fermier_url'),
  },
  (t) => [index('categories_lft').on(t.lft), index('categories_parent').on(t.parentId)],
);

export const vatRates = pgTable('vat_rates', {
  id: id(),
  name: text('name').notNull(),
  /** Basis points: 550 is 5.5 %. */
  rate: integer('rate').notNull(),
});

/** PDFs of a store's digital products, by their names among the private files. */
export const digitalFiles = pgTable(
  'digital_files',
  {
    id: id(),
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id),
    stored: text('stored').notNull(),
    /** Bytes; null for imported files. */
    size: integer('size'),
    createdAt: createdAt(),
  },
  (t) => [unique('digital_files_store_stored').on(t.storeId, t.stored)],
);

export const products = pgTable(
  'products',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    /** Without capitals and accents, for searches. */
    nameFolded: text('name_folded').generatedAlwaysAs(sql`public.folded(name)`),
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => categories.id),
    published: boolean('published').notNull().default(false),
    /** The market's reason to hide it, which keeps its merchant from publishing it; null: not hidden. */
    hiddenReason: text('hidden_reason'),
    deletedAt: instant('deleted_at'),
    description: text('description').notNull().default(''),
    technicalText: text('technical_text').notNull().default(''),
    technicalAttributes: jsonb('technical_attributes').$type<{ name: string; value: string }[]>().notNull().default([]),
    technicalImageId: uuid('technical_image_id').references(() => images.id),
    price: integer('price'),
    reducedPrice: integer('reduced_price'),
    indicativePrice: boolean('indicative_price').notNull().default(false),
    priceDisabled: boolean('price_disabled').notNull().default(false),
    vatRateId: uuid('vat_rate_id').references(() => vatRates.id),
    /** Null: unlimited or not managed. */
    stock: integer('stock'),
    preOrderDate: date('pre_order_date', { mode: 'string' }),
    dematerialized: boolean('dematerialized').notNull().default(false),
    dematerializedFile: text('dematerialized_file'),
    notSellToMinor: boolean('not_sell_to_minor').notNull().default(false),
    inevitable: boolean('inevitable').notNull().default(false),
    news: boolean('news').notNull().default(false),
    currentOffers: boolean('current_offers').notNull().default(false),
    externalURL: text('external_url'),
    /** '250 g', as typed; null: not given. */
    netContent: text('net_content'),
    /** Percent by which a unit may weigh less than its net content; null: not sold by weight. */
    weightTolerance: integer('weight_tolerance'),
    /** Exception to the right of withdrawal (domain/orders/withdrawal-exception.ts); null: none. */
    withdrawalException: text('withdrawal_exception'),
    weight: integer('weight').notNull().default(0),
    length: integer('length').notNull().default(0),
    width: integer('width').notNull().default(0),
    height: integer('height').notNull().default(0),
    ratingAverage: doublePrecision('rating_average'),
    ratingCount: integer('rating_count').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    index('products_category_published')
      .on(t.categoryId, t.createdAt.desc().nullsFirst(), t.storeId)
      .where(sql`published and deleted_at is null`),
    index('products_store').on(t.storeId, t.createdAt.desc().nullsFirst()).where(sql`deleted_at is null`),
    index('products_shown_by_store').on(t.storeId).where(sql`published and deleted_at is null`),
    // With all that a page of the list asks of a product, so that deep pages are read from the index.
    index('products_newest')
      .on(t.createdAt.desc().nullsFirst(), t.id, t.storeId)
      .where(sql`published and deleted_at is null`),
    index('products_reduced')
      .on(t.createdAt.desc().nullsFirst(), t.id, t.storeId)
      .where(sql`published and deleted_at is null and reduced_price is not null`),
  ],
);

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * Search lines of products: name|store|town|category|parent…, without accents and capitals. Written by database
 * triggers on every change (`public.refresh_product_search`).
 */
export const productSearch = pgTable(
  'product_search',
  {
    productId: uuid('product_id')
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    document: text('document').notNull(),
    words: tsvector('words').notNull().generatedAlwaysAs(wordsOfProduct),
  },
  (t) => [index('product_search_words').using('gin', t.words)],
);

export const productImages = pgTable(
  'product_images',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    imageId: uuid('image_id')
      .notNull()
      .references(() => images.id),
    position: smallint('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.position] })],
);

/** Secondary categories, in addition to `products.categoryId`. */
export const productCategories = pgTable(
  'product_categories',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => categories.id),
  },
  (t) => [primaryKey({ columns: [t.productId, t.categoryId] }), index('product_categories_category').on(t.categoryId)],
);

export const productOptions = pgTable(
  'product_options',
  {
    id: id(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    name: text('name').notNull(),
    position: smallint('position').notNull(),
  },
  (t) => [index('product_options_product').on(t.productId)],
);

export const productOptionValues = pgTable(
  'product_option_values',
  {
    id: id(),
    optionId: uuid('option_id')
      .notNull()
      .references(() => productOptions.id),
    name: text('name').notNull(),
    price: integer('price').notNull().default(0),
    position: smallint('position').notNull(),
  },
  (t) => [index('product_option_values_option').on(t.optionId)],
);

export const productAssociations = pgTable(
  'product_associations',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    associatedId: uuid('associated_id')
      .notNull()
      .references(() => products.id),
    position: smallint('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.associatedId] })],
);

export const events = pgTable('events', {
  id: id(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  imageId: uuid('image_id').references(() => images.id),
});

export const productEvents = pgTable(
  'product_events',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
  },
  (t) => [primaryKey({ columns: [t.productId, t.eventId] }), index('product_events_event').on(t.eventId)],
);
