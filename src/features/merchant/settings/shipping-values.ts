// Values of the shipping form, as typed and as sent.
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import { shippingTypes } from '#contract/fields/values.ts';
import type { StoreChanges } from '#contract/merchant/store-changes.ts';
import { inputToSent, sentToInput } from '#domain/money.ts';
import { kilometresOf } from './distances.ts';
import { type SlotValues, slotChanges, slotValues } from './slot-values.ts';

export interface ShippingValues {
  deliveryMethods: string[];
  paymentOnDelivery: boolean;
  paymentOnDeliveryInformation: string;
  minimumDelivery: string;
  customShippingPrice: string;
  freeDeliveryPriceFromAmount: string;
  customShippingMaxDistance: string;
  collectionSlots: SlotValues;
}

/** A fixed order, so that reordering alone is not a change. */
export const inOrder = (types: readonly string[]) => shippingTypes.filter((type) => types.includes(type));

export const shippingValues = (store: MerchantStore): ShippingValues => ({
  deliveryMethods: inOrder(store.deliveryMethods),
  paymentOnDelivery: store.paymentOnDelivery,
  paymentOnDeliveryInformation: store.paymentOnDeliveryInformation,
  minimumDelivery: sentToInput(store.minimumDelivery),
  customShippingPrice: sentToInput(store.customShippingPrice),
  freeDeliveryPriceFromAmount: sentToInput(store.freeDeliveryPriceFromAmount),
  customShippingMaxDistance: store.customShippingMaxDistance?.toString() ?? '',
  collectionSlots: slotValues(store),
});

export const shippingChanges = (typed: ShippingValues): StoreChanges => ({
  deliveryMethods: inOrder(typed.deliveryMethods),
  paymentOnDelivery: typed.paymentOnDelivery,
  paymentOnDeliveryInformation: typed.paymentOnDeliveryInformation.trim(),
  minimumDelivery: inputToSent(typed.minimumDelivery) ?? { amount: 0 },
  customShippingPrice: inputToSent(typed.customShippingPrice) ?? { amount: 0 },
  freeDeliveryPriceFromAmount: inputToSent(typed.freeDeliveryPriceFromAmount),
  customShippingMaxDistance: kilometresOf(typed.customShippingMaxDistance),
  collectionSlots: slotChanges(typed.collectionSlots),
});
