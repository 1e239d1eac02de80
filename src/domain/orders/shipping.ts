// Ways of delivery: what they are called, what they ask of the shopper, what they cost.
// Amounts in cents, weights in grams, distances in kilometres.
import type { ShippingType } from '#contract/fields/values.ts';
import { MAX_ORDER_CENTS } from '#contract/limits.ts';
import { type Discount, discountOn } from './pricing.ts';

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

/** What the shopper must fill in for each type. */
export const REQUIRED_FIELDS: Readonly<Record<ShippingType, readonly ShippingField[]>> = {
  store: PERSON,
  home: [...PERSON, ...PLACE],
  relay: [...PERSON, ...PLACE, 'pickupId'],
  custom_store: [...PERSON, ...PLACE, 'distance'],
  custom_relay: PERSON,
  demat: ['email'],
};

/** Where the shopper lives matters: the goods are brought there, or a relay point is looked for around it. */
export const asksForAddress = (type: ShippingType): boolean => REQUIRED_FIELDS[type].includes('address.city');

/** Brought or handed over by the shop itself: payment on delivery is possible for these. */
const BY_THE_SHOP: readonly ShippingType[] = ['store', 'custom_store', 'custom_relay'];
export function isDeliveredByShop(type: ShippingType | null): boolean {
  return type !== null && BY_THE_SHOP.includes(type);
}

export interface ShippingOffer {
  deliveryMethods: readonly string[];
}
/** May a part be paid when it is handed over? `shopTakes`: its shop lets itself be paid so. */
export const takesPaymentOnDelivery = (type: ShippingType | null, shopTakes: boolean): boolean =>
  shopTakes && isDeliveredByShop(type);

/** The types a shop offers for what is in its part: demat alone when all of it is dematerialized, never when none is. */
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
/** The market's carrier prices: the row with the smallest `maxWeight` that holds the parcel applies. */
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
  /** The least of several distances: it may cost more. */
  from: boolean;
}

/**
 * What each of these ways costs for a part of an order. A tier replaces the shop's own price: with tiers it costs what the
 * least of them does, or more; only those that are served for the amount count, if there are any, since nobody can have another.
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
    const served = all.filter((tier) => isServed(tier, part.itemsTotal));
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

/** Is the shop's part too small to be ordered? Nothing is asked of digital parts. */
export function isBelowMinimum(type: ShippingType | null, totalWithoutFees: number, minimumDelivery: number): boolean {
  return type !== 'demat' && minimumDelivery > 0 && totalWithoutFees <= minimumDelivery;
}

/**
 * The least that a shop's lines come to, before its coupon, so that they can be delivered; cents. Null: nothing is asked, or no
 * amount would do.
 */
export function leastTotal(minimumDelivery: number, coupon: Discount | null): number | null {
  const isTooLittle = (total: number) => isBelowMinimum(null, total - discountOn(total, coupon), minimumDelivery);
  if (!isTooLittle(0) || isTooLittle(MAX_ORDER_CENTS)) return null;
  let [tooLittle, enough] = [0, MAX_ORDER_CENTS];
  while (enough - tooLittle > 1) {
    const between = Math.floor((tooLittle + enough) / 2);
    if (isTooLittle(between)) tooLittle = between;
    else enough = between;
  }
  return enough;
}

/** Whether the shop goes so far for this amount. */
export const isServed = ({ minimumOrderValue }: DistancePriceLevel, totalWithoutFees: number): boolean =>
  minimumOrderValue < totalWithoutFees;

/** Sorted tiers within the shop's reach. */
export function distanceChoices(
  levels: readonly DistancePriceLevel[],
  customShippingMaxDistance: number | null,
): DistancePriceLevel[] {
  return levels
    .filter((level) => customShippingMaxDistance === null || level.distance <= customShippingMaxDistance)
    .sort((a, b) => a.distance - b.distance);
}
