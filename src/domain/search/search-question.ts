// What was typed, as a question: its words, what the market calls the same, and the towns in it. A town narrows nothing, it
// says where to begin: 'fromages stenay' finds cheeses even where no shop of Stenay sells any.
import { TOWNS } from '../geo.ts';
import { beginningOf, lineOf, meaningful, nearWords, pluralsOf, singular, wordsOf } from './search-words.ts';

/** One way to answer a term: these words side by side. */
export interface Way {
  /** Singular. */
  words: readonly string[];
  /** The last word may also begin so. */
  beginning: string | null;
  /** 1 for what was typed. */
  worth: number;
}

export interface Term {
  typed: string;
  ways: readonly Way[];
  /** A town of the market. */
  isPlace: boolean;
}

export interface Question {
  terms: readonly Term[];
  /** The line as a name could begin with it. */
  typed: string;
  /** Not every term has to be answered. */
  partly: boolean;
  /** Nothing but towns was typed: all that they have is meant, however little of it bears their name. */
  isOfPlaces: boolean;
}

/** What a market calls the same: a typed word or line → what stands for it in names. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

/** The setting of the market that holds them. */
export const SYNONYMS_SETTING = 'synonyms';

const PHRASE_AT_MOST = 4;
const SYNONYM = 0.7;
/** Of what may have been meant, what is farther than the nearest by more than this was not. */
const NEARLY_AS_NEAR = 0.5;

const phraseOf = (text: string) => meaningful(lineOf(text)).map(singular).join(' ');

/** 'coiffeur: coiffure, salon', a line each. */
export function synonymsOf(setting: string): Synonyms {
  const lines = setting.split('\n').map((line) => line.split(':'));
  return new Map(
    lines
      .map(([typed = '', meant = '']) => [phraseOf(typed), meant.split(',').map(phraseOf).filter(Boolean)] as const)
      .filter(([typed, meant]) => typed !== '' && meant.length > 0),
  );
}

export const townsOf = (cities: Iterable<string>): ReadonlySet<string> =>
  new Set([...TOWNS.map(({ name }) => name), ...cities].map(phraseOf).filter(Boolean));

export interface Known {
  synonyms: Synonyms;
  /** As `townsOf` gives them. */
  towns: ReadonlySet<string>;
}

const exactly = (phrase: string, worth: number): Way => ({ words: phrase.split(' '), beginning: null, worth });

function termOf(words: readonly string[], { synonyms, towns }: Known): Term | null {
  const phrase = words.map(singular).join(' ');
  const meant = (synonyms.get(phrase) ?? []).map((each) => exactly(each, SYNONYM));
  const isPlace = towns.has(phrase);
  if (words.length > 1 && meant.length === 0 && !isPlace) return null;
  const typed: Way = {
    words: phrase.split(' '),
    beginning: isPlace ? null : beginningOf(words.at(-1) ?? ''),
    worth: 1,
  };
  return { typed: words.join(' '), ways: [typed, ...meant], isPlace };
}

/** @returns null when nothing was asked */
export function questionOf(query: string, known: Known): Question | null {
  const words = wordsOf(query);
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
  return { terms: all, typed: lineOf(query), partly: false, isOfPlaces };
}

/** The same question with what its words may have been meant to be; null when they can only be what they are. */
export function nearQuestion(question: Question, vocabulary: readonly string[], more = 0): Question | null {
  let isNearer = false;
  const terms = question.terms.map((term) => {
    const word = term.ways[0]?.words.length === 1 ? term.ways[0].words[0] : undefined;
    if (term.isPlace || word === undefined) return term;
    const words = nearWords(word, vocabulary, more);
    const nearest = words[0]?.far ?? 0;
    const near = words
      .filter(({ far }) => far <= nearest + NEARLY_AS_NEAR)
      .map(({ word: meant, far }) => exactly(singular(meant), 1 / (1 + far)));
    isNearer ||= near.length > 0;
    return { ...term, ways: [...term.ways, ...near] };
  });
  return isNearer ? { ...question, terms } : null;
}

/** Every word as it may stand in a line that answers this way; with '*' where a word may only begin so. */
export const formsOf = ({ words, beginning }: Way): string[][] =>
  words.map((word, at) => [
    ...pluralsOf(word),
    ...(beginning !== null && at === words.length - 1 ? [`${beginning}*`] : []),
  ]);
