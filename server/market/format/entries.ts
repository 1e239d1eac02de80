// What a market is made of, in one form for all: as a folder describes it and as the database holds it.
// Guarantee: two entries of the same values are the same thing; a value that is undefined says nothing about it.
import type { Mistake, Place } from './mistakes.ts';
import { fieldOf } from './mistakes.ts';
import type { CarrierPrice, Category, Event, Page, Person, RelayPoint, Setting } from './shapes.ts';
import type { Coupon, Product, Shop } from './shop-shapes.ts';
import type { WrittenFile } from './written-file.ts';

export interface Kinds {
  vatRate: { name: string };
  deliveryMethod: { name: string };
  carrierPrices: { prices: CarrierPrice[] };
  person: Person;
  terms: { text: string };
  category: Category;
  event: Event;
  shop: Shop;
  coupon: Coupon & { shop: string };
  product: Product & { shop: string };
  page: Page;
  setting: Setting;
  featured: { slugs: string[] };
  relayPoint: RelayPoint;
}
export type Kind = keyof Kinds;

/** In the order in which they refer to each other. */
export const kinds = [
  'vatRate',
  'deliveryMethod',
  'carrierPrices',
  'person',
  'terms',
  'category',
  'event',
  'shop',
  'coupon',
  'product',
  'page',
  'setting',
  'featured',
  'relayPoint',
] as const satisfies readonly Kind[];

/** One of each, for sentences. */
export const kindNames: Readonly<Record<Kind, string>> = {
  vatRate: 'taux de TVA',
  deliveryMethod: 'mode de livraison',
  carrierPrices: 'tarif de livraison',
  person: 'compte',
  terms: 'conditions',
  category: 'catégorie',
  event: 'événement',
  shop: 'boutique',
  coupon: 'code promo',
  product: 'produit',
  page: 'page',
  setting: 'réglage',
  featured: 'mise en avant',
  relayPoint: 'point relais',
};

export interface Entry<K extends Kind = Kind> {
  kind: K;
  /** Unique among those of its kind: a slug, an address, a code. */
  key: string;
  values: Kinds[K];
  /** Where a folder describes it; undefined when it comes from the database. */
  written?: { file: WrittenFile; base: readonly PropertyKey[] } | undefined;
}

export type Market = { [K in Kind]: Map<string, Entry<K>> };

export const emptyMarket = (): Market =>
  Object.fromEntries(kinds.map((kind) => [kind, new Map()])) as unknown as Market;

export const allEntries = (market: Market): Entry[] => kinds.flatMap((kind) => [...market[kind].values()] as Entry[]);

export function placeOf({ written }: Entry, path: readonly PropertyKey[] = []): Place {
  return { file: written?.file.path ?? '', line: written?.file.lineOf([...written.base, ...path]) ?? 1 };
}

export const mistakeIn = (entry: Entry, path: readonly PropertyKey[], message: string): Mistake => ({
  ...placeOf(entry, path),
  field: fieldOf([...(entry.written?.base ?? []), ...path]),
  message,
});
