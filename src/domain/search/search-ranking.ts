// Search ranking.
// Products match by name, categories up the tree, store and town; stores by name, town and services; categories by
// name.
import type { SearchQuestion, TermReading } from './search-question.ts';
import { significantWords, singularOf } from './search-words.ts';

/** Searchable text of an item: lines separated by '|', the name first. */
export interface SearchDocument {
  name: string;
  /** Product: name|store|town|category|parent…; store: name|town|services; category: name. */
  document: string;
}

export interface RankedMatch<T> {
  thing: T;
  points: number;
  /** Matched terms, as typed. */
  met: ReadonlySet<string>;
  /** In one of the typed towns. */
  inPlace: boolean;
}

type Kind = 'product' | 'store' | 'category';

/** A match at the beginning of a name counts more. */
const NAME_BEGINS = 3;
const NAME_HOLDS = 2;
const BESIDE = 1;
/** A category with one subject describes its products; one with several ('Miels et confitures') less so. */
const OF_ONE_IDEA = 1.5;
/** One of several ideas of a category above may not be that of the product. */
const FARTHER = 0.6;
const BEGINNING = 0.6;
const WHOLE_NAME = 2;
const NAME_AS_TYPED = 1;
/** Matches below this share of the best score are dropped. */
const WORTH_SHOWING = 1 / 3;

/** Lines repeat, so their words are cached, up to a few thousand lines. */
const LINES_AT_MOST = 5000;
const known = new Map<string, readonly string[]>();
function wordsIn(line: string): readonly string[] {
  const before = known.get(line);
  if (before) return before;
  const words = significantWords(line).map(singularOf);
  if (known.size >= LINES_AT_MOST) known.clear();
  known.set(line, words);
  return words;
}

interface Place {
  at: number;
  /** 1 for a whole word, less for a prefix. */
  strength: number;
}

/** First position at which the words follow each other; whole words before prefixes. */
function placeOf(way: TermReading, words: readonly string[]): Place | null {
  const last = way.words.length - 1;
  let begun = -1;
  for (let at = 0; at + last < words.length; at += 1) {
    if (!way.words.every((word, index) => index === last || words[at + index] === word)) continue;
    const end = words[at + last] ?? '';
    if (end === way.words[last]) return { at, strength: way.worth };
    if (begun < 0 && way.beginning !== null && end.startsWith(way.beginning)) begun = at;
  }
  return begun < 0 ? null : { at: begun, strength: way.worth * BEGINNING };
}

const nameIn = (way: TermReading, line: string) => {
  const place = placeOf(way, wordsIn(line));
  return place ? place.strength * (place.at === 0 ? NAME_BEGINS : NAME_HOLDS) : 0;
};
const besideIn = (way: TermReading, line: string) => (placeOf(way, wordsIn(line))?.strength ?? 0) * BESIDE;
/** 'Légumes de saison' is one idea, 'Miels et confitures' two. */
const ideasIn = (line: string) => line.split(' ').filter((word) => word === 'et').length + 1;
function categoryIn(way: TermReading, line: string, above: number): number {
  const words = wordsIn(line);
  const place = placeOf(way, words);
  if (!place) return 0;
  const ideas = ideasIn(line);
  if (ideas === 1 && place.at === 0) return place.strength * (BESIDE + OF_ONE_IDEA);
  return place.strength * (BESIDE + OF_ONE_IDEA / Math.max(2, words.length)) * (above > 0 && ideas > 1 ? FARTHER : 1);
}

const best = (lines: readonly string[], points: (line: string, above: number) => number) =>
  lines.reduce((most, line, above) => Math.max(most, points(line, above)), 0);

const pointsBy: Readonly<Record<Kind, (way: TermReading, lines: readonly string[]) => number>> = {
  product: (way, [name = '', store = '', town = '', ...categories]) =>
    nameIn(way, name) +
    best(categories, (line, above) => categoryIn(way, line, above)) +
    best([store, town], (line) => besideIn(way, line)),
  store: (way, [name = '', ...beside]) => nameIn(way, name) + best(beside, (line) => besideIn(way, line)),
  category: (way, [name = '']) => nameIn(way, name),
};
const townOf: Readonly<Record<Kind, number>> = { product: 2, store: 1, category: -1 };

function answerOf<T extends SearchDocument>(
  kind: Kind,
  thing: T,
  { terms, typed, partly }: SearchQuestion,
): RankedMatch<T> | null {
  const lines = thing.document.split('|');
  const met = new Set<string>();
  let points = 0;
  let inPlace = false;
  let isAsked = false;
  for (const term of terms) {
    if (term.isPlace) {
      inPlace ||= term.ways.some((way) => placeOf(way, wordsIn(lines[townOf[kind]] ?? '')) !== null);
      continue;
    }
    const most = Math.max(...term.ways.map((way) => pointsBy[kind](way, lines)));
    if (most > 0) {
      met.add(term.typed);
      points += most;
      isAsked = true;
    } else if (!partly) return null;
  }
  if (!isAsked) return null;
  const [name = ''] = lines;
  if (name === typed) points += WHOLE_NAME;
  else if (name.startsWith(`${typed} `)) points += NAME_AS_TYPED;
  return { thing, points, met, inPlace };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
/** Terms answered, then the town that was named, then points; of equals the shorter name, then the alphabet. */
export function inOrder(a: RankedMatch<SearchDocument>, b: RankedMatch<SearchDocument>): number {
  return (
    b.met.size - a.met.size ||
    Number(b.inPlace) - Number(a.inPlace) ||
    b.points - a.points ||
    a.thing.name.length - b.thing.name.length ||
    compare(a.thing.name, b.thing.name)
  );
}

/** Matching items, best first. */
export function rankMatches<T extends SearchDocument>(
  kind: Kind,
  things: readonly T[],
  question: SearchQuestion,
): RankedMatch<T>[] {
  const found = things.flatMap((thing) => answerOf(kind, thing, question) ?? []);
  const most = found.reduce((highest, { points }) => Math.max(highest, points), 0);
  const least = question.isOfPlaces ? 0 : most * WORTH_SHOWING;
  return found.filter(({ points }) => points >= least).sort(inOrder);
}
