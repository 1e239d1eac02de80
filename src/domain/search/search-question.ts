// Search question: words, synonyms and towns of a query.
// A town ranks results but does not filter: 'fromages stenay' finds cheeses even if no store in Stenay sells any.
import {
  beginningOf,
  nearWords,
  normalizedLine,
  pluralsOf,
  queryWords,
  significantWords,
  singularOf,
} from './search-words.ts';

/** One way to answer a term: these words side by side. */
export interface TermReading {
  /** Singular. */
  words: readonly string[];
  /** The last word may also begin so. */
  beginning: string | null;
  /** 1 for the typed words, less for corrections. */
  worth: number;
}

export interface Term {
  typed: string;
  ways: readonly TermReading[];
  /** A town of the market. */
  isPlace: boolean;
}

export interface SearchQuestion {
  terms: readonly Term[];
  /** The normalized query, to compare with the beginning of names. */
  typed: string;
  /** Not every term has to be answered. */
  partly: boolean;
  /** Only towns were typed: all their stores and products match. */
  isOfPlaces: boolean;
}

/** Synonyms of the market: typed words → words in names. */
type Synonyms = ReadonlyMap<string, readonly string[]>;

/**
 * What comes nearest to something that nobody on the market offers: typed words → words in names. Unlike synonyms these
 * are shown as another thing.
 */
type Relations = ReadonlyMap<string, readonly string[]>;

/** Key of the market's setting with the synonyms. */
export const SYNONYMS_SETTING = 'synonyms';

const PHRASE_AT_MOST = 4;
const SYNONYM = 0.7;
/** Shorter known words are not taken for beginnings. */
const BEGINNING_FROM = 5;
/** Corrections this much farther than the nearest are dropped. */
const NEARLY_AS_NEAR = 0.5;

const phraseOf = (text: string) => significantWords(normalizedLine(text)).map(singularOf).join(' ');

/** 'coiffeur: coiffure, salon', a line each. */
const synonymsOf = (setting: string): Synonyms => linesOf(setting, ':');

/** 'plombier ~ quincaillerie, outillage', a line each, in the same setting. */
const relationsOf = (setting: string): Relations => linesOf(setting, '~');

function linesOf(setting: string, sign: ':' | '~'): ReadonlyMap<string, readonly string[]> {
  const lines = setting.split('\n').map((line) => line.split(sign));
  return new Map(
    lines
      .map(([typed = '', meant = '']) => [phraseOf(typed), meant.split(',').map(phraseOf).filter(Boolean)] as const)
      .filter(([typed, meant]) => typed !== '' && meant.length > 0),
  );
}

const townsOf = (cities: Iterable<string>): ReadonlySet<string> => new Set([...cities].map(phraseOf).filter(Boolean));

export interface KnownTerms {
  synonyms: Synonyms;
  relations: Relations;
  /** Normalized names. */
  towns: ReadonlySet<string>;
}

/** From the market's setting and the towns of its stores. */
export const knownTermsOf = (setting: string, cities: Iterable<string>): KnownTerms => ({
  synonyms: synonymsOf(setting),
  relations: relationsOf(setting),
  towns: townsOf(cities),
});

const exactly = (phrase: string, worth: number): TermReading => ({ words: phrase.split(' '), beginning: null, worth });

function termOf(words: readonly string[], { synonyms, relations, towns }: KnownTerms): Term | null {
  const phrase = words.map(singularOf).join(' ');
  const meant = (synonyms.get(phrase) ?? []).map((each) => exactly(each, SYNONYM));
  const isPlace = towns.has(phrase);
  if (words.length > 1 && meant.length === 0 && !isPlace && !relations.has(phrase)) return null;
  // A short word that is known by itself is no beginning of another: 'vis' is not 'visite'.
  const isWhole = phrase.length < BEGINNING_FROM && meant.length > 0;
  const typed: TermReading = {
    words: phrase.split(' '),
    beginning: isPlace || isWhole ? null : beginningOf(words.at(-1) ?? ''),
    worth: 1,
  };
  return { typed: words.join(' '), ways: [typed, ...meant], isPlace };
}

/** @returns null for an empty query */
export function questionOf(query: string, known: KnownTerms): SearchQuestion | null {
  const words = queryWords(query);
  const terms: Term[] = [];
  for (let at = 0; at < words.length; ) {
    let length = Math.min(PHRASE_AT_MOST, words.length - at);
    let term = termOf(words.slice(at, at + length), known);
    while (term === null && length > 1) {
      length -= 1;
      term = termOf(words.slice(at, at + length), known);
    }
    if (term) terms.push(term);
    at += length;
  }
  if (terms.length === 0) return null;
  const isOfPlaces = terms.every(({ isPlace }) => isPlace);
  const all = isOfPlaces ? terms.map((term) => ({ ...term, isPlace: false })) : terms;
  return { terms: all, typed: normalizedLine(query), partly: false, isOfPlaces };
}

/** What comes nearest to words that nothing is named by; null without a relation. */
export function relatedQuestion(question: SearchQuestion, { relations }: KnownTerms): SearchQuestion | null {
  const terms = question.terms.flatMap((term): Term[] => {
    const ways = (relations.get(term.typed.split(' ').map(singularOf).join(' ')) ?? []).map((each) => exactly(each, 1));
    if (term.isPlace) return [term];
    return ways.length > 0 ? [{ ...term, ways }] : [];
  });
  return terms.some(({ isPlace }) => !isPlace) ? { ...question, terms } : null;
}

/** The question with spelling corrections; null without any. */
export function nearQuestion(question: SearchQuestion, vocabulary: readonly string[], more = 0): SearchQuestion | null {
  let isNearer = false;
  const terms = question.terms.map((term) => {
    const word = term.ways[0]?.words.length === 1 ? term.ways[0].words[0] : undefined;
    if (term.isPlace || word === undefined) return term;
    const words = nearWords(word, vocabulary, more);
    const nearest = words[0]?.far ?? 0;
    const near = words
      .filter(({ far }) => far <= nearest + NEARLY_AS_NEAR)
      .map(({ word: meant, far }) => exactly(singularOf(meant), 1 / (1 + far)));
    isNearer ||= near.length > 0;
    return { ...term, ways: [...term.ways, ...near] };
  });
  return isNearer ? { ...question, terms } : null;
}

/** Spellings of each word for a full-text query; '*' marks a prefix. */
export const formsOf = ({ words, beginning }: TermReading): string[][] =>
  words.map((word, at) => [
    ...pluralsOf(word),
    ...(beginning !== null && at === words.length - 1 ? [`${beginning}*`] : []),
  ]);
