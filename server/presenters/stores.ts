// Store presenter: columns and answers of a summary and of the store page.
import { sql } from 'drizzle-orm';
import type { DeliveryTerms, Store, StoreSummary } from '#contract/catalogue/stores.ts';
import type { Address, ClosedDays, GeoCoordinates, OpeningHours } from '#contract/fields/values.ts';
import { shippingTypes } from '#contract/fields/values.ts';
import type { LegalIdentity } from '#domain/legal-identity.ts';
import { moneyOf } from '#domain/money.ts';
import { SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import { categories, products } from '../db/schema/catalogue.ts';
import { deliveryMethods } from '../db/schema/content.ts';
import { stores } from '../db/schema/stores.ts';
import {
  allStoreImages,
  firstStoreImage,
  type ImageRow,
  imageCell,
  presentImage,
  presentImageOrNull,
} from './images.ts';
import { qualified } from './qualified.ts';

/** Column: the market's names by shipping type. */
export const deliveryNames = sql<Record<string, string>>`(
  select coalesce(json_object_agg(named.shipping_type, named.name), '{}') from ${deliveryMethods} named)`;

const publishedProducts = sql<number>`(
  select count(*)::int from ${products} offered
  where offered.store_id = ${qualified(stores.id)} and offered.published and offered.deleted_at is null)`;

const MAX_SOLD_CATEGORIES = 3;

/** Categories with most products first. */
const soldCategories = sql<string[]>`array(
  select kind.name from ${products} offered join ${categories} kind on kind.id = offered.category_id
  where offered.store_id = ${qualified(stores.id)} and offered.published and offered.deleted_at is null
  group by kind.id order by count(*) desc, kind.lft limit ${MAX_SOLD_CATEGORIES})`;

const storeSummaryColumns = {
  id: stores.id,
  slug: stores.slug,
  name: stores.name,
  description: stores.description,
  plan: stores.plan,
  ready: stores.ready,
  latitude: stores.latitude,
  longitude: stores.longitude,
  address1: stores.address1,
  address2: stores.address2,
  postalCode: stores.postalCode,
  city: stores.city,
  ratingAverage: stores.ratingAverage,
  ratingCount: stores.ratingCount,
  takesAppointments: stores.takesAppointments,
  takesEstimates: stores.takesEstimates,
  openingHours: stores.openingHours,
  closedDays: stores.closedDays,
  deliveryMethods: stores.deliveryMethods,
  minimumDelivery: stores.minimumDelivery,
  paymentOnDelivery: stores.paymentOnDelivery,
  customShippingPrice: stores.customShippingPrice,
  customShippingMaxDistance: stores.customShippingMaxDistance,
  freeDeliveryPriceFromAmount: stores.freeDeliveryPriceFromAmount,
  distancePriceLevels: stores.distancePriceLevels,
  relayPoint: stores.relayPoint,
  relayPointInformation: stores.relayPointInformation,
  relayPointPrice: stores.relayPointPrice,
  preparationTime: stores.preparationTime,
  collectionSlots: stores.collectionSlots,
  sells: soldCategories,
  logo: imageCell(stores.logoId),
};
export const storeListColumns = { ...storeSummaryColumns, image: firstStoreImage(stores.id) };

export interface StoreListRow extends DeliveryTerms {
  id: string;
  slug: string;
  name: string;
  description: string;
  plan: string;
  ready: boolean;
  latitude: number | null;
  longitude: number | null;
  address1: string;
  address2: string;
  postalCode: string;
  city: string;
  ratingAverage: number | null;
  ratingCount: number;
  takesAppointments: boolean;
  takesEstimates: boolean;
  openingHours: OpeningHours[];
  closedDays: ClosedDays[];
  deliveryMethods: string[];
  logo: ImageRow | null;
  image: ImageRow | null;
  sells: string[];
}

/** Null unless both values are known. */
export const coordinatesOf = (row: { latitude: number | null; longitude: number | null }): GeoCoordinates | null =>
  row.latitude === null || row.longitude === null ? null : { latitude: row.latitude, longitude: row.longitude };

export const presentAddress = (row: Pick<StoreListRow, 'address1' | 'address2' | 'postalCode' | 'city'>): Address => ({
  address1: row.address1,
  address2: row.address2,
  postalCode: row.postalCode,
  city: row.city,
});

export function presentStoreSummary(row: StoreListRow, productCount: number): StoreSummary {
  return {
    '@id': `/stores/${row.id}`,
    '@type': 'Store',
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    plan: { '@id': `/plans/${encodeURIComponent(row.plan)}`, name: row.plan },
    ready: row.ready,
    logo: presentImageOrNull(row.logo),
    images: row.image ? [presentImage(row.image)] : [],
    address: presentAddress(row),
    geoCoordinates: coordinatesOf(row),
    averageRating: row.ratingAverage,
    reviewCount: row.ratingCount,
    productCount,
    takesAppointments: row.takesAppointments,
    takesEstimates: row.takesEstimates,
    openingHours: row.openingHours,
    closedDays: row.closedDays,
    shippingTypes: shippingTypes.filter((type) => row.deliveryMethods.includes(type)),
    deliveryTerms: {
      minimumDelivery: row.minimumDelivery,
      paymentOnDelivery: row.paymentOnDelivery,
      customShippingPrice: row.customShippingPrice,
      customShippingMaxDistance: row.customShippingMaxDistance,
      freeDeliveryPriceFromAmount: row.freeDeliveryPriceFromAmount,
      distancePriceLevels: row.distancePriceLevels,
      relayPoint: row.relayPoint,
      relayPointInformation: row.relayPointInformation,
      relayPointPrice: row.relayPointPrice,
      preparationTime: row.preparationTime,
      collectionSlots: row.collectionSlots ?? null,
    },
    sells: row.sells,
  };
}

export const storeColumns = {
  ...storeSummaryColumns,
  images: allStoreImages(stores.id),
  productCount: publishedProducts,
  deliveryNames,
  aboutText: stores.aboutText,
  youtubeVideoId: stores.youtubeVideoId,
  website: stores.website,
  twitter: stores.twitter,
  facebook: stores.facebook,
  snapchat: stores.snapchat,
  instagram: stores.instagram,
  phoneNumber: stores.phoneNumber,
  placeOfSales: stores.placeOfSales,
  additionalInformation: stores.additionalInformation,
  paymentOnDeliveryInformation: stores.paymentOnDeliveryInformation,
  legalIdentity: stores.legalIdentity,
  version: stores.version,
};

export interface StoreRow extends Omit<StoreListRow, 'image'> {
  images: ImageRow[];
  productCount: number;
  deliveryNames: Record<string, string>;
  aboutText: string;
  youtubeVideoId: string | null;
  website: string | null;
  twitter: string | null;
  facebook: string | null;
  snapchat: string | null;
  instagram: string | null;
  phoneNumber: string | null;
  placeOfSales: string;
  additionalInformation: string;
  paymentOnDeliveryInformation: string;
  legalIdentity: LegalIdentity | null;
  version: number;
}

/** Distance tiers with their amounts, nearest first. */
export const presentTiers = (levels: StoreRow['distancePriceLevels']): Store['distancePriceLevels'] =>
  [...levels]
    .sort((a, b) => a.distance - b.distance)
    .map((level) => ({
      distance: level.distance,
      price: moneyOf(level.price),
      minimumOrderValue: moneyOf(level.minimumOrderValue),
    }));

/** The market's names of these types, in a fixed order. */
export function shippingNames(types: readonly string[], names: Record<string, string>): Record<string, string> {
  const offered = shippingTypes.filter((type) => types.includes(type));
  return Object.fromEntries(offered.map((type) => [type, names[type] ?? SHIPPING_LABELS[type]]));
}

export function presentStore(row: StoreRow): Store {
  return {
    ...presentStoreSummary({ ...row, image: null }, row.productCount),
    images: row.images.map(presentImage),
    aboutText: row.aboutText,
    youtubeVideoId: row.youtubeVideoId,
    website: row.website,
    twitter: row.twitter,
    facebook: row.facebook,
    snapchat: row.snapchat,
    instagram: row.instagram,
    phoneNumber: row.phoneNumber === null ? null : { value: row.phoneNumber },
    placeOfSales: row.placeOfSales,
    additionalInformation: row.additionalInformation,
    openingHours: row.openingHours,
    closedDays: row.closedDays,
    preparationTime: row.preparationTime,
    availableStoreShippingTypes: shippingNames(row.deliveryMethods, row.deliveryNames),
    minimumDelivery: moneyOf(row.minimumDelivery),
    customShippingMaxDistance: row.customShippingMaxDistance,
    distancePriceLevels: presentTiers(row.distancePriceLevels),
    paymentOnDelivery: row.paymentOnDelivery,
    paymentOnDeliveryInformation: row.paymentOnDeliveryInformation,
    legalIdentity: row.legalIdentity,
    version: row.version,
  };
}
