// Store tables: profile and settings, people, pictures, accepted terms.
import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
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
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import type { LegalIdentity } from '#domain/legal-identity.ts';
import { wordsOfStore } from '../words.ts';
import { users } from './accounts.ts';
import { bytea, createdAt, id, instant } from './columns.ts';
import { images } from './pictures.ts';

export interface OpeningHoursRow {
  days: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
  /** HHmm, or null if closed in that half of the day. */
  morningOpeningHour: string | null;
  morningCloseHour: string | null;
  afternoonOpeningHour: string | null;
  afternoonCloseHour: string | null;
  interrupt: boolean;
}

/** Slot length in minutes, null for whole days; most orders of one, null without a limit. */
export interface CollectionSlotsRow {
  minutes: number | null;
  capacity: number | null;
}

/** Days as YYYY-MM-DD, both included. */
export interface ClosedDaysRow {
  from: string;
  to: string;
  /** No orders meanwhile. */
  stopsOrders?: boolean | undefined;
}

export interface DistancePriceLevelRow {
  /** Kilometres. */
  distance: number;
  /** Cents. */
  price: number;
  /** Cents. */
  minimumOrderValue: number;
}

export const stores = pgTable(
  'stores',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    aboutText: text('about_text').notNull().default(''),
    logoId: uuid('logo_id').references(() => images.id),
    youtubeVideoId: text('youtube_video_id'),
    legalIdentity: jsonb('legal_identity').$type<LegalIdentity>(),
    website: text('website'),
    twitter: text('twitter'),
    facebook: text('facebook'),
    snapchat: text('snapchat'),
    instagram: text('instagram'),
    /** The store's account at the payment provider. */
    sMoneyAccount: text('s_money_account'),
    /** Commission of the market in basis points; null: the market's rate. */
    commission: integer('commission'),
    phoneNumber: text('phone_number'),
    email: text('email'),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    address1: text('address1').notNull().default(''),
    address2: text('address2').notNull().default(''),
    postalCode: text('postal_code').notNull().default(''),
    city: text('city').notNull().default(''),
    placeOfSales: text('place_of_sales').notNull().default(''),
    additionalInformation: text('additional_information').notNull().default(''),
    openingHours: jsonb('opening_hours').$type<OpeningHoursRow[]>().notNull().default([]),
    closedDays: jsonb('closed_days').$type<ClosedDaysRow[]>().notNull().default([]),
    /** Minutes; null: not given. */
    preparationTime: integer('preparation_time'),
    /** Null: customers do not choose when they collect. */
    collectionSlots: jsonb('collection_slots').$type<CollectionSlotsRow>(),
    /** 'E-commerce', 'Catalogue', 'E-commerce + supports' or 'Catalogue + supports'. */
    plan: text('plan').notNull(),
    ready: boolean('ready').notNull().default(false),
    published: boolean('published').notNull().default(true),
    /** The market's reason to hide it; null: not hidden for one. */
    hiddenReason: text('hidden_reason'),
    /** Since when and why the market suspends it; null: it does not. */
    suspendedAt: instant('suspended_at'),
    suspendedReason: text('suspended_reason'),
    takesAppointments: boolean('takes_appointments').notNull().default(false),
    takesEstimates: boolean('takes_estimates').notNull().default(false),
    /** Offered shipping types: store, home, relay, custom_store, custom_relay, demat. */
    deliveryMethods: text('delivery_methods').array().notNull().default(sql`'{}'`),
    paymentOnDelivery: boolean('payment_on_delivery').notNull().default(false),
    paymentOnDeliveryInformation: text('payment_on_delivery_information').notNull().default(''),
    freeDeliveryPriceFromAmount: integer('free_delivery_price_from_amount'),
    customShippingPrice: integer('custom_shipping_price').notNull().default(0),
    minimumDelivery: integer('minimum_delivery').notNull().default(0),
    customShippingMaxDistance: integer('custom_shipping_max_distance'),
    distancePriceLevels: jsonb('distance_price_levels').$type<DistancePriceLevelRow[]>().notNull().default([]),
    relayPoint: text('relay_point').notNull().default(''),
    relayPointInformation: text('relay_point_information').notNull().default(''),
    relayPointPrice: integer('relay_point_price').notNull().default(0),
    ratingAverage: doublePrecision('rating_average'),
    ratingCount: integer('rating_count').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    index('stores_words').using('gin', wordsOfStore(t)),
    index('stores_by_name').on(sql`public.folded(name)`, t.id).where(sql`published`),
  ],
);

/** The people of a store; a person works for at most one. */
export const storeMembers = pgTable(
  'store_members',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id, { onDelete: 'cascade' }),
    role: text('role').$type<StoreRole>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('store_members_store').on(t.storeId)],
);

/** Invitations by mail that nobody has accepted yet. */
export const storeInvitations = pgTable(
  'store_invitations',
  {
    id: id(),
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id, { onDelete: 'cascade' }),
    /** Lower case. */
    email: text('email').notNull(),
    role: text('role').$type<StoreRole>().notNull(),
    /** SHA-256 of the newest link's token. */
    tokenHash: bytea('token_hash').notNull(),
    createdAt: createdAt(),
    /** Of the newest mail. */
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [uniqueIndex('store_invitations_address').on(t.storeId, t.email)],
);

export const storeImages = pgTable(
  'store_images',
  {
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id),
    imageId: uuid('image_id')
      .notNull()
      .references(() => images.id),
    position: smallint('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.storeId, t.imageId] })],
);

export const terms = pgTable('terms', { id: id(), terms: text('terms').notNull(), createdAt: createdAt() });

export const storeAcceptedTerms = pgTable(
  'store_accepted_terms',
  {
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id),
    termsId: uuid('terms_id')
      .notNull()
      .references(() => terms.id),
    acceptedAt: instant('accepted_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.storeId, t.termsId] })],
);
