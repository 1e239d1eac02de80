// References of the contract that its shapes do not express: the kind behind an address, and names of answers without
// '@type'.
import type { AnyEndpointName } from '#contract/all-endpoints.ts';

const references: Record<string, string> = {
  acceptedTermAndConditions: 'TermAndCondition',
  associatedProducts: 'Product',
  cart: 'Cart',
  categories: 'Category',
  category: 'Category',
  coupon: 'Coupon',
  coupons: 'Coupon',
  events: 'Event',
  images: 'Image',
  logo: 'Image',
  // A product or a store.
  of: 'hydra:Resource',
  order: 'Order',
  parent: 'Category',
  plan: 'Plan',
  product: 'Product',
  products: 'Product',
  store: 'Store',
  technicalImage: 'Image',
  valueImage: 'Image',
  vatRate: 'VatRate',
};

/** Names with another meaning: search filters, the name of a store. */
const plainText: Record<string, readonly string[]> = { Account: ['store'], SearchResult: ['image'] };

/** Null if not a reference. */
export const kindReferredTo = (kind: string, property: string): string | null =>
  plainText[kind]?.includes(property) ? null : (references[property] ?? null);

export const unnamedKinds: Partial<Record<AnyEndpointName, string>> = {
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
  // Both have the same shape.
  'users.reviews': 'ProductReview',
  'session.login': 'TokenPair',
  'session.refresh': 'TokenPair',
  'orders.preparePayment': 'Payment',
  'orders.pickups': 'Pickup',
  'users.export': 'PersonalData',
  'administration.exportAccount': 'PersonalData',
  'pushKey.get': 'PushKey',
  'orderPush.key': 'PushKey',
};
