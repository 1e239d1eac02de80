// Market entries: the common form of a market folder and of the database. The published format calls a store 'shop'.
// Guarantee: entries with equal values are equal; an undefined value leaves the current one unchanged.
import type { FilePlace, Mistake } from './mistakes.ts';
import { formatField } from './mistakes.ts';
import type { Product } from './product-shapes.ts';
import type { Setting } from './settings.ts';
import type { CarrierPrice, Category, Event, FolderPage, FolderPerson, FolderRelayPoint } from './shapes.ts';
import type { Coupon, Shop } from './shop-shapes.ts';
import type { FileSource } from './written-file.ts';

export interface Kinds {
  vatRate: { name: string };
  deliveryMethod: { name: string };
  carrierPrices: { prices: CarrierPrice[] };
  person: FolderPerson;
  terms: { text: string };
  category: Category;
  event: Event;
  shop: Shop;
  coupon: Coupon & { shop: string };
  product: Product & { shop: string };
  page: FolderPage;
  setting: Setting;
  featured: { slugs: string[] };
  relayPoint: FolderRelayPoint;
}
export type EntryKind = keyof Kinds;

/** In dependency order. */
export const entryKinds = [
  'vatRate',
  'deliveryMethod',
  'carrierPrices',
  'person',
  'terms',
  'category',
  'event',
  'shop',
  'product',
  'coupon',
  'page',
  'setting',
  'featured',
  'relayPoint',
] as const satisfies readonly EntryKind[];

/** Singular names for messages. */
export const kindNames: Readonly<Record<EntryKind, string>> = {
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

export interface MarketEntry<K extends EntryKind = EntryKind> {
  kind: K;
  /** Unique per kind: a slug, an address, a code. */
  key: string;
  values: Kinds[K];
  /** Source of the entry; undefined if read from the database. */
  written?: { file: FileSource; base: readonly PropertyKey[] } | undefined;
}

export type MarketEntries = { [K in EntryKind]: Map<string, MarketEntry<K>> };

export const newMarketEntries = (): MarketEntries =>
  Object.fromEntries(entryKinds.map((kind) => [kind, new Map()])) as unknown as MarketEntries;

export const listEntries = (market: MarketEntries): MarketEntry[] =>
  entryKinds.flatMap((kind) => [...market[kind].values()] as MarketEntry[]);

/** A list without names or prices is like none. */
export const isEmptyList = ({ values }: MarketEntry): boolean =>
  ('slugs' in values && values.slugs.length === 0) || ('prices' in values && values.prices.length === 0);

export function entryPlace({ written }: MarketEntry, path: readonly PropertyKey[] = []): FilePlace {
  return { file: written?.file.path ?? '', line: written?.file.lineOf([...written.base, ...path]) ?? 1 };
}

export const entryMistake = (entry: MarketEntry, path: readonly PropertyKey[], message: string): Mistake => ({
  ...entryPlace(entry, path),
  field: formatField([...(entry.written?.base ?? []), ...path]),
  message,
});
