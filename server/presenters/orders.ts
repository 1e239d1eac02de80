// Order presenter, for the shopper and for the merchant.
import type { CollectionSlot } from '#contract/fields/collection-slots.ts';
import type { ShippingType, StoreOrderState } from '#contract/fields/values.ts';
import { shippingTypes, storeOrderStates } from '#contract/fields/values.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder, StoreOrderItem, StoreOrderRefund } from '#contract/orders/store-orders.ts';
import { moneyOf, moneyOrNull } from '#domain/money.ts';
import { documentNumber } from '#domain/orders/sale-document.ts';
import { canPayOnDelivery as isPaidOnDelivery, typesOffered } from '#domain/orders/shipping.ts';
import { refundLastDay } from '#domain/orders/withdrawal-period.ts';
import { presentOptionValue } from './carts.ts';
import { presentImageOrNull, presentImages } from './images.ts';
import type { OrderedItemRow, OrderRow, RefundOfPart, StoreOrderRow } from './order-rows.ts';
import { presentVat } from './sale-vat.ts';
import { coordinatesOf, presentAddress, presentTiers, shippingNames } from './stores.ts';

export const storeOrderStateOf = (state: string): StoreOrderState =>
  storeOrderStates.find((known) => known === state) ?? 'canceled';
export const shippingTypeOf = (type: string): ShippingType => shippingTypes.find((known) => known === type) ?? 'store';

/** Shipping types offered for these items; stores without any offer collection. */
export function offeredTypes(
  store: { deliveryMethods: readonly string[] },
  items: readonly { dematerialized: boolean }[],
): ShippingType[] {
  const offered = typesOffered(store, items);
  return offered.length > 0 ? offered : ['store'];
}

const itemIri = (id: string) => `/store_order_items/${id}`;

const presentOrderItem = (row: OrderedItemRow): StoreOrderItem => ({
  '@id': itemIri(row.id),
  '@type': 'StoreOrderItem',
  product: {
    '@id': `/products/${row.productId}`,
    id: row.productId,
    name: row.name,
    slug: row.slug,
    images: presentImages(row.image),
    ...(row.notSellToMinor && { notSellToMinor: true }),
    ...(row.preOrderDate !== null && { preOrderDate: row.preOrderDate }),
  },
  optionValues: row.optionValues.map(presentOptionValue),
  quantity: row.quantity,
  unitPrice: moneyOf(row.unitPrice),
  total: moneyOf(row.total),
  ...(!row.discounted && { discounted: false }),
  ...(row.withdrawalException !== null && { withdrawalException: row.withdrawalException }),
  ...(row.byWeight !== null && { byWeight: row.byWeight }),
  ...((row.dematerialized || row.digitalFile !== null) && { digital: true }),
});

const presentRefund = ({ amount, means, lines, delivery, reason, createdAt }: RefundOfPart): StoreOrderRefund => ({
  createdAt: new Date(createdAt).toISOString(),
  amount,
  means,
  lines: lines.map(({ item, ...taken }) => ({ item: itemIri(item), ...taken })),
  delivery: delivery.reduce((sum, share) => sum + share.amount, 0),
  reason,
});

/** Cents. */
export const refundedOf = ({ refunds }: Pick<StoreOrderRow, 'refunds'>): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

/** Cents: of the total, after the refunds. */
export const amountLeft = (row: Pick<StoreOrderRow, 'total' | 'refunds'>): number => row.total - refundedOf(row);

export const slotOf = ({ slotStart, slotEnd }: Pick<StoreOrderRow, 'slotStart' | 'slotEnd'>): CollectionSlot | null =>
  slotStart && slotEnd && { start: slotStart.toISOString(), end: slotEnd.toISOString() };

export function presentStoreOrder(row: StoreOrderRow): StoreOrder {
  const { store } = row;
  return {
    '@id': `/store_orders/${row.id}`,
    '@type': 'StoreOrder',
    id: row.id,
    order: `/orders/${row.orderId}`,
    store: {
      '@id': `/stores/${store.id}`,
      id: store.id,
      slug: store.slug,
      name: store.name,
      description: store.description,
      logo: presentImageOrNull(row.logo),
      phoneNumber: store.phoneNumber === null ? null : { value: store.phoneNumber },
      address: presentAddress(store),
      geoCoordinates: coordinatesOf(store),
      openingHours: store.openingHours,
      closedDays: store.closedDays,
      preparationTime: store.preparationTime,
      collectionSlots: store.collectionSlots,
      minimumDelivery: moneyOf(store.minimumDelivery),
      customShippingMaxDistance: store.customShippingMaxDistance,
      distancePriceLevels: presentTiers(store.distancePriceLevels),
      relayPoint: store.relayPoint,
      relayPointInformation: store.relayPointInformation,
      paymentOnDelivery: store.paymentOnDelivery,
    },
    items: row.items.map(presentOrderItem),
    state: storeOrderStateOf(row.state),
    total: moneyOf(row.total),
    totalBeforeDiscount: moneyOf(row.totalBeforeDiscount),
    shippingFees: moneyOf(row.shippingFees),
    vat: presentVat(row),
    refunded: moneyOrNull(row.refunds.length === 0 ? null : refundedOf(row)),
    refunds: row.refunds.map(presentRefund),
    documents: row.documents.map((document) => ({
      id: document.id,
      kind: document.kind,
      number: documentNumber(document),
    })),
    trackingCode: row.trackingCode,
    shippingType: shippingTypeOf(row.shippingType),
    availableShippingTypes: shippingNames(offeredTypes(store, row.items), row.deliveryNames),
    distance: row.distance,
    pickupId: row.pickupId,
    place: row.place && { ...row.place, geoCoordinates: row.placeCoordinates },
    slot: slotOf(row),
    lastName: row.lastName,
    firstName: row.firstName,
    phoneNumber: row.phoneNumber,
    email: row.email,
    address: presentAddress(row),
    orderPaymentOnDelivery: row.paymentOnDelivery,
    isAdult: row.isAdult,
    createdAt: row.createdAt.toISOString(),
    validatedAt: row.validatedAt?.toISOString() ?? null,
    readyAt: row.readyAt?.toISOString() ?? null,
    shippedAt: row.shippedAt?.toISOString() ?? null,
    ...(row.openWithdrawalAt !== null && { withdrawalDue: refundLastDay(new Date(row.openWithdrawalAt)) }),
    version: row.version,
  };
}

/** True if the store accepts payment on delivery and hands this part over itself. */
export const takesPaymentOnDelivery = (row: StoreOrderRow): boolean =>
  isPaidOnDelivery(shippingTypeOf(row.shippingType), row.store.paymentOnDelivery);

export function presentOrder(row: OrderRow): Order {
  const accepting = row.storeOrders.filter(takesPaymentOnDelivery);
  const declining = row.storeOrders.filter((part) => !takesPaymentOnDelivery(part));
  return {
    '@id': `/orders/${row.id}`,
    '@type': 'Order',
    id: row.id,
    cart: row.cartId === null ? null : `/carts/${row.cartId}`,
    storeOrders: row.storeOrders.map(presentStoreOrder),
    total: moneyOf(row.storeOrders.reduce((sum, part) => sum + part.total, 0)),
    isPaymentOnDelivery: declining.length === 0 && accepting.length > 0,
    paymentOnDelivery: row.paymentOnDelivery,
    paymentOnDeliveryMessage: {
      storeDecline: declining.map((part) => part.store.name),
      storeAccept: accepting.map((part) => part.store.name),
    },
    createdAt: row.createdAt.toISOString(),
  };
}
