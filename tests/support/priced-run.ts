// A random purchase with its stores and terms; and an independent calculation of its amounts in whole cents.
import * as fc from 'fast-check';
import type { ShippingType } from '#contract/fields/values.ts';

export interface Tier {
  /** Kilometres. */
  distance: number;
  price: number;
  minimumOrderValue: number;
}
export interface Terms {
  customShippingPrice: number;
  relayPointPrice: number;
  freeDeliveryPriceFromAmount: number | null;
  distancePriceLevels: Tier[];
  customShippingMaxDistance: number | null;
  paymentOnDelivery: boolean;
}
export interface Ware {
  price: number;
  reducedPrice: number | null;
  weight: number;
  dematerialized: boolean;
  /** Basis points. */
  vatRate: number | null;
  /** The surcharges of each option's values. */
  options: number[][];
}
export interface Bought {
  ware: number;
  /** The index of the chosen value of each option. */
  choices: number[];
  quantity: number;
}
export interface Part {
  terms: Terms;
  wares: Ware[];
  lines: Bought[];
  /** The index of the delivery method and of the tier, among those available. */
  way: number;
  tier: number;
}
export type Reduction = { part: number; discountType: 'fix' | 'relative'; discount: number } | null;
export interface PricedRun {
  parts: Part[];
  coupon: Reduction;
  /** afar: ordered offline, and paid as `onDelivery` says. */
  how: 'at once' | 'afar';
  onDelivery: boolean;
  /** The index of the part that its store cancels afterwards. */
  canceled: number;
}

const cents = (max: number) => fc.integer({ min: 1, max });
/** A threshold amount: random, or a percentage of the goods, so that they are on both sides of it. */
type Threshold = { cents: number } | { percent: number };
const threshold: fc.Arbitrary<Threshold> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ cents: cents(9000) }) },
  { weight: 2, arbitrary: fc.record({ percent: fc.integer({ min: 50, max: 101 }) }) },
);
const atGoods = (goods: number, found: Threshold): number =>
  'cents' in found ? found.cents : Math.round((goods * found.percent) / 100);

const tiers = fc.uniqueArray(
  fc.record({
    distance: fc.constantFrom(5, 10, 20),
    price: fc.oneof(fc.constant(0), cents(1500)),
    least: fc.oneof(fc.constant({ cents: 0 }), threshold),
  }),
  { selector: ({ distance }) => distance, maxLength: 3 },
);
const terms = fc.record({
  customShippingPrice: fc.oneof(fc.constant(0), cents(900)),
  relayPointPrice: fc.oneof(fc.constant(0), cents(500)),
  freeFrom: fc.option(threshold, { freq: 2 }),
  tiers,
  customShippingMaxDistance: fc.option(fc.constantFrom(5, 10, 20)),
  paymentOnDelivery: fc.boolean(),
});
const ware: fc.Arbitrary<Ware> = fc
  .record({
    price: cents(8000),
    reduced: fc.option(fc.integer({ min: 1, max: 99 })),
    weight: fc.integer({ min: 0, max: 900 }),
    vatRate: fc.constantFrom(null, 550, 2000),
    dematerialized: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    options: fc.array(fc.array(fc.oneof(fc.constant(0), cents(700)), { minLength: 2, maxLength: 2 }), { maxLength: 2 }),
  })
  .map(({ reduced, ...all }) => ({
    ...all,
    reducedPrice: reduced === null ? null : Math.max(1, Math.floor((all.price * reduced) / 100)),
  }));
const line: fc.Arbitrary<Bought> = fc.record({
  ware: fc.nat({ max: 1 }),
  choices: fc.array(fc.nat({ max: 1 }), { minLength: 2, maxLength: 2 }),
  quantity: fc.integer({ min: 1, max: 5 }),
});
const part: fc.Arbitrary<Part> = fc
  .record({
    terms,
    wares: fc.array(ware, { minLength: 2, maxLength: 2 }),
    lines: fc.array(line, { minLength: 1, maxLength: 4, size: 'max' }),
    // Half of the time the method with the most rules: delivery by the store.
    way: fc.oneof(fc.nat({ max: 4 }), fc.constant(3)),
    tier: fc.nat({ max: 2 }),
  })
  .map(({ terms: { freeFrom, tiers: levels, ...others }, ...bought }) => {
    const made = { ...bought, lines: together(bought) };
    const goods = goodsOf(made);
    const freeDeliveryPriceFromAmount = freeFrom && atGoods(goods, freeFrom);
    const distancePriceLevels = levels.map(({ least, ...level }) => ({
      ...level,
      minimumOrderValue: atGoods(goods, least),
    }));
    return { ...made, terms: { ...others, freeDeliveryPriceFromAmount, distancePriceLevels } };
  });

/** Merges lines of one ware with the same choices. */
function together({ wares, lines }: Pick<Part, 'wares' | 'lines'>): Bought[] {
  const byKey = new Map<string, Bought>();
  for (const { ware: at, choices, quantity } of lines) {
    const made = choices.slice(0, wares[at]?.options.length ?? 0);
    const key = [at, ...made].join();
    byKey.set(key, { ware: at, choices: made, quantity: quantity + (byKey.get(key)?.quantity ?? 0) });
  }
  return [...byKey.values()];
}

const coupon: fc.Arbitrary<Reduction> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  {
    weight: 5,
    arbitrary: fc.record({
      part: fc.nat({ max: 2 }),
      discountType: fc.constant('relative' as const),
      discount: fc.integer({ min: 1, max: 100 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      part: fc.nat({ max: 2 }),
      discountType: fc.constant('fix' as const),
      discount: cents(9000),
    }),
  },
);
export const pricedRuns: fc.Arbitrary<PricedRun> = fc.record({
  parts: fc.array(part, { minLength: 1, maxLength: 3, size: 'max' }),
  coupon,
  how: fc.constantFrom('at once' as const, 'afar' as const),
  onDelivery: fc.boolean(),
  canceled: fc.nat({ max: 2 }),
});

// --- The calculation
// --------------------------------------------------------------------------------------------------

export const priceOf = ({ wares }: Pick<Part, 'wares'>, { ware: at, choices }: Bought): number => {
  const { price = 0, reducedPrice = null, options = [] } = wares[at] ?? {};
  return options.reduce((sum, values, option) => sum + (values[choices[option] ?? 0] ?? 0), reducedPrice ?? price);
};
export const goodsOf = (part: Pick<Part, 'wares' | 'lines'>): number =>
  part.lines.reduce((sum, line) => sum + priceOf(part, line) * line.quantity, 0);
/** The index of the part with the coupon, among the existing ones. */
export const reducedPart = ({ parts, coupon }: PricedRun): number => (coupon ? coupon.part % parts.length : -1);

export function offOf(life: PricedRun, at: number): number {
  const [part, { coupon }] = [life.parts[at], life];
  if (!part || !coupon || at !== reducedPart(life)) return 0;
  const goods = goodsOf(part);
  // For the whole part at once; half a cent is rounded in the shopper's favour.
  return coupon.discountType === 'fix'
    ? Math.min(goods, coupon.discount)
    : Math.floor((goods * coupon.discount + 50) / 100);
}

/** Cents without delivery. */
export const paidOf = (life: PricedRun, at: number): number => {
  const part = life.parts[at];
  return part ? goodsOf(part) - offOf(life, at) : 0;
};

/** By rate, percent: what is paid at this rate with the tax in it, in fractions of cents. Delivery follows the goods. */
export function vatOf(life: PricedRun, at: number, total: number): [rate: number, amount: number, tax: number][] {
  const part = life.parts[at];
  if (!part) return [];
  return [5.5, 20].map((rate) => {
    const lines = part.lines.filter(({ ware }) => part.wares[ware]?.vatRate === rate * 100);
    const amount = (total * goodsOf({ ...part, lines })) / goodsOf(part);
    return [rate, amount, amount - amount / (1 + rate / 100)];
  });
}

const CARRIER: Partial<Record<ShippingType, [light: number, heavy: number]>> = { home: [690, 1490], relay: [450, 990] };

/** Light means up to a kilogram: `makeDelivery`. */
const isLight = ({ wares, lines }: Part): boolean =>
  lines.reduce((sum, { ware, quantity }) => {
    const current = wares[ware];
    return sum + (current && !current.dematerialized ? current.weight * quantity : 0);
  }, 0) <= 1000;

/** The tiers within the store's reach, nearest first. */
export const tiersOf = ({ terms: { distancePriceLevels, customShippingMaxDistance: most } }: Part): Tier[] =>
  distancePriceLevels
    .filter(({ distance }) => most === null || distance <= most)
    .sort((a, b) => a.distance - b.distance);
export const servedOf = (life: PricedRun, at: number): Tier[] => {
  const part = life.parts[at];
  return part ? tiersOf(part).filter(({ minimumOrderValue }) => minimumOrderValue < paidOf(life, at)) : [];
};

/** @param tier replaces the store's own price */
export function feesOf(life: PricedRun, at: number, way: ShippingType, tier: Tier | null): number {
  const part = life.parts[at];
  if (!part || way === 'store' || way === 'demat') return 0;
  const { terms } = part;
  if (way === 'custom_relay') return terms.relayPointPrice;
  const carrier = CARRIER[way];
  if (carrier) return isLight(part) ? carrier[0] : carrier[1];
  const free = terms.freeDeliveryPriceFromAmount;
  if (free !== null && paidOf(life, at) >= free) return 0;
  return tier ? tier.price : terms.customShippingPrice;
}

/** The price of a method in the delivery step before a choice: an amount, or the least of several. */
export function priceShownBefore(life: PricedRun, at: number, way: ShippingType): string {
  const served = way === 'custom_store' ? servedOf(life, at) : [];
  const all = served.length > 0 ? served : way === 'custom_store' && life.parts[at] ? tiersOf(life.parts[at]) : [];
  const amounts = (all.length > 0 ? all : [null]).map((tier) => feesOf(life, at, way, tier));
  const least = Math.min(...amounts);
  return `${Math.max(...amounts) > least ? 'from ' : ''}${least}`;
}

/** The methods offered for the goods of the part. */
export function waysOf({ wares, lines }: Part): ShippingType[] {
  return lines.every(({ ware }) => wares[ware]?.dematerialized)
    ? ['demat']
    : ['store', 'home', 'relay', 'custom_store', 'custom_relay'];
}

export interface Chosen {
  way: ShippingType;
  tier: Tier | null;
}

/** The method of the run; a store that serves no distance for this amount offers collection instead. */
export function chosenOf(life: PricedRun, at: number): Chosen {
  const part = life.parts[at];
  if (!part) throw new Error('No such part.');
  const ways = waysOf(part);
  const way = ways[part.way % ways.length] ?? 'store';
  if (way !== 'custom_store' || tiersOf(part).length === 0) return { way, tier: null };
  const served = servedOf(life, at);
  const tier = served[part.tier % Math.max(1, served.length)] ?? null;
  return tier ? { way, tier } : { way: 'store', tier: null };
}
