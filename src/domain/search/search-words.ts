// Search words: normalization (accents, case, plurals, stop words) and spelling tolerance: one mistake from four
// letters on, two from eight on.

const WORDS_AT_MOST = 6;
const NEAR_AT_MOST = 40;
const ONE_MISTAKE_FROM = 4;
const TWO_MISTAKES_FROM = 8;
/** From this length on a typed word may be a misspelled prefix: 'fromge' of 'fromagerie'. */
const BEGINNING_FROM = 6;
/** Extra distance of a misspelled prefix. */
const BEGINNING = 0.5;

const ligatures: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', '’': "'", '‘': "'" };

/** Stop words: function words, and words that fit everything on a market. */
const BETWEEN = new Set(
  `a au aux avec c ce ces d dans de des du en et j l la le les ma mes mon n ou par pour qu s sans sur t un une
   achat acheter boutique boutiques commerce local magasin magasins pas cher produit produits`.split(/\s+/),
);

/** Without accents and capitals: 'Crèmes brûlées' → 'cremes brulees'. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[œæßø’‘]/g, (letter) => ligatures[letter] ?? letter);
}

/**
 * Words separated by single spaces: "L'Herbier d'Étain" → 'l herbier d etain'. The server stores names in this form,
 * too.
 */
export const normalizedLine = (text: string): string =>
  foldText(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** 'bocaux' → 'bocal', 'gateaux' → 'gateau', 'fromages' → 'fromage'; words of up to three letters stay unchanged. */
export function singularOf(word: string): string {
  if (word.length < 4) return word;
  return /[^ey]aux$/.test(word) ? `${word.slice(0, -2)}l` : word.replace(/[sx]$/, '');
}

/** The forms that become this one. */
export const pluralsOf = (word: string): string[] => [
  word,
  `${word}s`,
  `${word}x`,
  ...(word.endsWith('al') ? [`${word.slice(0, -1)}ux`] : []),
];

/** The prefix of longer words that was possibly typed. A short plural is none: 'vins' is no prefix of 'vinsobres'. */
export const beginningOf = (word: string): string => (word.length > 4 ? singularOf(word) : word);

/** Words of a line without stop words; all words if nothing would be left. */
export function significantWords(line: string): string[] {
  const words = line.split(' ').filter((word) => word !== '');
  const significant = words.filter((word) => !BETWEEN.has(word));
  return significant.length > 0 ? significant : words;
}

/** 'Les Fromages' → ['fromages']. */
export const queryWords = (query: string): string[] => significantWords(normalizedLine(query)).slice(0, WORDS_AT_MOST);

/** Edit distance with swaps (Damerau-Levenshtein), at most `most`. */
function distance(typed: string, word: string, most: number, beginning: boolean): number {
  const width = beginning ? Math.min(word.length, typed.length + most) : word.length;
  if (width < typed.length - most || (!beginning && width > typed.length + most)) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: width + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= width; column += 1) {
      const same = typed[row - 1] === word[column - 1];
      let least = Math.min(
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
      );
      const swapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      if (swapped) least = Math.min(least, (before[column - 2] ?? most) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    before = last;
    last = next;
  }
  return beginning ? Math.min(...last) : (last[width] ?? most + 1);
}

/**
 * Quick filter: one of the first letters has to be near its position, since each mistake shifts a letter by at most
 * one.
 */
function beginsAlike(typed: string, word: string, most: number): boolean {
  for (let at = 0; at <= most; at += 1) {
    const place = word.indexOf(typed[at] ?? '');
    if (place >= 0 && place <= 2 * most) return true;
  }
  return false;
}

const forgiven = (typed: string) => (typed.length < ONE_MISTAKE_FROM ? 0 : typed.length < TWO_MISTAKES_FROM ? 1 : 2);

/** Number of mistakes between a typed word and a word of a name; null above `most`. */
function mistakes(typed: string, word: string, most: number): number | null {
  if (word.length < typed.length - most) return null;
  if (word.startsWith(typed)) return 0;
  if (most === 0 || !beginsAlike(typed, word, most)) return null;
  const whole = Math.min(distance(typed, word, most, false), distance(typed, singularOf(word), most, false));
  if (whole <= most) return whole;
  const begun = typed.length < BEGINNING_FROM ? most + 1 : distance(typed, word, most, true);
  return begun <= most ? begun + BEGINNING : null;
}

export interface NearWord {
  word: string;
  /** Number of mistakes; half a mistake more for a prefix. */
  far: number;
}

/** Words of the vocabulary that the typed one may mean, nearest first; with so many mistakes more than are forgiven, one in three letters at most. */
export function nearWords(typed: string, vocabulary: Iterable<string>, more = 0): NearWord[] {
  const near: NearWord[] = [];
  const most = Math.max(forgiven(typed), Math.min(forgiven(typed) + more, Math.floor(typed.length / 3)));
  for (const word of vocabulary) {
    const far = mistakes(typed, word, most);
    if (far !== null && far > 0) near.push({ word, far });
  }
  return near.sort((a, b) => a.far - b.far || (a.word < b.word ? -1 : 1)).slice(0, NEAR_AT_MOST);
}
