// Local search over cached data.
// Guarantee: the same algorithm as on the server, so the same result for the same data.
import type { Category } from '#contract/catalogue/categories.ts';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import type { SearchResult } from '#contract/catalogue/search.ts';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import type { EndpointAnswer, EndpointArguments } from '#contract/registry.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { isOrderable } from '#domain/product.ts';
import { pathTo } from '#domain/search/category-tree.ts';
import { offersOf, search, searchDocumentOf } from '#domain/search/search.ts';
import { knownTermsOf } from '#domain/search/search-question.ts';
import { normalizedLine } from '#domain/search/search-words.ts';
import { townsOf } from '#domain/towns.ts';

export interface LocalCatalogue {
  categories: readonly Category[];
  stores: readonly StoreSummary[];
  products: readonly ProductSummary[];
  /** In the contract's text format. */
  synonyms: string;
  /** Setting of the market's towns. */
  towns: string;
}

/** Shorter words are not corrected. */
const SHORTEST = 3;

type Query = NonNullable<EndpointArguments<'search'>['query']>;
type Answer = EndpointAnswer<'search'>;

export async function searchLocally(
  { categories, stores, products, synonyms, towns }: LocalCatalogue,
  { q, priceMin, priceMax, available, ...filters }: Query,
): Promise<Answer> {
  const euros = (value: string | number | undefined) => (value === undefined ? undefined : Number(value));
  const shelves = {
    categories: categories.map((thing) => ({ ...thing, thing, document: searchDocumentOf([thing.name]) })),
    stores: storesOf(stores, products),
    products: products.map((thing) => ({
      '@id': thing['@id'],
      name: thing.name,
      store: thing.store['@id'],
      category: thing.category,
      price: thing.priceDisabled ? null : ((thing.reducedPrice ?? thing.price)?.amount ?? null),
      isAvailable: isOrderable(thing) && thing.stock !== 0,
      isSoldOut: thing.stock === 0,
      document: searchDocumentOf([
        thing.name,
        thing.store.name,
        thing.store.city,
        ...pathTo(categories, thing.category)
          .reverse()
          .map(({ name }) => name),
        ...(thing.events ?? []),
      ]),
      thing,
    })),
  };
  const vocabulary = () => {
    const names = [categories, products, stores].flatMap((things) => things.map(({ name }) => name));
    const towns = shelves.stores.map(({ city }) => city);
    const events = products.flatMap((product) => product.events ?? []);
    return [...new Set([...names, ...towns, ...events].flatMap((name) => normalizedLine(name).split(' ')))].filter(
      (word) => word.length >= SHORTEST,
    );
  };
  const places = [...townsOf(towns).map(({ name }) => name), ...shelves.stores.map(({ city }) => city)];
  const found = await search(
    {
      known: knownTermsOf(synonyms, places),
      look: async () => shelves,
      vocabulary: async () => vocabulary(),
    },
    q,
    { ...filters, priceMin: euros(priceMin), priceMax: euros(priceMax), available: String(available) === 'true' },
  );
  const small = (image: { '240_inset_path': string } | null | undefined) => image?.['240_inset_path'] ?? null;
  const members = [
    ...found.categories.map(({ thing }) => result('Category', thing, { image: small(thing.images[0]) })),
    ...found.stores.map(({ thing, city }) =>
      result('Store', thing, { image: 'logo' in thing ? small(thing.logo) : null, about: city }),
    ),
    ...found.products.map(({ thing, price }) =>
      result('Product', thing, {
        image: small(thing.images[0]),
        about: thing.store.name,
        price,
        ...(found.partial.has(thing['@id']) && { partial: true }),
      }),
    ),
  ];
  const { facets, ignored, spellings, isNearest } = found;
  return { ...listOf('/search', members), facets, ignored, spellings, ...(isNearest && { nearest: true }) };
}

/** Cached stores, and stores known only from a cached product. */
function storesOf(stores: readonly StoreSummary[], products: readonly ProductSummary[]) {
  const known = new Set(stores.map((store) => store['@id']));
  const others = new Map(
    products.map(({ store }) => [store['@id'], store] as const).filter(([iri]) => !known.has(iri)),
  );
  return [
    ...stores.map((thing) => ({
      '@id': thing['@id'],
      name: thing.name,
      city: thing.address.city,
      shippingTypes: thing.shippingTypes ?? null,
      document: searchDocumentOf([thing.name, thing.address.city, offersOf(thing)]),
      thing,
    })),
    ...[...others.values()].map((thing) => ({
      '@id': thing['@id'],
      name: thing.name,
      city: thing.city,
      shippingTypes: null,
      document: searchDocumentOf([thing.name, thing.city]),
      thing,
    })),
  ];
}

const listOf = <T>(address: string, members: T[]): Collection<T> => ({
  '@id': address,
  '@type': 'hydra:Collection',
  'hydra:member': members,
  'hydra:totalItems': members.length,
});

const result = (
  kind: 'Category' | 'Store' | 'Product',
  { '@id': iri, id, slug, name }: Pick<SearchResult, '@id' | 'id' | 'slug' | 'name'>,
  more: Pick<SearchResult, 'image' | 'about' | 'price' | 'partial'>,
): SearchResult => ({ '@id': iri, '@context': `/contexts/${kind}`, id, slug, name, ...more });
