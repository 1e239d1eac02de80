import type { Town } from './towns.ts';

/**
 * The shapes in which the demonstration market is written down. Amounts are integer cents, weights grams, sizes
 * centimetres, distances kilometres, ages days before the moment the market is filled.
 */

export type DemoProduct = {
  name: string;
  /** Made from the name when absent. */
  slug?: string;
  /** A third-level category. */
  category: string;
  also?: string[];
  /** Lines of words for server/drawing/still-life.ts, the first one being the picture of lists. */
  pictures: string[];
  price?: number;
  reduced?: number;
  indicative?: true;
  priceDisabled?: true;
  externalURL?: string;
  /** Absent: unlimited. */
  stock?: number;
  text: string;
  details?: string;
  attributes?: Record<string, string>;
  /** What the technical sheet draws. */
  technical?: string;
  /** Option to value to surcharge. */
  options?: Record<string, Record<string, number>>;
  /** Slugs. */
  associated?: string[];
  events?: string[];
  grams?: number;
  size?: [length: number, width: number, height: number];
  /** Basis points; the shop's own rate when absent. */
  vat?: VatRate;
  /** Days from now until it is available. */
  preOrderInDays?: number;
  notSellToMinor?: true;
  dematerialized?: true;
  inevitable?: true;
  news?: true;
  currentOffers?: true;
  unpublished?: true;
  age?: number;
};

export type VatRate = 210 | 550 | 1000 | 2000;
export type Plan = 'E-commerce' | 'Catalogue' | 'E-commerce + supports' | 'Catalogue + supports';
export type ShippingType = 'store' | 'home' | 'relay' | 'custom_store' | 'custom_relay' | 'demat';

export type DemoShop = {
  slug: string;
  name: string;
  owner: { username: string; email?: string };
  town: Town;
  address: string;
  address2?: string;
  /** Degrees from the middle of the town, so that shops of one town don't hide each other on the map. */
  shift: [latitude: number, longitude: number];
  phone: string;
  plan: Plan;
  ready: boolean;
  appointments?: true;
  estimates?: true;
  description: string;
  about: string;
  placeOfSales: string;
  information?: string;
  /** 'tue-sat 0900-1200 1400-1830', 'sun 0900-1230', 'mon-fri 0900-1800 nonstop'. */
  hours: string[];
  delivery: ShippingType[];
  paymentOnDelivery?: string;
  minimumDelivery?: number;
  freeDeliveryFrom?: number;
  customShippingPrice?: number;
  customShippingMaxDistance?: number;
  tiers?: { distance: number; price: number; minimumOrderValue: number }[];
  relay?: { title: string; information: string; price: number };
  video?: string;
  social?: ('website' | 'facebook' | 'instagram' | 'twitter' | 'snapchat')[];
  /** What stands under the awning of its sign. */
  sign: string;
  /** Scenes of server/drawing/scenes.ts without their seed: 'stall cheese-wedge butter'. */
  gallery: string[];
  reviews: ReviewFamily;
  vat: VatRate;
  /** Weight of a product that names none. */
  grams: number;
  age: number;
  products: DemoProduct[];
};

export type ReviewFamily = 'food' | 'drink' | 'craft' | 'wear' | 'care' | 'leisure' | 'garden' | 'service';
