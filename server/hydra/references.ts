// What the contract does not say by its shapes: which kind of thing an address in an answer leads to, and what answers are
// called that carry no '@type' of their own.
import type { ServedName } from '#contract/all-endpoints.ts';

const references: Record<string, string> = {
  acceptedTermAndConditions: 'TermAndCondition',
  associatedProducts: 'Product',
  cart: 'Cart',
  categories: 'Category',
  category: 'Category',
  coupon: 'Coupon',
  events: 'Event',
  images: 'Image',
  logo: 'Image',
  // A product or a shop.
  of: 'hydra:Resource',
  order: 'Order',
  parent: 'Category',
  plan: 'Plan',
  product: 'Product',
  store: 'Store',
  technicalImage: 'Image',
  valueImage: 'Image',
  vatRate: 'VatRate',
};

/** Where a name means something else: how a search is narrowed, the name of a shop. */
const plainText: Record<string, readonly string[]> = { Account: ['store'], SearchResult: ['image'] };

/** Null for a property that is no reference. */
export const kindReferredTo = (kind: string, property: string): string | null =>
  plainText[kind]?.includes(property) ? null : (references[property] ?? null);

export const unnamedKinds: Partial<Record<ServedName, string>> = {
  search: 'SearchResult',
  'images.get': 'Image',
  'images.caption': 'Image',
  'images.upload': 'Image',
  'stores.availableImages': 'Image',
  'products.averageRating': 'AverageRating',
  'products.reviews': 'ProductReview',
  'productReviews.get': 'ProductReview',
  'productReviews.create': 'ProductReview',
  'stores.reviews': 'StoreReview',
  'storeReviews.get': 'StoreReview',
  'storeReviews.create': 'StoreReview',
  // Of both; they are made of the same.
  'users.reviews': 'ProductReview',
  'session.login': 'TokenPair',
  'session.refresh': 'TokenPair',
  'orders.preparePayment': 'Payment',
  'orders.pickups': 'Pickup',
  'users.export': 'PersonalData',
  'pushKey.get': 'PushKey',
};
