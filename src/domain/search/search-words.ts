// Words as the search compares them: without accents, capitals, plurals and the small words between, and how far a mistyped
// one may be: one mistake in a word of four letters or more, two from eight on.

const WORDS_AT_MOST = 6;
const NEAR_AT_MOST = 40;
const ONE_MISTAKE_FROM = 4;
const TWO_MISTAKES_FROM = 8;
/** From this length on, what was typed may be the beginning of a longer word: 'fromge' of 'fromagerie'. */
const BEGINNING_FROM = 6;
/** What a mere beginning weighs against a whole word with as many mistakes. */
const BEGINNING = 0.5;

const ligatures: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', '’': "'", '‘': "'" };

/** They say how words belong together, or that one is on a market, and nothing of what is looked for. */
const BETWEEN = new Set(
  `a au aux avec c ce ces d dans de des du en et j l la le les ma mes mon n ou par pour qu s sans sur t un une
   achat acheter boutique boutiques commerce local magasin magasins pas cher produit produits`.split(/\s+/),
);

/** A name as it is compared: 'Crèmes brûlées' → 'cremes brulees'. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[œæßø’‘]/g, (letter) => ligatures[letter] ?? letter);
}

/** Its words, one space between two: "L'Herbier d'Étain" → 'l herbier d etain'. The server keeps names so, too. */
export const lineOf = (text: string): string =>
  fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** 'bocaux' → 'bocal', 'gateaux' → 'gateau', 'fromages' → 'fromage'; words of three letters are what they are. */
export function singular(word: string): string {
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

/** What was typed may still be on its way to a longer word. A short plural is none of these: 'vins' is not 'vinsobres'. */
export const beginningOf = (word: string): string => (word.length > 4 ? singular(word) : word);

/** The words of a line that say something; all of them where none does. */
export function meaningful(line: string): string[] {
  const words = line.split(' ').filter((word) => word !== '');
  const kept = words.filter((word) => !BETWEEN.has(word));
  return kept.length > 0 ? kept : words;
}

/** 'Les Fromages' → ['fromages']. */
export const wordsOf = (query: string): string[] => meaningful(lineOf(query)).slice(0, WORDS_AT_MOST);

/** How far a typed word is from one of a name: swapped neighbours, a wrong, a missing or a spare letter count one each. */
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

/** Every mistake moves a letter by one place at most: one of the first is where it was, or nearly. Tells most words apart. */
function beginsAlike(typed: string, word: string, most: number): boolean {
  for (let at = 0; at <= most; at += 1) {
    const place = word.indexOf(typed[at] ?? '');
    if (place >= 0 && place <= 2 * most) return true;
  }
  return false;
}

const forgiven = (typed: string) => (typed.length < ONE_MISTAKE_FROM ? 0 : typed.length < TWO_MISTAKES_FROM ? 1 : 2);

/** How many mistakes lie between a typed word and a word of a name; null when they are more than `most`. */
function mistakes(typed: string, word: string, most: number): number | null {
  if (word.length < typed.length - most) return null;
  if (word.startsWith(typed)) return 0;
  if (most === 0 || !beginsAlike(typed, word, most)) return null;
  const whole = Math.min(distance(typed, word, most, false), distance(typed, singular(word), most, false));
  if (whole <= most) return whole;
  const begun = typed.length < BEGINNING_FROM ? most + 1 : distance(typed, word, most, true);
  return begun <= most ? begun + BEGINNING : null;
}

export interface NearWord {
  word: string;
  /** How many mistakes lie between, a mere beginning half a one more. */
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
