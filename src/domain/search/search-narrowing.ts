// Search narrowing: filters by category, town, price, availability and delivery, and their facets.
import { type CategoryNode, pathTo } from './category-tree.ts';
import type { SearchDocument } from './search-ranking.ts';

export interface SearchedCategory extends SearchDocument, CategoryNode {
  slug: string;
}
export interface SearchedStore extends SearchDocument {
  '@id': string;
  city: string;
  /** Shipping types; null if unknown. */
  shippingTypes: readonly string[] | null;
}
export interface SearchedProduct extends SearchDocument {
  '@id': string;
  store: string;
  category: string;
  /** Displayed price in cents; null without one. */
  price: number | null;
  /** Can be ordered now. */
  isAvailable: boolean;
  /** Listed after all others. */
  isSoldOut: boolean;
}

export interface NarrowingFilters {
  /** Slug. */
  category?: string | undefined;
  town?: string | undefined;
  /** Euros. */
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  available?: boolean | undefined;
  delivery?: string | undefined;
}

/** A filter that narrows the found products. */
export interface Facet {
  by: 'category' | 'town' | 'delivery';
  value: string;
  name: string;
  count: number;
}

const FACETS_AT_MOST = 16;
/** Categories of the filter are not finer than this. */
const FACET_LEVEL = 2;

/** Filters for stores and products. */
export function createNarrowing(
  categories: readonly SearchedCategory[],
  storeOf: ReadonlyMap<string, SearchedStore>,
  { category: slug, town, priceMin = 0, priceMax = Number.POSITIVE_INFINITY, available, delivery }: NarrowingFilters,
) {
  const root = categories.find((category) => category.slug === slug);
  const inCategory =
    root && new Set(categories.filter(({ lft, rgt }) => lft >= root.lft && rgt <= root.rgt).map((each) => each['@id']));
  const isPriced = priceMin > 0 || priceMax < Number.POSITIVE_INFINITY;
  const store = (one: SearchedStore | undefined) =>
    (town === undefined || one?.city === town) &&
    (delivery === undefined || one?.shippingTypes?.includes(delivery) === true);
  const product = (one: SearchedProduct) =>
    store(storeOf.get(one.store)) &&
    (slug === undefined || inCategory?.has(one.category) === true) &&
    (!isPriced || (one.price !== null && one.price >= priceMin * 100 && one.price <= priceMax * 100)) &&
    (available !== true || one.isAvailable);
  return { store, product };
}

function most(all: readonly Omit<Facet, 'count'>[]): Facet[] {
  const found = new Map<string, Facet>();
  for (const one of all) found.set(one.value, { ...one, count: (found.get(one.value)?.count ?? 0) + 1 });
  return [...found.values()].sort((a, b) => b.count - a.count).slice(0, FACETS_AT_MOST);
}

export function facetsOf(
  products: readonly SearchedProduct[],
  categories: readonly SearchedCategory[],
  storeOf: ReadonlyMap<string, SearchedStore>,
): Facet[] {
  const paths = new Map<string, SearchedCategory | undefined>();
  const facetOf = (iri: string) => {
    if (!paths.has(iri)) paths.set(iri, pathTo(categories, iri).slice(0, FACET_LEVEL).at(-1));
    return paths.get(iri) ?? [];
  };
  const stores = products.flatMap(({ store }) => storeOf.get(store) ?? []);
  return [
    ...most(
      products
        .flatMap(({ category }) => facetOf(category))
        .map(({ slug, name }) => ({ by: 'category', value: slug, name })),
    ),
    ...most(stores.filter(({ city }) => city).map(({ city }) => ({ by: 'town', value: city, name: city }))),
    ...most(
      stores
        .flatMap(({ shippingTypes }) => shippingTypes ?? [])
        .map((type) => ({ by: 'delivery', value: type, name: type })),
    ),
  ];
}
