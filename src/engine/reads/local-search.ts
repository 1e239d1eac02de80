// A search over what the device keeps. Guarantee: it finds what the server would find if the market held no more than that,
// in the same order.
import type { Category } from '#contract/categories.ts';
import type { ProductSummary } from '#contract/products.ts';
import type { SearchResult } from '#contract/search.ts';
import type { StoreSummary } from '#contract/stores.ts';
import { chooseHits, FOUND_AT_MOST, findExactly, findNearly } from '#domain/search.ts';

export interface Shelves {
  categories: readonly Category[];
  stores: readonly StoreSummary[];
  products: readonly ProductSummary[];
}

type Found = Omit<SearchResult, '@context'>;

const present =
  (context: SearchResult['@context']) =>
  ({ '@id': iri, id, slug, name }: Found): SearchResult => ({ '@id': iri, '@context': context, id, slug, name });

/** Each once, in their order. */
const unique = (found: readonly Found[]) => [...new Map(found.map((each) => [each['@id'], each])).values()];

export async function searchAmong(shelves: Shelves, query: string): Promise<SearchResult[]> {
  const inEach = (find: typeof findExactly) => ({
    categories: find<Found>(shelves.categories, query).slice(0, FOUND_AT_MOST.categories),
    stores: find<Found>(shelves.stores, query).slice(0, FOUND_AT_MOST.stores),
    products: find(shelves.products, query).slice(0, FOUND_AT_MOST.products),
  });
  const hits = await chooseHits(
    inEach(findExactly),
    async () => inEach(findNearly),
    async (products) => {
      const above = (iri: string) => shelves.categories.find((category) => category['@id'] === iri) ?? [];
      return {
        categories: unique(products.flatMap(({ category }) => above(category))).slice(0, FOUND_AT_MOST.categories),
        stores: unique(products.map(({ store }) => store)).slice(0, FOUND_AT_MOST.stores),
      };
    },
  );
  return [
    ...hits.categories.map(present('/contexts/Category')),
    ...hits.stores.map(present('/contexts/Store')),
    ...hits.products.map(present('/contexts/Product')),
  ];
}
