import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseHits,
  FOUND_AT_MOST,
  findExactly,
  findNearly,
  fold,
  nearWords,
  typedOf,
  wordsOf,
} from '#domain/search.ts';

/** Swapped neighbours, a wrong, a missing or a spare letter count one each. */
function away(a: string, b: string): number {
  const known = new Map<string, number>();
  const from = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const key = `${i} ${j}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const ways = [from(i - 1, j) + 1, from(i, j - 1) + 1, from(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)];
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) ways.push(from(i - 2, j - 2) + 1);
    known.set(key, Math.min(...ways));
    return Math.min(...ways);
  };
  return from(a.length, b.length);
}

/** The rule of the search as it is said, without its shortcuts: 0 when it is there as typed, 9 when it is not meant. */
function plainly(typed: string, word: string): number {
  const most = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
  if (word.length < typed.length - most) return 9;
  if (word.includes(typed)) return 0;
  const whole = Math.min(away(typed, word), away(typed, word.length > 3 ? word.replace(/[sx]$/, '') : word));
  if (whole <= most) return whole;
  const beginnings = [...word, ''].map((_, length) => away(typed, word.slice(0, length)));
  const begun = Math.min(...beginnings);
  return typed.length >= 6 && begun <= most ? begun + 0.5 : 9;
}

function edited(word: string, { at, letter, how }: { at: number; letter: string; how: number }): string {
  const [before, here, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)];
  if (how === 0) return before + after;
  if (how === 1) return before + letter + after;
  if (how === 2) return before + letter + here + after;
  return before + after.slice(0, 1) + here + after.slice(1);
}

const named = (...names: string[]) => names.map((name) => ({ name }));
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);

describe('what is typed', () => {
  test('is compared without accents, capitals and ligatures', () => {
    expect(fold('Crèmerie et ŒUFS de l’Île')).toBe("cremerie et oeufs de l'ile");
    expect(fold('Æ ß Ø ‘')).toBe("ae ss o '");
  });

  test('is taken word by word, at most six, plurals as singulars, and signs as nothing', () => {
    expect(wordsOf('Les Fromages, 100 % chèvre')).toEqual(['les', 'fromage', '100', 'chevre']);
    expect(wordsOf('%_\\ 💥 …')).toEqual([]);
    expect(wordsOf('a b c d e f g h')).toHaveLength(6);
  });

  test('keeps the s of a short word, and is compared with beginnings as one line', () => {
    expect(wordsOf('bas noix')).toEqual(['bas', 'noi']);
    expect(typedOf(' Crème \n  fraîche ')).toBe('creme fraiche');
  });

  test('finds this many of each kind at most', () => {
    expect(FOUND_AT_MOST).toEqual({ categories: 12, stores: 24, products: 40 });
  });

  test('stays quick to read, however long and odd', () => {
    const start = performance.now();
    for (const odd of ['a'.repeat(100_000), '% '.repeat(50_000), "'é".repeat(50_000)]) wordsOf(odd);
    findNearly(named('a'.repeat(200), 'Tomme de Meuse'), 'a'.repeat(100));
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe('a name answers exactly', () => {
  const shelf = named('Planche à fromages', 'Fromages de chèvre', 'Fromages', 'Tomme', 'Les fromages');

  test('where all words stand in it: first those that begin with them, then those with a word that does, the shortest first', () => {
    expect(names(findExactly(shelf, 'fromage'))).toEqual([
      'Fromages',
      'Fromages de chèvre',
      'Les fromages',
      'Planche à fromages',
    ]);
    expect(names(findExactly(shelf, 'chevre fromages'))).toEqual(['Fromages de chèvre']);
  });

  test('and of names as long as each other, in the order of the alphabet', () => {
    expect(names(findExactly(named('Tomme c', 'Tomme a', 'Tomme b'), 'tomme'))).toEqual([
      'Tomme a',
      'Tomme b',
      'Tomme c',
    ]);
  });

  test('to nothing with nothing', () => {
    expect(findExactly(shelf, ' % ')).toEqual([]);
    expect(findNearly(shelf, ' % ')).toEqual([]);
  });
});

describe('a name answers a mistake', () => {
  test.each([
    ['fromge', 'Fromages', 'a letter missing'],
    ['fromaage', 'Fromages', 'a letter too many'],
    ['fronage', 'Fromages', 'a wrong letter'],
    ['formage', 'Fromages', 'two letters swapped'],
    ['rfomage', 'Fromages', 'the first two swapped'],
    ['brasserei', 'Brasserie des Trois Ponts', 'the last two swapped'],
    ['brassrei', 'Brasserie des Trois Ponts', 'two mistakes in a long word'],
    ['fromge', 'Fromagerie du Châtel', 'the beginning of a longer word'],
    ['meil', 'Miel de forêt', 'a short word'],
    ['bires', 'Bières', 'a plural'],
    ['tome de meuse', 'Tomme de Meuse', 'one of several words'],
    ['salon bele rive', 'Salon Belle Rive', 'one of several words, in a shop'],
  ])('%s finds %s: %s', (typed, name) => {
    expect(names(findNearly(named('Cactus', name), typed))).toEqual([name]);
  });

  test.each([
    ['mil', 'Miel', 'words of three letters are taken as they are'],
    ['fremoge', 'Fromages', 'two mistakes in a short word'],
    ['tome de moselle', 'Tomme de Meuse', 'each word has to answer'],
    ['beure', 'Beurrier à eau', 'a short beginning'],
  ])('%s does not find %s: %s', (typed, name) => {
    expect(findNearly(named(name), typed)).toEqual([]);
  });

  test('fewest mistakes first, whole words before beginnings', () => {
    const shelf = named('Fromagerie', 'Fromagé', 'Formages');
    expect(names(findNearly(shelf, 'fromge'))).toEqual(['Fromagé', 'Fromagerie']);
  });

  test('a name that begins otherwise comes after one with as many mistakes, before one with more', () => {
    const shelf = named('Boulongerie', 'La boulangerie', 'Boulangerie', 'Boulangrie');
    expect(names(findNearly(shelf, 'boulangrie'))).toEqual([
      'Boulangrie',
      'Boulangerie',
      'La boulangerie',
      'Boulongerie',
    ]);
  });

  test('the beginning of a longer word comes after a whole word with as many mistakes, before one with more', () => {
    const vocabulary = ['chucolte', 'chocolatine', 'chocolat'];
    expect(nearWords('chocolta', vocabulary)).toEqual(['chocolat', 'chocolatine', 'chucolte']);
  });

  test('as many mistakes are forgiven as the plainest count of them allows, whatever is typed', () => {
    const letters = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom(...'abcs'), minLength, maxLength });
    const edit = fc.record({ at: fc.nat(11), letter: fc.constantFrom(...'abcsd'), how: fc.nat(3) });
    const pair = fc
      .record({ word: letters(3, 12), edits: fc.array(edit, { maxLength: 3 }), more: letters(0, 3) })
      .map(({ word, edits, more }) => ({ word: word + more, typed: edits.reduce(edited, word) }));
    fc.assert(
      fc.property(pair, pair, (one, other) => {
        const far = [one, other].map(({ word }) => ({ word, far: plainly(one.typed, word) }));
        const meant = far.filter((each) => each.far > 0 && each.far < 3).sort((a, b) => a.far - b.far);
        expect(nearWords(one.typed, [one.word, other.word])).toEqual(meant.map(({ word }) => word));
      }),
      { seed: 20261122, numRuns: 600 },
    );
  });

  test('of a vocabulary no more than forty words are meant, and none that is there as typed', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const vocabulary = letters.flatMap((letter) => [`tomm${letter}x`, `tom${letter}e`]);
    expect(nearWords('tomme', ['tomme', ...vocabulary])).toHaveLength(40);
    expect(nearWords('tomme', ['tomme', 'tommes'])).toEqual([]);
  });

  test('of a vocabulary the nearest words are meant', () => {
    expect(nearWords('fromge', ['fromagerie', 'fromage', 'fromages', 'forge', 'tomme'])).toEqual([
      'fromage',
      'fromages',
      'fromagerie',
    ]);
  });
});

describe('of what was found is shown', () => {
  const none = { categories: [], stores: [], products: [] };
  const never = () => expect.fail('Nobody should have asked.');

  test('what answers exactly, and for products that do, their own shops and categories rather than similar names', async () => {
    const chosen = await chooseHits({ ...none, products: ['tomme'] }, never, async (products) => ({
      categories: [`category of ${products[0]}`],
      stores: [`shop of ${products[0]}`],
    }));
    expect(chosen).toEqual({ categories: ['category of tomme'], stores: ['shop of tomme'], products: ['tomme'] });
  });

  test('nothing else where products answer, or both a category and a shop', async () => {
    const all = { categories: ['c'], stores: ['s'], products: ['p'] };
    expect(await chooseHits(all, never, never)).toEqual(all);
    const named = { ...none, categories: ['c'], stores: ['s'] };
    expect(await chooseHits(named, never, never)).toEqual(named);
  });

  test('where only a shop answers by its name, the categories of the products found', async () => {
    const near = { ...none, products: ['near'] };
    const derived = { categories: ['derived'], stores: ['derived'] };
    const chosen = await chooseHits(
      { ...none, stores: ['exact'] },
      async () => near,
      async () => derived,
    );
    expect(chosen).toEqual({ categories: ['derived'], stores: ['exact'], products: ['near'] });
  });

  test('a near hit only of a kind without an exact one', async () => {
    const near = { categories: ['near'], stores: ['near'], products: ['near'] };
    const chosen = await chooseHits({ ...none, stores: ['exact'] }, async () => near, never);
    expect(chosen).toEqual({ categories: ['near'], stores: ['exact'], products: ['near'] });
  });
});
