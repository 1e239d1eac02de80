// Shipping types: names, required fields, fees.
// Amounts in cents, weights in grams, distances in kilometres.
import type { ShippingType } from '#contract/fields/values.ts';

/** Built-in names, used when the market's own cannot be had. */
export const SHIPPING_LABELS: Readonly<Record<ShippingType, string>> = {
  store: 'Retrait en magasin',
  home: 'Livraison à domicile',
  relay: 'Retrait en point relais',
  custom_store: 'Livraison par le commerçant',
  custom_relay: 'Point relais du commerçant',
  demat: 'Envoi par e-mail',
};

export type ShippingField =
  | 'lastName'
  | 'firstName'
  | 'phoneNumber'
  | 'email'
  | 'address.address1'
  | 'address.postalCode'
  | 'address.city'
  | 'pickupId'
  | 'distance';

const PERSON = ['lastName', 'firstName', 'phoneNumber'] as const;
const PLACE = ['address.address1', 'address.postalCode', 'address.city'] as const;

/** Required fields of each type. */
export const REQUIRED_FIELDS: Readonly<Record<ShippingType, readonly ShippingField[]>> = {
  store: PERSON,
  home: [...PERSON, ...PLACE],
  relay: [...PERSON, ...PLACE, 'pickupId'],
  custom_store: [...PERSON, ...PLACE, 'distance'],
  custom_relay: PERSON,
  demat: ['email'],
};

/** The type needs the shopper's address, for the delivery or to search relay points around it. */
export const asksForAddress = (type: ShippingType): boolean => REQUIRED_FIELDS[type].includes('address.city');

/** Delivered or handed over by the store itself, so that payment on delivery is possible. */
const BY_THE_STORE: readonly ShippingType[] = ['store', 'custom_store', 'custom_relay'];
export function isDeliveredByStore(type: ShippingType | null): boolean {
  return type !== null && BY_THE_STORE.includes(type);
}

export interface ShippingOffer {
  deliveryMethods: readonly string[];
}
/** Whether a part can be paid on delivery. `storeAccepts`: the store's own setting. */
export const canPayOnDelivery = (type: ShippingType | null, storeAccepts: boolean): boolean =>
  storeAccepts && isDeliveredByStore(type);

/** Types on offer for a part: 'demat' alone if all its items are dematerialized, never otherwise. */
export function typesOffered(store: ShippingOffer, items: readonly { dematerialized: boolean }[]): ShippingType[] {
  const allDemat = items.length > 0 && items.every((item) => item.dematerialized);
  const order: ShippingType[] = ['store', 'home', 'relay', 'custom_store', 'custom_relay', 'demat'];
  if (allDemat) return ['demat'];
  return order.filter((type) => type !== 'demat' && store.deliveryMethods.includes(type));
}

export interface DistancePriceLevel {
  distance: number;
  price: number;
  minimumOrderValue: number;
}
export interface ShippingTerms {
  customShippingPrice: number;
  freeDeliveryPriceFromAmount: number | null;
  distancePriceLevels: readonly DistancePriceLevel[];
  relayPointPrice: number;
}
/** Carrier prices of the market; the row with the smallest sufficient `maxWeight` applies. */
export interface DeliveryPrice {
  shippingType: string;
  maxWeight: number;
  price: number;
}

export function shippingFees(
  type: ShippingType,
  part: { itemsTotal: number; weight: number; distance: number | null },
  terms: ShippingTerms,
  prices: readonly DeliveryPrice[],
): number {
  switch (type) {
    case 'store':
    case 'demat':
      return 0;
    case 'custom_relay':
      return terms.relayPointPrice;
    case 'home':
    case 'relay':
      return carrierPrice(type, part.weight, prices);
    case 'custom_store': {
      const free = terms.freeDeliveryPriceFromAmount;
      if (free !== null && part.itemsTotal >= free) return 0;
      const level = terms.distancePriceLevels.find((each) => each.distance === part.distance);
      return level ? level.price : terms.customShippingPrice;
    }
  }
}

export interface WayPrice {
  amount: number;
  /** The lowest of several distances; the final price may be higher. */
  from: boolean;
}

/**
 * Price of each type for a part. With distance tiers it is the lowest tier's price or more; tiers that are not served
 * for this amount count only if no other exists.
 */
export function pricesOfWays(
  types: readonly ShippingType[],
  part: { itemsTotal: number; weight: number },
  terms: ShippingTerms & { customShippingMaxDistance: number | null },
  prices: readonly DeliveryPrice[],
): { type: ShippingType; price: WayPrice }[] {
  return types.map((type) => {
    const all =
      type === 'custom_store' ? distanceChoices(terms.distancePriceLevels, terms.customShippingMaxDistance) : [];
    const served = all.filter((tier) => isDistanceServed(tier, part.itemsTotal));
    const tiers = served.length > 0 ? served : all;
    const distances = tiers.length > 0 ? tiers.map(({ distance }) => distance) : [null];
    const amounts = distances.map((distance) => shippingFees(type, { ...part, distance }, terms, prices));
    const amount = Math.min(...amounts);
    return { type, price: { amount, from: Math.max(...amounts) > amount } };
  });
}

function carrierPrice(type: string, weight: number, prices: readonly DeliveryPrice[]): number {
  const rows = prices.filter((row) => row.shippingType === type).sort((a, b) => a.maxWeight - b.maxWeight);
  const fitting = rows.find((row) => row.maxWeight >= weight) ?? rows.at(-1);
  return fitting?.price ?? 0;
}

/** Whether the tier is served for this amount. */
export const isDistanceServed = ({ minimumOrderValue }: DistancePriceLevel, totalWithoutFees: number): boolean =>
  minimumOrderValue < totalWithoutFees;

/** Tiers inside the delivery radius, sorted. */
export function distanceChoices(
  levels: readonly DistancePriceLevel[],
  customShippingMaxDistance: number | null,
): DistancePriceLevel[] {
  return levels
    .filter((level) => customShippingMaxDistance === null || level.distance <= customShippingMaxDistance)
    .sort((a, b) => a.distance - b.distance);
}
