// Rows of orders as their queries read them, for the presenters.
import type { CollectionSlots } from '#contract/fields/collection-slots.ts';
import type { ClosedDays, GeoCoordinates, OpeningHours } from '#contract/fields/values.ts';
import type { StoreOrderRefund } from '#contract/orders/store-orders.ts';
import type { DocumentKind } from '#domain/orders/sale-document.ts';
import type { ItemByWeight } from '#domain/orders/weight-terms.ts';
import type { refunds } from '../db/schema/payments.ts';
import type { CollectionPlace, OrderedOptionValueRow } from '../db/schema/sales.ts';
import type { ImageRow } from './images.ts';

export interface OrderedItemRow {
  id: string;
  storeOrderId: number;
  productId: string;
  name: string;
  slug: string;
  image: ImageRow | null;
  optionValues: OrderedOptionValueRow[];
  quantity: number;
  unitPrice: number;
  total: number;
  /** Basis points; null without a rate. */
  vatRate: number | null;
  discounted: boolean;
  /** Exception to the right of withdrawal; null: none. */
  withdrawalException: string | null;
  /** Null: not sold by weight. */
  byWeight: ItemByWeight | null;
  dematerialized: boolean;
  notSellToMinor: boolean;
  preOrderDate: string | null;
  /** The purchased file, once the order is confirmed. */
  digitalFile: string | null;
  /** Grams per unit. */
  weight: number;
}

export type RefundOfPart = Pick<typeof refunds.$inferSelect, 'amount' | 'lines' | 'delivery' | 'reason'> & {
  means: StoreOrderRefund['means'];
  /** ISO 8601. */
  createdAt: string;
};

export interface StoreOrderRow {
  id: number;
  orderId: number;
  /** Of the order. */
  cartId: string | null;
  state: string;
  shippingType: string;
  shippingFees: number;
  distance: number | null;
  pickupId: string | null;
  place: CollectionPlace | null;
  slotStart: Date | null;
  slotEnd: Date | null;
  /** Position of the relay point, if still at the recorded address; otherwise null. */
  placeCoordinates: GeoCoordinates | null;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  email: string;
  address1: string;
  address2: string;
  postalCode: string;
  city: string;
  isAdult: boolean;
  digitalConsent: boolean;
  totalBeforeDiscount: number;
  total: number;
  trackingCode: string | null;
  version: number;
  createdAt: Date;
  validatedAt: Date | null;
  readyAt: Date | null;
  shippedAt: Date | null;
  /** Oldest first. */
  refunds: RefundOfPart[];
  /** Arrival of the oldest withdrawal that waits for the store's answer; null: none. ISO 8601. */
  openWithdrawalAt: string | null;
  /** Oldest first. */
  documents: { id: string; kind: DocumentKind; year: number; number: number }[];
  paymentOnDelivery: boolean;
  store: {
    id: string;
    slug: string;
    name: string;
    description: string;
    phoneNumber: string | null;
    address1: string;
    address2: string;
    postalCode: string;
    city: string;
    latitude: number | null;
    longitude: number | null;
    openingHours: OpeningHours[];
    closedDays: ClosedDays[];
    preparationTime: number | null;
    collectionSlots: CollectionSlots | null;
    minimumDelivery: number;
    customShippingMaxDistance: number | null;
    distancePriceLevels: { distance: number; price: number; minimumOrderValue: number }[];
    relayPoint: string;
    relayPointInformation: string;
    deliveryMethods: string[];
    paymentOnDelivery: boolean;
    /** Its own consumer mediator; null: the market's. */
    mediator: string | null;
  };
  logo: ImageRow | null;
  deliveryNames: Record<string, string>;
  items: OrderedItemRow[];
}

export interface OrderRow {
  id: number;
  cartId: string | null;
  paymentOnDelivery: boolean;
  createdAt: Date;
  storeOrders: StoreOrderRow[];
}
