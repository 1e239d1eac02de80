// Every table of the market, once, for PGlite and PostgreSQL alike.
// Money is integer cents, weight grams, size centimetres, distance kilometres; instants are timestamptz in UTC.
// Rows that an order may refer to are hidden by `deletedAt`, never removed.
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
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer; driverData: Buffer | Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
});

const id = () => uuid('id').primaryKey().defaultRandom();
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const createdAt = () => instant('created_at').notNull().defaultNow();

export interface OpeningHoursRow {
  days: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
  /** HHmm, or null when closed in that half of the day. */
  morningOpeningHour: string | null;
  morningCloseHour: string | null;
  afternoonOpeningHour: string | null;
  afternoonCloseHour: string | null;
  interrupt: boolean;
}
export interface DistancePriceLevelRow {
  /** Kilometres. */
  distance: number;
  /** Cents. */
  price: number;
  /** Cents. */
  minimumOrderValue: number;
}
export interface TimeSlotRow {
  /** YYYY-MM-DD. */
  date: string;
  /** HH:mm. */
  beginHour: string;
  endHour: string;
  accepted: boolean;
}
export interface PickupHoursRow {
  /** 1 (Monday) to 7 (Sunday). */
  day: number;
  /** HHmm. */
  openHour: string;
  closeHour: string;
}
export interface OrderedOptionValueRow {
  id: string;
  /** Name of the option, then of its value. */
  option: string;
  name: string;
  /** Cents. */
  price: number;
}

// --- accounts ---------------------------------------------------------------------------------------------------

export const users = pgTable('users', {
  id: id(),
  /** Lower case. */
  email: text('email').notNull().unique(),
  username: text('username').notNull(),
  passwordHash: text('password_hash').notNull(),
  roles: text('roles').array().notNull().default(sql`'{ROLE_USER}'`),
  newsletterRegistered: boolean('newsletter_registered').notNull().default(false),
  createdAt: createdAt(),
});

export const refreshFamilies = pgTable('refresh_families', {
  id: id(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
  revokedAt: instant('revoked_at'),
});

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    /** SHA-256 of the token; the token itself is never stored. */
    tokenHash: bytea('token_hash').primaryKey(),
    familyId: uuid('family_id')
      .notNull()
      .references(() => refreshFamilies.id, { onDelete: 'cascade' }),
    generation: integer('generation').notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('refresh_tokens_family').on(t.familyId)],
);

export const passwordResets = pgTable('password_resets', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
});

// --- pictures ---------------------------------------------------------------------------------------------------

export const images = pgTable('images', {
  id: id(),
  /** File stem: variants are `{stem}-{variant}.webp`. */
  stem: text('stem').notNull(),
  caption: text('caption').notNull().default(''),
  /** The shop whose media library holds it; null for the market's own pictures. */
  storeId: uuid('store_id'),
  /** Size of what was sent; null for pictures that the market drew itself, which are never cleared away. */
  uploadedBytes: integer('uploaded_bytes'),
  /** Since when no product, shop or page shows it, as far as the clearing of pictures has noticed. */
  unusedSince: instant('unused_since'),
  createdAt: createdAt(),
  deletedAt: instant('deleted_at'),
});

// --- shops ------------------------------------------------------------------------------------------------------

export const stores = pgTable(
  'stores',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    ownerId: uuid('owner_id').references(() => users.id),
    description: text('description').notNull().default(''),
    aboutText: text('about_text').notNull().default(''),
    logoId: uuid('logo_id').references(() => images.id),
    youtubeVideoId: text('youtube_video_id'),
    website: text('website'),
    twitter: text('twitter'),
    facebook: text('facebook'),
    snapchat: text('snapchat'),
    instagram: text('instagram'),
    sMoneyAccount: text('s_money_account'),
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
    /** 'E-commerce', 'Catalogue', 'E-commerce + supports' or 'Catalogue + supports'. */
    plan: text('plan').notNull(),
    ready: boolean('ready').notNull().default(false),
    published: boolean('published').notNull().default(true),
    takesAppointments: boolean('takes_appointments').notNull().default(false),
    takesEstimates: boolean('takes_estimates').notNull().default(false),
    /** Shipping types the shop offers: store, home, relay, custom_store, custom_relay, demat. */
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
  (t) => [uniqueIndex('stores_owner').on(t.ownerId)],
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

// --- catalogue --------------------------------------------------------------------------------------------------

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

export const products = pgTable(
  'products',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => categories.id),
    published: boolean('published').notNull().default(false),
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
      .on(t.categoryId, t.createdAt.desc())
      .where(sql`published and deleted_at is null`),
    index('products_store').on(t.storeId, t.createdAt.desc()).where(sql`deleted_at is null`),
  ],
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

/** Secondary categories, beside `products.categoryId`. */
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

// --- the market's own content -----------------------------------------------------------------------------------

export const pages = pgTable('pages', {
  id: id(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  /** plateforme, nous-contacter, aide or pied-de-page. */
  place: text('place').notNull(),
  description: text('description').notNull(),
  position: smallint('position').notNull().default(0),
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

/** Carrier prices: the row with the smallest `maxWeight` (grams) that holds the parcel applies. */
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

// --- what people send -------------------------------------------------------------------------------------------

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
    createdAt: createdAt(),
  },
  (t) => [
    index('store_reviews_store').on(t.storeId, t.createdAt.desc()),
    // One a person; reviews of nobody in particular are many.
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
    createdAt: createdAt(),
  },
  (t) => [
    index('product_reviews_product').on(t.productId, t.createdAt.desc()),
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
  },
  (t) => [index('store_messages_store').on(t.storeId, t.createdAt.desc())],
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
    index('store_appointments_store').on(t.storeId, t.createdAt.desc()),
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
  },
  (t) => [index('estimates_store').on(t.storeId, t.createdAt.desc())],
);

export const estimateItems = pgTable('estimate_items', {
  id: id(),
  estimateId: uuid('estimate_id')
    .notNull()
    .references(() => estimates.id),
  productId: uuid('product_id').references(() => products.id),
  /** What was asked for, as written, when it is no product of the shop. */
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
  },
  (t) => [index('availability_products_product').on(t.productId)],
);

export const platformMessages = pgTable('platform_messages', {
  id: id(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  subject: text('subject').notNull(),
  message: text('message').notNull(),
  createdAt: createdAt(),
});

// --- carts and orders -------------------------------------------------------------------------------------------

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
    /** Null: a visitor's, guarded by its id alone. */
    userId: uuid('user_id').references(() => users.id),
    /** Grows by one with each change. */
    version: integer('version').notNull().default(1),
    couponId: uuid('coupon_id').references(() => coupons.id),
    /** Set once its order is confirmed: no write is accepted any more. */
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
    /** Set while the order holds stock. */
    stockTakenAt: instant('stock_taken_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('orders_cart_version').on(t.cartId, t.cartVersion),
    index('orders_user').on(t.userId, t.createdAt.desc()),
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
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    phoneNumber: text('phone_number').notNull().default(''),
    email: text('email').notNull().default(''),
    address1: text('address1').notNull().default(''),
    address2: text('address2').notNull().default(''),
    postalCode: text('postal_code').notNull().default(''),
    city: text('city').notNull().default(''),
    couponId: uuid('coupon_id').references(() => coupons.id),
    /** Items plus shipping, before the coupon. */
    totalBeforeDiscount: integer('total_before_discount').notNull(),
    /** Items minus discount, plus shipping: what is paid. */
    total: integer('total').notNull(),
    trackingCode: text('tracking_code'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [index('store_orders_order').on(t.orderId), index('store_orders_store').on(t.storeId, t.createdAt.desc())],
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
    /** As it was when ordered. */
    name: text('name').notNull(),
    optionValues: jsonb('option_values').$type<OrderedOptionValueRow[]>().notNull().default([]),
    quantity: integer('quantity').notNull(),
    unitPrice: integer('unit_price').notNull(),
    total: integer('total').notNull(),
    position: smallint('position').notNull().default(0),
  },
  (t) => [index('store_order_items_order').on(t.storeOrderId)],
);

export const payments = pgTable(
  'payments',
  {
    /** Also the provider's reference: unguessable, it guards the sandbox payment page. */
    id: id(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** Cents. */
    amount: integer('amount').notNull(),
    /** open (not answered yet), pending (answered: wait), accepted, declined or expired. */
    state: text('state').notNull().default('open'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [index('payments_order').on(t.orderId)],
);

// --- safety of retries ------------------------------------------------------------------------------------------

export const idempotency = pgTable(
  'idempotency',
  {
    /** 'u:<user id>' or 'v:<cart id or visitor>': who used the key. */
    scope: text('scope').notNull(),
    key: uuid('key').notNull(),
    /** SHA-256 over method, path and canonical body. */
    fingerprint: bytea('fingerprint').notNull(),
    status: integer('status'),
    body: jsonb('body').$type<unknown>(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index('idempotency_created').on(t.createdAt)],
);

/** Facts the server keeps about itself: demo market filled, schema of the images. */
export const marketMeta = pgTable('market_meta', { key: text('key').primaryKey(), value: text('value').notNull() });
