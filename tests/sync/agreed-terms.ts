// Test helper: the terms of an order of the cart as shown, collected at the stores.
import type { AgreedTerms } from '#contract/orders/agreed-terms.ts';
import type { ShownCart } from '#sync/commands/shown-cart.ts';
import { PERSON } from '../support/shopper.ts';

export function agreedTo({ items, totalAfterDiscount }: ShownCart, change: Partial<AgreedTerms> = {}): AgreedTerms {
  const shops = [...new Set(items.map(({ product }) => product.store.id))];
  return {
    lines: items.map(({ product, optionValues, quantity, unitPrice }) => ({
      product: product.id,
      optionValues: optionValues.map(({ id }) => id),
      quantity,
      unitPrice,
    })),
    parts: shops.map((store) => ({
      ...PERSON,
      store,
      shippingType: 'store' as const,
      fees: 0,
      distance: null,
      pickupId: null,
      email: '',
      address: { address1: '', address2: '', postalCode: '', city: '' },
    })),
    coupon: null,
    paymentOnDelivery: true,
    ifChanged: 'ask',
    most: totalAfterDiscount,
    ...change,
  };
}
