// The search of the market: what is asked of its things, one after another, until something answers; which of it is shown,
// in which order, and by what it can be narrowed. Server and device search by it; they differ in where they look.
import {
  type Facet,
  type Filters,
  facetsOf,
  narrowing,
  type SearchedCategory,
  type SearchedProduct,
  type SearchedStore,
} from './search-narrowing.ts';
import { type Known, nearQuestion, type Question, questionOf } from './search-question.ts';
import { type Ranked, ranked, type Searched } from './search-ranking.ts';
import { lineOf } from './search-words.ts';

export interface Shelves<C, S, P> {
  categories: readonly C[];
  stores: readonly S[];
  products: readonly P[];
}

export interface Found<C, S, P> extends Shelves<C, S, P> {
  /** All shops that were looked at. */
  shops: readonly S[];
  /** Of each kind the most frequent first. */
  facets: Facet[];
  /** Words that had to be left aside. */
  ignored: string[];
  /** Where nothing answers: names that are nearest. */
  spellings: string[];
}

/** How many are found of each kind at most. */
export const FOUND_AT_MOST = { categories: 12, stores: 24, products: 40 } as const;
const SPELLINGS_AT_MOST = 4;
/** Beside the nearest name, what comes near it only by its shop or its category is none. */
const NEAREST = 0.6;
/** The lines that a thing is searched by. */
export const documentOf = (lines: readonly string[]): string => lines.map(lineOf).join('|');

/** What a shop is also found by: the words of its forms. */
export const offersOf = (store: { takesAppointments: boolean; takesEstimates: boolean }): string =>
  [store.takesAppointments ? 'prendre rdv rendez-vous' : '', store.takesEstimates ? 'demander un devis' : ''].join(' ');

export interface Market<C, S, P> {
  known: Known;
  /** All that may answer; more of it does no harm. */
  look(question: Question): Promise<Shelves<C, S, P>>;
  /** Every word of a name. */
  vocabulary(): Promise<readonly string[]>;
}

type Hits<C, S, P> = { [K in keyof Shelves<C, S, P>]: Ranked<Shelves<C, S, P>[K][number]>[] };

const hitsOf = <C extends Searched, S extends Searched, P extends Searched>(
  shelves: Shelves<C, S, P>,
  question: Question,
): Hits<C, S, P> => ({
  categories: ranked('category', shelves.categories, question),
  stores: ranked('store', shelves.stores, question),
  products: ranked('product', shelves.products, question),
});

const isNothing = (hits: Hits<unknown, unknown, unknown>) =>
  hits.categories.length + hits.stores.length + hits.products.length === 0;

/** Of all that answer some of the words, those that answer the same ones as what answers most. */
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
  const together = <T>(found: Ranked<T>[]) =>
    found.filter((one) => one.met.size === met.size && [...one.met].every((typed) => met.has(typed)));
  return {
    hits: { categories: together(categories), stores: together(stores), products: together(products) },
    met,
  };
}

/** A word with its accents. */
const asTyped = (query: string, word: string) =>
  query.split(/[\s,;.]+/).find((typed) => lineOf(typed) === word) ?? word;

/** As typed; else with mistakes forgiven; else with words left aside; else only what is nearest. */
export async function search<C extends SearchedCategory, S extends SearchedStore, P extends SearchedProduct>(
  market: Market<C, S, P>,
  query: string,
  filters: Filters = {},
): Promise<Found<C, S, P>> {
  const question = questionOf(query, market.known);
  if (!question) return { ...nothing, spellings: [] };
  const asked = async (one: Question) => {
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
  shops: [],
  facets: [],
  ignored: [],
};

/** Narrowed, and where no category or no shop answers by itself, those of the products found. */
function shown<C extends SearchedCategory, S extends SearchedStore, P extends SearchedProduct>(
  shelves: Shelves<C, S, P>,
  hits: Hits<C, S, P>,
  filters: Filters,
): Found<C, S, P> {
  const things = <T>(found: readonly Ranked<T>[]) => found.map(({ thing }) => thing);
  const storeOf = new Map(shelves.stores.map((store) => [store['@id'], store]));
  const categoryOf = new Map(shelves.categories.map((category) => [category['@id'], category]));
  const all = things(hits.products);
  const isWanted = narrowing(shelves.categories, storeOf, filters);
  const products = all.filter((product) => isWanted.product(product)).slice(0, FOUND_AT_MOST.products);
  const direct = things(hits.stores).filter((store) => isWanted.store(store));
  const stores = direct.length > 0 ? direct : unique(products.flatMap(({ store }) => storeOf.get(store) ?? []));
  // A category by its name is no answer to filters that leave nothing of what it holds.
  const isLeft = all.length === 0 || products.length + direct.length > 0;
  const categories =
    hits.categories.length > 0
      ? things(hits.categories).filter(() => isLeft)
      : unique(products.flatMap(({ category }) => categoryOf.get(category) ?? []));
  return {
    categories: categories.slice(0, FOUND_AT_MOST.categories),
    stores: stores.slice(0, FOUND_AT_MOST.stores),
    products,
    shops: shelves.stores,
    facets: facetsOf(all, shelves.categories, storeOf),
    ignored: [],
    spellings: [],
  };
}

const unique = <T>(things: readonly T[]): T[] => [...new Set(things)];
