// Estimated order: the order of a cart from what the device knows, for a commitment without a network. Amounts in cents.
// Guarantee: the market's own rules on the last known terms, and no shipping type without a known price; the server
// settles it, never above the agreed maximum.
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import type { ShippingType } from '#contract/fields/values.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { moneyOf } from '#domain/money.ts';
import { pricesOfWays, SHIPPING_LABELS, typesOffered } from '#domain/orders/shipping.ts';
import type { CartState } from '#state/cart/cart.ts';
import type { CachedItem } from '#state/device/cached-answers.ts';
import { withPaymentOptions, withProvisionalFees, withShippingType } from './chosen-delivery.ts';

/** Types that cost nothing, so that they need no terms. */
const FREE: readonly ShippingType[] = ['store', 'demat'];
/** Types with the store's own prices; the carriers' depend on the weight, which the device does not know. */
const BY_TERMS: readonly ShippingType[] = [...FREE, 'custom_store', 'custom_relay'];

export interface EstimatedOrder {
  order: Order;
  /** Time of the oldest terms, milliseconds since 1970. */
  seenAt: number;
  /** Types that the store offers and whose price is unknown here, by store id. */
  unpriced: Record<string, ShippingType[]>;
}

/** A part of an estimated order. The server does not know its number. */
export const isEstimatedPart = ({ id }: Pick<StoreOrder, 'id'>): boolean => id < 0;

interface Known {
  cart: CartState['cart'];
  stores: readonly CachedItem<StoreSummary>[];
  /** Newest first; for the contact details. */
  earlierOrders: readonly Order[];
}

/** Null if not a single part has a shipping type of known price. */
export function estimateOrder({ cart, stores, earlierOrders }: Known): EstimatedOrder | null {
  const storesInCart = [...new Map(cart.items.map(({ product: { store } }) => [store.id, store])).values()];
  // Without the server, the discount is certain for an unchanged cart of one store; otherwise the maximum is without it.
  const isDiscountKnown = storesInCart.length === 1 && !cart.estimated;
  const discount = isDiscountKnown ? cart.total - cart.totalAfterDiscount : 0;
  const contact = contactFrom(earlierOrders);
  const unpriced: EstimatedOrder['unpriced'] = {};
  const seenAt: number[] = cart.seenAt === null ? [] : [cart.seenAt];
  const storeOrders = storesInCart.map((store, index) => {
    const items = cart.items.filter(({ product }) => product.store.id === store.id);
    const known = stores.find(({ thing }) => thing.id === store.id);
    if (known) seenAt.push(known.seenAt);
    const { part, unpriced: types } = estimatePart({ storeOfCart: store, items, discount, store: known?.thing });
    if (types.length > 0) unpriced[store.id] = types;
    return { ...part, ...contact, id: -1 - index };
  });
  if (storeOrders.every(({ shippingType }) => shippingType === null)) return null;
  const order: Order = {
    '@id': '/orders/0',
    '@type': 'Order',
    id: 0,
    cart: null,
    storeOrders: storeOrders.map(withProvisionalFees),
    total: moneyOf(storeOrders.reduce((sum, { total }) => sum + total.amount, 0)),
    isPaymentOnDelivery: false,
    paymentOnDelivery: false,
    paymentOnDeliveryMessage: { storeDecline: [], storeAccept: [] },
    createdAt: '',
  };
  return { order: withPaymentOptions(order), seenAt: Math.min(...seenAt, Date.now()), unpriced };
}

type CartLine = CartState['cart']['items'][number];

interface KnownPart {
  storeOfCart: CartLine['product']['store'];
  items: readonly CartLine[];
  discount: number;
  store: StoreSummary | undefined;
}

function estimatePart({ storeOfCart, items, discount, store }: KnownPart): {
  part: StoreOrder;
  unpriced: ShippingType[];
} {
  const terms = store?.deliveryTerms;
  const offered = typesOffered(
    { deliveryMethods: store?.shippingTypes ?? [] },
    items.map(({ product }) => product),
  );
  // Like the server: a store without any offers collection.
  const types: ShippingType[] = offered.length === 0 && store ? ['store'] : offered;
  const priced = types.filter((type) => (terms ? BY_TERMS : FREE).includes(type));
  const itemsTotal = items.reduce((sum, { total }) => sum + total, 0);
  const paid = itemsTotal - discount;
  const prices = pricesOfWays(priced, { itemsTotal: paid, weight: 0 }, terms ?? NO_TERMS, []);
  const part: StoreOrder = {
    '@id': '/store_orders/0',
    '@type': 'StoreOrder',
    id: 0,
    order: '/orders/0',
    store: {
      ...storeOfCart,
      description: store?.description ?? '',
      address: store?.address ?? NO_ADDRESS,
      geoCoordinates: store?.geoCoordinates ?? null,
      openingHours: store?.openingHours ?? [],
      closedDays: store?.closedDays ?? [],
      preparationTime: terms?.preparationTime ?? null,
      collectionSlots: terms?.collectionSlots ?? null,
      minimumDelivery: moneyOf(terms?.minimumDelivery ?? 0),
      customShippingMaxDistance: terms?.customShippingMaxDistance ?? null,
      distancePriceLevels: (terms?.distancePriceLevels ?? []).map(({ distance, price, minimumOrderValue }) => ({
        distance,
        price: moneyOf(price),
        minimumOrderValue: moneyOf(minimumOrderValue),
      })),
      relayPoint: terms?.relayPoint ?? '',
      relayPointInformation: terms?.relayPointInformation ?? '',
      paymentOnDelivery: terms?.paymentOnDelivery ?? false,
    },
    items: items.map(presentItem),
    state: 'new',
    total: moneyOf(paid),
    totalBeforeDiscount: moneyOf(itemsTotal),
    shippingFees: moneyOf(0),
    trackingCode: null,
    shippingType: null,
    availableShippingTypes: Object.fromEntries(priced.map((type) => [type, SHIPPING_LABELS[type]])),
    shippingPrices: Object.fromEntries(prices.map(({ type, price }) => [type, price])),
    distance: null,
    pickupId: null,
    place: null,
    lastName: '',
    firstName: '',
    phoneNumber: '',
    email: '',
    address: NO_ADDRESS,
    orderPaymentOnDelivery: false,
    createdAt: '',
    version: 0,
  };
  const unpriced = types.filter((type) => !priced.includes(type));
  const first = priced[0];
  return { part: (first && withShippingType(part, first)) ?? part, unpriced };
}

const NO_ADDRESS = { address1: '', address2: '', postalCode: '', city: '' };
const NO_TERMS = {
  customShippingPrice: 0,
  customShippingMaxDistance: null,
  freeDeliveryPriceFromAmount: null,
  distancePriceLevels: [],
  relayPointPrice: 0,
};

function presentItem({ lineKey, product, optionValues, quantity, unitPrice, total }: CartLine) {
  return {
    '@id': `/store_order_items/${lineKey}`,
    '@type': 'StoreOrderItem' as const,
    product: {
      '@id': product['@id'],
      id: product.id,
      name: product.name,
      slug: product.slug,
      images: product.images,
      notSellToMinor: product.notSellToMinor,
      preOrderDate: product.preOrderDate,
    },
    optionValues,
    quantity,
    unitPrice: moneyOf(unitPrice),
    total: moneyOf(total),
    digital: product.dematerialized,
    ...(product.byWeight && { byWeight: product.byWeight }),
  };
}

/** The newest contact details, preferably with an address, as the server proposes them. */
function contactFrom(orders: readonly Order[]) {
  const parts = orders.flatMap(({ storeOrders }) => storeOrders).filter(({ lastName }) => lastName !== '');
  const last = parts.find(({ address }) => address.city !== '') ?? parts[0];
  if (!last) return {};
  const { firstName, lastName, phoneNumber, address } = last;
  return { firstName, lastName, phoneNumber, address };
}
