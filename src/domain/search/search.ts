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
import { type KnownTerms, nearQuestion, questionOf, relatedQuestion, type SearchQuestion } from './search-question.ts';
import { inOrder, type RankedMatch, rankMatches, type SearchDocument } from './search-ranking.ts';
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
  /** IRIs of the products that match some of the words only; they come last. */
  partial: ReadonlySet<string>;
  /** Words that nothing matches. */
  ignored: string[];
  /** Nobody offers what was typed: these are the nearest things. */
  isNearest: boolean;
  /** Without a match: the nearest names. */
  spellings: string[];
}

/** Most results of each kind. */
export const MAX_FINDINGS = { categories: 12, stores: 24, products: 40 } as const;
const SPELLINGS_AT_MOST = 4;
/** With fewer products, those that match some of the words follow. */
const ENOUGH = 8;
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

/** Words that any of the matches has. */
const metBy = ({ categories, stores, products }: Hits<unknown, unknown, unknown>) =>
  new Set([...categories, ...stores, ...products].flatMap(({ met }) => [...met]));

/** Of partial matches, the stores that have most of the words, by themselves or by one of their products. */
function storesWithMost<S extends SearchedStore>(
  stores: readonly S[],
  hits: Hits<unknown, S, SearchedProduct>,
): RankedMatch<S>[] {
  const own = new Map(hits.stores.map((found) => [found.thing, found]));
  const all = stores.map((thing): RankedMatch<S> => {
    const { met = new Set<string>(), points = 0, inPlace = false } = own.get(thing) ?? {};
    const sold = hits.products.filter(({ thing: product }) => product.store === thing['@id']);
    const [best] = sold.map((product) => new Set([...met, ...product.met])).sort((a, b) => b.size - a.size);
    return { thing, met: best ?? met, points: points + (sold[0]?.points ?? 0), inPlace };
  });
  const most = Math.max(...all.map(({ met }) => met.size));
  return all.filter(({ met }) => met.size === most).sort(inOrder);
}

/** Can be bought first; otherwise as ranked. */
const soldOutLast = <P extends SearchedProduct>(found: readonly RankedMatch<P>[]): RankedMatch<P>[] =>
  [...found].sort((a, b) => Number(a.thing.isSoldOut) - Number(b.thing.isSoldOut));

/** The word as typed, with accents. */
const asTyped = (query: string, word: string) =>
  query.split(/[\s,;.]+/).find((typed) => normalizedLine(typed) === word) ?? word;

/** Exact, then what is nearest, then with spelling corrections, then by any of the words, then suggestions only. */
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
  const wanted = question.terms.filter(({ isPlace }) => !isPlace);
  /** Few products with all words are followed by those with some of them. */
  const whole = async (one: SearchQuestion, { shelves, hits }: Awaited<ReturnType<typeof asked>>) => {
    // A complete match of a store or category alone is what was meant.
    const isEnough = hits.products.length === 0 || hits.products.length >= ENOUGH;
    if (wanted.length === 1 || isEnough) return shown(shelves, hits, filters);
    const known = new Set(hits.products.map(({ thing }) => thing['@id']));
    const looser = await asked({ ...one, partly: true });
    const others = looser.hits.products.filter(({ thing }) => !known.has(thing['@id']));
    return shown(looser.shelves, hits, filters, others);
  };
  const exact = await asked(question);
  if (!isNothing(exact.hits)) return whole(question, exact);
  const related = relatedQuestion(question, market.known);
  if (related) {
    const { shelves, hits } = await asked({ ...related, partly: true });
    if (!isNothing(hits)) return { ...shown(shelves, hits, filters), isNearest: true };
  }
  const vocabulary = await market.vocabulary();
  const near = nearQuestion(question, vocabulary);
  if (near) {
    const nearly = await asked(near);
    if (!isNothing(nearly.hits)) return whole(near, nearly);
  }
  for (const part of wanted.length > 1 ? [question, near] : []) {
    if (!part) continue;
    const { shelves, hits } = await asked({ ...part, partly: true });
    if (isNothing(hits)) continue;
    const met = metBy(hits);
    const ignored = wanted.filter(({ typed }) => !met.has(typed)).map(({ typed }) => asTyped(query, typed));
    const stores = storesWithMost(shelves.stores, hits);
    return { ...shown(shelves, { ...hits, stores, products: [] }, filters, hits.products), ignored };
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
  partial: new Set<string>(),
  ignored: [],
  isNearest: false,
};

/** Narrows the result. Without a direct match of stores or categories, it lists those of the found products. */
function shown<C extends SearchedCategory, S extends SearchedStore, P extends SearchedProduct>(
  shelves: SearchCollections<C, S, P>,
  hits: Hits<C, S, P>,
  filters: NarrowingFilters,
  partial: readonly RankedMatch<P>[] = [],
): SearchFindings<C, S, P> {
  const things = <T>(found: readonly RankedMatch<T>[]) => found.map(({ thing }) => thing);
  const storeOf = new Map(shelves.stores.map((store) => [store['@id'], store]));
  const categoryOf = new Map(shelves.categories.map((category) => [category['@id'], category]));
  const all = things([...soldOutLast(hits.products), ...soldOutLast(partial)]);
  const isWanted = createNarrowing(shelves.categories, storeOf, filters);
  const products = all.filter((product) => isWanted.product(product)).slice(0, MAX_FINDINGS.products);
  const loosely = new Set(partial.map(({ thing }) => thing['@id']));
  const whole = products.filter((product) => !loosely.has(product['@id']));
  /** Stores and categories are those of the best products. */
  const best = whole.length > 0 ? whole : products;
  const direct = things(hits.stores).filter((store) => isWanted.store(store));
  const stores = direct.length > 0 ? direct : unique(best.flatMap(({ store }) => storeOf.get(store) ?? []));
  // A category is not shown if the filters exclude all its products.
  const isLeft = all.length === 0 || products.length + direct.length > 0;
  const categories =
    hits.categories.length > 0
      ? things(hits.categories).filter(() => isLeft)
      : unique(best.flatMap(({ category }) => categoryOf.get(category) ?? []));
  return {
    categories: categories.slice(0, MAX_FINDINGS.categories),
    stores: stores.slice(0, MAX_FINDINGS.stores),
    products,
    allStores: shelves.stores,
    facets: facetsOf(all, shelves.categories, storeOf),
    partial: loosely,
    ignored: [],
    isNearest: false,
    spellings: [],
  };
}

const unique = <T>(things: readonly T[]): T[] => [...new Set(things)];
