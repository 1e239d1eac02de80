// Market search: tries the query in ever looser forms until something matches, ranks and narrows the result.
// Server and device share it and differ only in their data source.
import {
  createNarrowing,
  type Facet,
  facetsOf,
  type NarrowingFilters,
  type SearchedCategory,
  type SearchedProduct,
  type SearchedStore,
} from './search-narrowing.ts';
import { type KnownTerms, nearQuestion, questionOf, type SearchQuestion } from './search-question.ts';
import { type RankedMatch, rankMatches, type SearchDocument } from './search-ranking.ts';
import { normalizedLine } from './search-words.ts';

export interface SearchCollections<C, S, P> {
  categories: readonly C[];
  stores: readonly S[];
  products: readonly P[];
}

export interface SearchFindings<C, S, P> extends SearchCollections<C, S, P> {
  /** All stores of the source. */
  allStores: readonly S[];
  /** Per kind, most frequent first. */
  facets: Facet[];
  /** Words that were left out. */
  ignored: string[];
  /** Without a match: the nearest names. */
  spellings: string[];
}

/** Most results of each kind. */
export const MAX_FINDINGS = { categories: 12, stores: 24, products: 40 } as const;
const SPELLINGS_AT_MOST = 4;
/** Suggestions below this share of the best score are dropped. */
const NEAREST = 0.6;
/** The lines that a thing is searched by. */
export const searchDocumentOf = (lines: readonly string[]): string => lines.map(normalizedLine).join('|');

/** Extra words for a store with appointments or quotes. */
export const offersOf = (store: { takesAppointments: boolean; takesEstimates: boolean }): string =>
  [store.takesAppointments ? 'prendre rdv rendez-vous' : '', store.takesEstimates ? 'demander un devis' : ''].join(' ');

export interface SearchSource<C, S, P> {
  known: KnownTerms;
  /** All possible matches; extra items do no harm. */
  look(question: SearchQuestion): Promise<SearchCollections<C, S, P>>;
  /** All words of names. */
  vocabulary(): Promise<readonly string[]>;
}

type Hits<C, S, P> = { [K in keyof SearchCollections<C, S, P>]: RankedMatch<SearchCollections<C, S, P>[K][number]>[] };

const hitsOf = <C extends SearchDocument, S extends SearchDocument, P extends SearchDocument>(
  shelves: SearchCollections<C, S, P>,
  question: SearchQuestion,
): Hits<C, S, P> => ({
  categories: rankMatches('category', shelves.categories, question),
  stores: rankMatches('store', shelves.stores, question),
  products: rankMatches('product', shelves.products, question),
});

const isNothing = (hits: Hits<unknown, unknown, unknown>) =>
  hits.categories.length + hits.stores.length + hits.products.length === 0;

/** Of partial matches, those with the same terms as the best one. */
function mostMet<C, S, P>({
  categories,
  stores,
  products,
}: Hits<C, S, P>): {
  hits: Hits<C, S, P>;
  met: ReadonlySet<string>;
} {
  const [best] = [products[0], categories[0], stores[0]]
    .filter((first) => first !== undefined)
    .sort((a, b) => b.met.size - a.met.size);
  const met = best?.met ?? new Set<string>();
  const together = <T>(found: RankedMatch<T>[]) =>
    found.filter((one) => one.met.size === met.size && [...one.met].every((typed) => met.has(typed)));
  return {
    hits: { categories: together(categories), stores: together(stores), products: together(products) },
    met,
  };
}

/** The word as typed, with accents. */
const asTyped = (query: string, word: string) =>
  query.split(/[\s,;.]+/).find((typed) => normalizedLine(typed) === word) ?? word;

/** Exact, then with spelling corrections, then without some words, then suggestions only. */
export async function search<C extends SearchedCategory, S extends SearchedStore, P extends SearchedProduct>(
  market: SearchSource<C, S, P>,
  query: string,
  filters: NarrowingFilters = {},
): Promise<SearchFindings<C, S, P>> {
  const question = questionOf(query, market.known);
  if (!question) return { ...nothing, spellings: [] };
  const asked = async (one: SearchQuestion) => {
    const shelves = await market.look(one);
    return { shelves, hits: hitsOf(shelves, one) };
  };
  const exact = await asked(question);
  if (!isNothing(exact.hits)) return shown(exact.shelves, exact.hits, filters);
  const vocabulary = await market.vocabulary();
  const near = nearQuestion(question, vocabulary);
  if (near) {
    const nearly = await asked(near);
    if (!isNothing(nearly.hits)) return shown(nearly.shelves, nearly.hits, filters);
  }
  const wanted = question.terms.filter(({ isPlace }) => !isPlace);
  for (const part of wanted.length > 1 ? [question, near] : []) {
    if (!part) continue;
    const { shelves, hits } = await asked({ ...part, partly: true });
    if (isNothing(hits)) continue;
    const most = mostMet(hits);
    const ignored = wanted.filter(({ typed }) => !most.met.has(typed)).map(({ typed }) => asTyped(query, typed));
    return { ...shown(shelves, most.hits, filters), ignored };
  }
  const loose = nearQuestion(question, vocabulary, 1);
  if (!loose) return { ...nothing, spellings: [] };
  const { hits } = await asked({ ...loose, partly: true });
  const named = [...hits.categories, ...hits.stores, ...hits.products].sort((a, b) => b.points - a.points);
  const least = (named[0]?.points ?? 0) * NEAREST;
  const names = named.filter(({ points }) => points >= least).map(({ thing }) => thing.name);
  return { ...nothing, spellings: [...new Set(names)].slice(0, SPELLINGS_AT_MOST) };
}

const nothing = {
  categories: [],
  stores: [],
  products: [],
  allStores: [],
  facets: [],
  ignored: [],
};

/** Narrows the result. Without a direct match of stores or categories, it lists those of the found products. */
function shown<C extends SearchedCategory, S extends SearchedStore, P extends SearchedProduct>(
  shelves: SearchCollections<C, S, P>,
  hits: Hits<C, S, P>,
  filters: NarrowingFilters,
): SearchFindings<C, S, P> {
  const things = <T>(found: readonly RankedMatch<T>[]) => found.map(({ thing }) => thing);
  const storeOf = new Map(shelves.stores.map((store) => [store['@id'], store]));
  const categoryOf = new Map(shelves.categories.map((category) => [category['@id'], category]));
  const all = things(hits.products);
  const isWanted = createNarrowing(shelves.categories, storeOf, filters);
  const products = all.filter((product) => isWanted.product(product)).slice(0, MAX_FINDINGS.products);
  const direct = things(hits.stores).filter((store) => isWanted.store(store));
  const stores = direct.length > 0 ? direct : unique(products.flatMap(({ store }) => storeOf.get(store) ?? []));
  // A category is not shown if the filters exclude all its products.
  const isLeft = all.length === 0 || products.length + direct.length > 0;
  const categories =
    hits.categories.length > 0
      ? things(hits.categories).filter(() => isLeft)
      : unique(products.flatMap(({ category }) => categoryOf.get(category) ?? []));
  return {
    categories: categories.slice(0, MAX_FINDINGS.categories),
    stores: stores.slice(0, MAX_FINDINGS.stores),
    products,
    allStores: shelves.stores,
    facets: facetsOf(all, shelves.categories, storeOf),
    ignored: [],
    spellings: [],
  };
}

const unique = <T>(things: readonly T[]): T[] => [...new Set(things)];
