// A store's part of an order in the shape of the API: collected at the store, one item, minimum delivery 15,00 €.
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { moneyOf } from '#domain/money.ts';

export const address = { address1: '1 rue Haute', address2: '', postalCode: '55100', city: 'Verdun' };

/** @param levels tiers: kilometres, price and minimum order in cents */
export function storeOrder(given: Partial<StoreOrder> = {}, levels: [number, number, number][] = []): StoreOrder {
  return {
    '@id': '/store_orders/12',
    '@type': 'StoreOrder',
    id: 12,
    order: '/orders/3',
    store: {
      '@id': '/stores/a',
      id: 'a',
      slug: 'a',
      name: 'A',
      description: '',
      logo: null,
      address,
      openingHours: [],
      minimumDelivery: moneyOf(1500),
      customShippingMaxDistance: 10,
      distancePriceLevels: levels.map(([distance, price, minimum]) => ({
        distance,
        price: moneyOf(price),
        minimumOrderValue: moneyOf(minimum),
      })),
      relayPoint: '',
      relayPointInformation: '',
    },
    items: [
      {
        '@id': '/store_order_items/i',
        '@type': 'StoreOrderItem',
        product: { '@id': '/products/p', id: 'p', name: 'P', slug: 'p', images: [] },
        optionValues: [],
        quantity: 1,
        unitPrice: moneyOf(2000),
        total: moneyOf(2000),
      },
    ],
    state: 'new',
    total: moneyOf(2000),
    totalBeforeDiscount: moneyOf(2000),
    shippingFees: moneyOf(0),
    trackingCode: null,
    shippingType: null,
    availableShippingTypes: { store: 'Retrait', home: 'Domicile', relay: 'Relais' },
    distance: null,
    pickupId: null,
    lastName: '',
    firstName: '',
    phoneNumber: '',
    email: '',
    address: { address1: '', address2: '', postalCode: '', city: '' },
    orderPaymentOnDelivery: false,
    createdAt: '2026-11-21T09:00:00Z',
    version: 1,
    ...given,
  };
}
