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
    const shelf = named('Boulongrerie', 'La boulangerie', 'Boulangerie', 'Boulangrie');
    expect(names(findNearly(shelf, 'boulangrie'))).toEqual([
      'Boulangrie',
      'Boulangerie',
      'La boulangerie',
      'Boulongrerie',
    ]);
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
