// Offline bundles: a store, a category or the stores of a town, downloaded whole for use without a network.
// The server answers the outline of a bundle (contents and size); page and worker derive its reads from here, so that
// the cached addresses are the ones that pages request. Outside the registry: only the worker and one button use it.
import * as z from 'zod/mini';
import { slug } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import {
  ALL_OF_A_STORE,
  CATEGORY_TREE,
  CONFIGURATION,
  DIRECTORY,
  DIRECTORY_SIZE,
  LIST_SIZE,
  MAP_OUTLINE,
  RELATED_SIZE,
  SPECIALS_SIZE,
  SYNONYMS,
} from '../reads.ts';
import type { EndpointArguments, ReadName } from '../registry.ts';

const bundleKinds = ['store', 'category', 'town'] as const;
export type BundleKind = (typeof bundleKinds)[number];

/** Widths that pictures exist in: of a card, and of a page's own picture. */
const cardWidths = ['240', '480', '720'] as const;
const largeWidths = ['240', '480', '720', '1080'] as const;
export type CardWidth = (typeof cardWidths)[number];
export type LargeWidth = (typeof largeWidths)[number];

export const bundleOutline = z.object({
  '@id': z.string(),
  '@type': z.literal('TakenOutline'),
  kind: z.enum(bundleKinds),
  slug: z.string(),
  name: z.string(),
  /** For a town: its parameter in the address of the directory. */
  position: z.nullable(z.string()),
  productCount: z.int(),
  /** Estimated size on the device. */
  bytes: z.int(),
  /** Too large for a device; the outline then has numbers only. */
  tooMuch: z.boolean(),
  /** Stores, each with all its products. */
  stores: z.array(z.object({ id: z.string(), slug: z.string(), productCount: z.int(), reviewed: z.boolean() })),
  /** The category and its subcategories, each with its full list. */
  categories: z.array(z.object({ id: z.string(), slug: z.string(), productCount: z.int() })),
  products: z.array(z.object({ id: z.string(), slug: z.string(), reviewed: z.boolean() })),
  /** Paths on the site. */
  pictures: z.array(z.string()),
});
export type BundleOutline = z.output<typeof bundleOutline>;

export const offlineBundleEndpoints = {
  'taken.outline': {
    method: 'GET',
    path: '/taken/:slug',
    access: 'public',
    offline: 'kept',
    params: z.object({ slug }),
    /** Without parameters: a store, in the picture sizes of a phone. */
    query: z.strictObject({
      kind: z.optional(z.enum(bundleKinds)),
      card: z.optional(z.enum(cardWidths)),
      large: z.optional(z.enum(largeWidths)),
    }),
    answer: bundleOutline,
  },
} as const satisfies Record<string, Endpoint>;

/** A bundle and the picture widths of this device. */
export interface BundleRequest {
  kind: BundleKind;
  slug: string;
  card: CardWidth;
  large: LargeWidth;
}

/** Under the API. */
export const bundleOutlinePath = ({ kind, slug: name, card, large }: BundleRequest): string =>
  `/taken/${name}?kind=${kind}&card=${card}&large=${large}`;

export type BundleRead = { [N in ReadName]: readonly [N, EndpointArguments<N>] }[ReadName];

const published = true;
const pagesOf = (count: number) => Array.from({ length: Math.max(1, Math.ceil(count / LIST_SIZE)) }, (_, n) => n + 1);

type Outlined = Pick<BundleOutline, 'position' | 'stores' | 'categories' | 'products'>;

/** All reads of the bundle's pages, with the same arguments as the pages. */
export function bundleReads({ position, stores, categories, products }: Outlined): BundleRead[] {
  const ofStore = ({ id, slug: name, productCount, reviewed }: BundleOutline['stores'][number]): BundleRead[] => {
    const params = { id };
    const list = (query: object): BundleRead => ['stores.products', { params, query: { published, ...query } }];
    const products: BundleRead[] = [
      ...pagesOf(productCount).map((page) => list({ itemsPerPage: LIST_SIZE, page })),
      ...['news', 'inevitable', 'currentOffers'].map((flag) => list({ [flag]: true, itemsPerPage: SPECIALS_SIZE })),
      list({ itemsPerPage: RELATED_SIZE }),
      // Source of the store's category filter.
      ...(productCount > LIST_SIZE ? [list({ itemsPerPage: ALL_OF_A_STORE })] : []),
    ];
    return [
      ['stores.bySlug', { params: { slug: name } }],
      ...(productCount > 0 ? products : []),
      ...(reviewed ? [['stores.reviews', { params }] as const] : []),
    ];
  };
  const ofCategory = ({ id, slug: name, productCount }: BundleOutline['categories'][number]): BundleRead[] => {
    const list = (query: object): BundleRead => [
      'categories.products',
      { params: { id }, query: { published, ...query } },
    ];
    return [
      ['categories.bySlug', { params: { slug: name } }],
      ...pagesOf(productCount).map((page) => list({ itemsPerPage: LIST_SIZE, page })),
      list({ itemsPerPage: RELATED_SIZE }),
    ];
  };
  return [
    CONFIGURATION,
    CATEGORY_TREE,
    SYNONYMS,
    MAP_OUTLINE,
    ['pages.list', {}],
    ['featuredCategories.subset', {}],
    ...(position ? [DIRECTORY, ['stores.list', { query: { itemsPerPage: DIRECTORY_SIZE, position } }] as const] : []),
    ...stores.flatMap(ofStore),
    ...categories.flatMap(ofCategory),
    ...products.flatMap(({ id, slug: name, reviewed }): BundleRead[] => [
      ['products.bySlug', { params: { slug: name } }],
      ...(reviewed ? [['products.reviews', { params: { id } }] as const] : []),
    ]),
  ];
}

/** Broadcast channel between page and worker: state changes and progress of downloads. */
export const BUNDLE_CHANNEL = 'etal-taken';

/** A requested bundle and its state on the device. */
export interface OfflineBundle extends BundleRequest {
  name: string;
  /** About. */
  bytes: number;
  /** Completion time, milliseconds since 1970; null while incomplete. */
  at: number | null;
  /** Being fetched just now, or in turn to be. */
  underway: boolean;
  done: number;
  total: number;
  /** Reason for an interruption. */
  trouble: 'network' | 'full' | null;
}
