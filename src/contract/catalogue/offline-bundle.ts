// What somebody takes along for where there is no network: a shop, a category or the shops of a town, whole. What it comprises is
// told by the server, in one answer with its size; which reads that is, page and worker know from here, so that what was taken
// stands under the addresses that pages ask for. It stands beside the registry: only the worker and the one button ask for it.
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
  RELATED_ASKED,
  SPECIALS_SIZE,
  SYNONYMS,
} from '../reads.ts';
import type { EndpointArguments, ReadName } from '../registry.ts';

const takenKinds = ['store', 'category', 'town'] as const;
export type TakenKind = (typeof takenKinds)[number];

/** Widths that pictures exist in: of a card, and of a page's own picture. */
const cardWidths = ['240', '480', '720'] as const;
const largeWidths = ['240', '480', '720', '1080'] as const;
export type CardWidth = (typeof cardWidths)[number];
export type LargeWidth = (typeof largeWidths)[number];

export const takenOutline = z.object({
  '@id': z.string(),
  '@type': z.literal('TakenOutline'),
  kind: z.enum(takenKinds),
  slug: z.string(),
  name: z.string(),
  /** Of a town: how the address of the directory names it. */
  position: z.nullable(z.string()),
  productCount: z.int(),
  /** About as many as it takes on the device. */
  bytes: z.int(),
  /** More than a device takes along: only its numbers are told. */
  tooMuch: z.boolean(),
  /** Whole shops. */
  stores: z.array(z.object({ id: z.string(), slug: z.string(), productCount: z.int(), reviewed: z.boolean() })),
  /** Whole lists: the category and those below it. */
  categories: z.array(z.object({ id: z.string(), slug: z.string(), productCount: z.int() })),
  products: z.array(z.object({ id: z.string(), slug: z.string(), reviewed: z.boolean() })),
  /** Paths on the site. */
  pictures: z.array(z.string()),
});
export type TakenOutline = z.output<typeof takenOutline>;

export const taken = {
  'taken.outline': {
    method: 'GET',
    path: '/taken/:slug',
    access: 'public',
    offline: 'kept',
    params: z.object({ slug }),
    /** Without a word of it: a shop, in the sizes of a phone. */
    query: z.strictObject({
      kind: z.optional(z.enum(takenKinds)),
      card: z.optional(z.enum(cardWidths)),
      large: z.optional(z.enum(largeWidths)),
    }),
    answer: takenOutline,
  },
} as const satisfies Record<string, Endpoint>;

/** What is to be taken, and in which sizes this device shows its pictures. */
export interface TakenWish {
  kind: TakenKind;
  slug: string;
  card: CardWidth;
  large: LargeWidth;
}

/** Under the API. */
export const outlinePath = ({ kind, slug: name, card, large }: TakenWish): string =>
  `/taken/${name}?kind=${kind}&card=${card}&large=${large}`;

export type Read = { [N in ReadName]: readonly [N, EndpointArguments<N>] }[ReadName];

const published = true;
const pagesOf = (count: number) => Array.from({ length: Math.max(1, Math.ceil(count / LIST_SIZE)) }, (_, n) => n + 1);

type Outlined = Pick<TakenOutline, 'position' | 'stores' | 'categories' | 'products'>;

/** All that the pages of it ask for, written as they ask. */
export function readsOf({ position, stores, categories, products }: Outlined): Read[] {
  const ofStore = ({ id, slug: name, productCount, reviewed }: TakenOutline['stores'][number]): Read[] => {
    const params = { id };
    const list = (query: object): Read => ['stores.products', { params, query: { published, ...query } }];
    const products: Read[] = [
      ...pagesOf(productCount).map((page) => list({ itemsPerPage: LIST_SIZE, page })),
      ...['news', 'inevitable', 'currentOffers'].map((flag) => list({ [flag]: true, itemsPerPage: SPECIALS_SIZE })),
      list({ itemsPerPage: RELATED_ASKED }),
      // What its filter of categories goes by.
      ...(productCount > LIST_SIZE ? [list({ itemsPerPage: ALL_OF_A_STORE })] : []),
    ];
    return [
      ['stores.bySlug', { params: { slug: name } }],
      ...(productCount > 0 ? products : []),
      ...(reviewed ? [['stores.reviews', { params }] as const] : []),
    ];
  };
  const ofCategory = ({ id, slug: name, productCount }: TakenOutline['categories'][number]): Read[] => {
    const list = (query: object): Read => ['categories.products', { params: { id }, query: { published, ...query } }];
    return [
      ['categories.bySlug', { params: { slug: name } }],
      ...pagesOf(productCount).map((page) => list({ itemsPerPage: LIST_SIZE, page })),
      list({ itemsPerPage: RELATED_ASKED }),
    ];
  };
  return [
    CONFIGURATION,
    CATEGORY_TREE,
    SYNONYMS,
    ['pages.list', {}],
    ['featuredCategories.subset', {}],
    ...(position ? [DIRECTORY, ['stores.list', { query: { itemsPerPage: DIRECTORY_SIZE, position } }] as const] : []),
    ...stores.flatMap(ofStore),
    ...categories.flatMap(ofCategory),
    ...products.flatMap(({ id, slug: name, reviewed }): Read[] => [
      ['products.bySlug', { params: { slug: name } }],
      ...(reviewed ? [['products.reviews', { params: { id } }] as const] : []),
    ]),
  ];
}

/** Page and worker tell each other of it: a new state to be asked for, or how far one is. */
export const TAKEN_CHANNEL = 'etal-taken';

/** One that was asked for, as the device holds it. */
export interface TakenThing extends TakenWish {
  name: string;
  /** About. */
  bytes: number;
  /** Milliseconds since 1970 when all of it was here; null until then, and once something of it is gone. */
  at: number | null;
  /** Being fetched just now, or in turn to be. */
  underway: boolean;
  done: number;
  total: number;
  /** Why it stands still. */
  trouble: 'network' | 'full' | null;
}
