// How a name answers what was typed: without regard to accents, capitals and plurals, and, where no name answers as typed,
// with one mistake in a word of four letters or more, two from eight on. The server asks its database by the same rule.

export interface Named {
  name: string;
}

/** How many are found of each kind at most. */
export const FOUND_AT_MOST = { categories: 12, stores: 24, products: 40 } as const;

const WORDS_AT_MOST = 6;
const NEAR_AT_MOST = 40;
const ONE_MISTAKE_FROM = 4;
const TWO_MISTAKES_FROM = 8;
/** From this length on, what was typed may be the beginning of a longer word: 'fromge' of 'fromagerie'. */
const BEGINNING_FROM = 6;
/** What a mere beginning weighs against a whole word with as many mistakes. */
const BEGINNING = 0.5;
/** What it weighs that a name does not begin with the first word. */
const LATER = 0.25;

const ligatures: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', '’': "'", '‘': "'" };

/** A name as it is compared: 'Crèmes brûlées' → 'cremes brulees'. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[œæßø’‘]/g, (letter) => ligatures[letter] ?? letter);
}

const singular = (word: string) => (word.length > 3 ? word.replace(/[sx]$/, '') : word);
const split = (folded: string) => folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/** 'Les Fromages' → ['les', 'fromage']: a plural also finds the singular. */
export function wordsOf(query: string): string[] {
  return split(fold(query)).slice(0, WORDS_AT_MOST).map(singular);
}

/** The question as a name could begin with it. */
export const typedOf = (query: string): string => fold(query.replace(/[\s\p{C}]+/gu, ' ').trim());

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

/** How many mistakes lie between a typed word and a word of a name; null when they are too many. */
function mistakes(typed: string, word: string): number | null {
  const most = typed.length < ONE_MISTAKE_FROM ? 0 : typed.length < TWO_MISTAKES_FROM ? 1 : 2;
  if (word.length < typed.length - most) return null;
  if (word.includes(typed)) return 0;
  if (most === 0 || !beginsAlike(typed, word, most)) return null;
  const whole = Math.min(distance(typed, word, most, false), distance(typed, singular(word), most, false));
  if (whole <= most) return whole;
  const begun = typed.length < BEGINNING_FROM ? most + 1 : distance(typed, word, most, true);
  return begun <= most ? begun + BEGINNING : null;
}

/** Words of the vocabulary that the typed one may mean, nearest first. */
export function nearWords(typed: string, vocabulary: Iterable<string>): string[] {
  const near: { word: string; far: number }[] = [];
  for (const word of vocabulary) {
    const far = mistakes(typed, word);
    if (far !== null && far > 0) near.push({ word, far });
  }
  return near
    .sort((a, b) => a.far - b.far)
    .slice(0, NEAR_AT_MOST)
    .map(({ word }) => word);
}

/** All words stand in the name as they were typed. */
const holds = (plain: string, words: readonly string[]) => words.every((word) => plain.includes(word));

type Mistakes = (typed: string, word: string) => number | null;

/** Names share their words: each is compared once. */
function remembered(): Mistakes {
  const known = new Map<string, number | null>();
  return (typed, word) => {
    const key = `${typed} ${word}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const far = mistakes(typed, word);
    known.set(key, far);
    return far;
  };
}

/** Mistakes in all words together, less for names that begin so; null when one of them is nowhere near the name. */
function strayed(plain: string, words: readonly string[], between: Mistakes): number | null {
  const own = split(plain);
  const [start = ''] = words;
  let sum = between(start, own[0] ?? '') === null ? LATER : 0;
  for (const typed of words) {
    const far = plain.includes(typed) ? [0] : own.map((word) => between(typed, word)).filter((each) => each !== null);
    if (far.length === 0) return null;
    sum += Math.min(...far);
  }
  return sum;
}

/** Begins with what was typed, holds a word that does, or just holds it. */
const nearness = (plain: string, typed: string) => (plain.startsWith(typed) ? 0 : plain.includes(` ${typed}`) ? 1 : 2);

function ranked<T extends Named>(found: { thing: T; rank: number }[]): T[] {
  const order = (a: T, b: T) => a.name.length - b.name.length || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  return found.sort((a, b) => a.rank - b.rank || order(a.thing, b.thing)).map(({ thing }) => thing);
}

/** Those that hold all that was typed, best first. */
export function findExactly<T extends Named>(things: readonly T[], query: string): T[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const typed = typedOf(query);
  const plain = things.map((thing) => ({ thing, plain: fold(thing.name) }));
  return ranked(
    plain
      .filter((each) => holds(each.plain, words))
      .map((each) => ({ thing: each.thing, rank: nearness(each.plain, typed) })),
  );
}

/** Those a mistake or two away, fewest first. */
export function findNearly<T extends Named>(things: readonly T[], query: string): T[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const between = remembered();
  return ranked(
    things.flatMap((thing) => {
      const rank = strayed(fold(thing.name), words, between);
      return rank === null ? [] : [{ thing, rank }];
    }),
  );
}

export interface Hits<C, S, P> {
  categories: readonly C[];
  stores: readonly S[];
  products: readonly P[];
}

/**
 * What is shown of exact and of near hits: near ones only for a kind that has no exact one; and where neither a category nor
 * a shop answers by its name, `ofProducts` gives those of the products found.
 */
export async function chooseHits<C, S, P>(
  exact: Hits<C, S, P>,
  nearly: () => Promise<Hits<C, S, P>>,
  ofProducts: (products: readonly P[]) => Promise<Omit<Hits<C, S, P>, 'products'>>,
): Promise<Hits<C, S, P>> {
  const some = (...kinds: (readonly unknown[])[]) => kinds.some((kind) => kind.length > 0);
  const isWhole = some(exact.products) || (some(exact.categories) && some(exact.stores));
  const near = isWhole ? { categories: [], stores: [], products: [] } : await nearly();
  const first = <T>(direct: readonly T[], else_: readonly T[]) => (direct.length > 0 ? direct : else_);
  const products = first(exact.products, near.products);
  const categories = first(exact.categories, near.categories);
  const stores = first(exact.stores, near.stores);
  if (some(categories) && some(stores)) return { categories, stores, products };
  const derived = await ofProducts(products);
  return { categories: first(categories, derived.categories), stores: first(stores, derived.stores), products };
}
