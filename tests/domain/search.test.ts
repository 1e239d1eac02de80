import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentOf, FOUND_AT_MOST, search } from '#domain/search/search.ts';
import { nearQuestion, questionOf, synonymsOf, townsOf } from '#domain/search/search-question.ts';
import { ranked } from '#domain/search/search-ranking.ts';
import { fold, lineOf, nearWords, singular, wordsOf } from '#domain/search/search-words.ts';

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
  if (word.startsWith(typed)) return 0;
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

const nothingKnown = { synonyms: synonymsOf(''), towns: townsOf([]) };
type Known = typeof nothingKnown;
const question = (query: string, known: Known = nothingKnown) => {
  const asked = questionOf(query, known);
  if (!asked) throw new Error(`${query} asks nothing`);
  return asked;
};
/** A product by the lines of its document. */
const product = (...lines: string[]) => ({ name: lines[0] ?? '', document: documentOf(lines) });
const named = (...names: string[]) => names.map((name) => product(name));
const inOrder = (things: { name: string; document: string }[], query: string, known?: Known) =>
  ranked('product', things, question(query, known)).map(({ thing }) => thing.name);
/** Mistakes forgiven, by the words of the names themselves. */
const nearly = (names: string[], query: string) => {
  const near = nearQuestion(question(query), [...new Set(names.flatMap((name) => lineOf(name).split(' ')))]);
  return near ? ranked('product', named(...names), near).map(({ thing }) => thing.name) : [];
};

describe('what is typed', () => {
  test('is compared without accents, capitals and ligatures', () => {
    expect(fold('Crèmerie et ŒUFS de l’Île')).toBe("cremerie et oeufs de l'ile");
    expect(fold('Æ ß Ø ‘')).toBe("ae ss o '");
    expect(lineOf("L'Herbier  d’Étain, 100 %")).toBe('l herbier d etain 100');
  });

  test('is taken word by word, at most six, those that say nothing left out, and signs as nothing', () => {
    expect(wordsOf('Les Fromages, 100 % chèvre')).toEqual(['fromages', '100', 'chevre']);
    expect(wordsOf('%_\\ 💥 …')).toEqual([]);
    expect(wordsOf('de la')).toEqual(['de', 'la']);
    expect(wordsOf('un deux trois quatre cinq six sept huit')).toHaveLength(6);
    expect(questionOf(' % ', nothingKnown)).toBeNull();
  });

  test.each([
    ['fromages', 'fromage'],
    ['gateaux', 'gateau'],
    ['animaux', 'animal'],
    ['bocaux', 'bocal'],
    ['noyaux', 'noyau'],
    ['bas', 'bas'],
    ['noix', 'noi'],
  ])('%s is one %s', (plural, one) => {
    expect(singular(plural)).toBe(one);
  });

  test('finds this many of each kind at most', () => {
    expect(FOUND_AT_MOST).toEqual({ categories: 12, stores: 24, products: 40 });
  });

  test('is read to its end, however long and odd', () => {
    const long = 'a'.repeat(100_000);
    expect(wordsOf(long)).toEqual([long]);
    expect(wordsOf('% '.repeat(50_000))).toEqual([]);
    expect(wordsOf("'é".repeat(50_000))).toEqual(Array(6).fill('e'));
    expect(nearly(['a'.repeat(200), 'Tomme de Meuse'], 'a'.repeat(100))).toEqual([]);
  });
});

describe('a product answers', () => {
  test('by its name, a first word before a later one, the shorter name first, then the alphabet', () => {
    const shelf = named('Planche à fromages', 'Fromages de chèvre', 'Fromages', 'Tomme', 'Les fromages fins');
    expect(inOrder(shelf, 'fromage')).toEqual([
      'Fromages',
      'Les fromages fins',
      'Fromages de chèvre',
      'Planche à fromages',
    ]);
    expect(inOrder(shelf, 'chevre fromages')).toEqual(['Fromages de chèvre']);
    expect(inOrder(named('Tomme c', 'Tomme a', 'Tomme b'), 'tomme')).toEqual(['Tomme a', 'Tomme b', 'Tomme c']);
  });

  test('by a category of one idea before a name that only mentions the word', () => {
    const shelf = [
      product('Planche à fromages', 'Copeaux', 'Stenay', 'Ustensiles'),
      product('Tomme', 'Ferme', 'Stenay', 'Pâtes pressées', 'Fromages', 'Épicerie'),
      product('Confiture', 'Ferme', 'Stenay', 'Confitures', 'Fromages et confitures'),
    ];
    expect(inOrder(shelf, 'fromage')).toEqual(['Tomme', 'Planche à fromages', 'Confiture']);
  });

  test('by its shop and its town, and not where its words only hold a piece', () => {
    const shelf = [product('Brie', 'Fromagerie du Châtel', 'Verdun'), product('Copain', 'Divin', 'Spincourt')];
    expect(inOrder(shelf, 'châtel')).toEqual(['Brie']);
    expect(inOrder(shelf, 'fromager')).toEqual(['Brie']);
    expect(inOrder(shelf, 'pain')).toEqual([]);
    expect(inOrder(shelf, 'vin')).toEqual([]);
  });

  test('a short plural only by the word itself', () => {
    expect(inOrder(named('Vin gris', 'Vinaigre'), 'vins')).toEqual(['Vin gris']);
    expect(inOrder(named('Vin gris', 'Vinaigre'), 'vin')).toEqual(['Vin gris', 'Vinaigre']);
  });

  test('not at all where it answers hardly beside the others', () => {
    const shelf = [product('Pain', 'Four', 'Stenay', 'Pains'), product('Levain', 'Pain chaud', 'Stenay', 'Farines')];
    expect(inOrder(shelf, 'pain')).toEqual(['Pain']);
    expect(inOrder(shelf.slice(1), 'pain')).toEqual(['Levain']);
  });
});

describe('a market calls things the same', () => {
  const known = {
    synonyms: synonymsOf('coiffeur: Salon, coiffures\nbière sans alcool: limonade\n\n:\nrien:'),
    towns: townsOf(['Bar-le-Duc']),
  };
  test('a word stands for others, one way only', () => {
    expect(inOrder(named('Salon Rive', 'Coiffure douce', 'Tomme'), 'coiffeurs', known)).toEqual([
      'Salon Rive',
      'Coiffure douce',
    ]);
    expect(inOrder(named('Coiffeur', 'Tomme'), 'salon', known)).toEqual([]);
  });

  test('several words together mean one thing', () => {
    expect(inOrder(named('Limonade', 'Bière blonde'), 'biere sans alcool', known)).toEqual(['Limonade']);
    expect(inOrder(named('Limonade', 'Bière blonde'), 'biere', known)).toEqual(['Bière blonde']);
  });

  test('its own word goes before those that stand for it', () => {
    expect(inOrder(named('Salon', 'Coiffeur pour tous'), 'coiffeur', known)).toEqual(['Coiffeur pour tous', 'Salon']);
  });

  test('a town moves its shops to the front, and excludes none', () => {
    const shelf = [product('Tomme', 'A', 'Stenay'), product('Tomme grise', 'B', 'Bar-le-Duc')];
    expect(inOrder(shelf, 'tomme bar le duc', known)).toEqual(['Tomme grise', 'Tomme']);
    expect(inOrder(shelf, 'tomme verdun', known)).toEqual(['Tomme', 'Tomme grise']);
    expect(inOrder(shelf, 'bar-le-duc', known)).toEqual(['Tomme grise']);
  });
});

describe('a name answers a mistake', () => {
  test.each([
    ['fromge', 'Fromages', 'a letter missing'],
    ['fromaage', 'Fromages', 'a letter too many'],
    ['fronage', 'Fromages', 'a wrong letter'],
    ['formage', 'Fromages', 'two letters swapped'],
    ['rfomage', 'Fromages', 'the first two swapped'],
    ['romage', 'Fromages', 'the first letter missing'],
    ['brasserei', 'Brasserie des Trois Ponts', 'the last two swapped'],
    ['brassrei', 'Brasserie des Trois Ponts', 'two mistakes in a long word'],
    ['fromge', 'Fromagerie du Châtel', 'the beginning of a longer word'],
    ['meil', 'Miel de forêt', 'a short word'],
    ['bires', 'Bières', 'a plural'],
    ['tome de meuse', 'Tomme de Meuse', 'one of several words'],
    ['salon bele rive', 'Salon Belle Rive', 'one of several words, in a shop'],
  ])('%s finds %s: %s', (typed, name) => {
    expect(nearly(['Cactus', name], typed)).toEqual([name]);
  });

  test.each([
    ['mil', 'Miel', 'words of three letters are taken as they are'],
    ['fremoge', 'Fromages', 'two mistakes in a short word'],
    ['tome de moselle', 'Tomme de Meuse', 'each word has to answer'],
    ['beure', 'Beurrier à eau', 'a short beginning'],
  ])('%s does not find %s: %s', (typed, name) => {
    expect(nearly([name], typed)).toEqual([]);
  });

  test('fewest mistakes first, whole words before beginnings, and nothing farther beside them', () => {
    expect(nearly(['Fromagerie', 'Fromagé', 'Formages'], 'fromge')).toEqual(['Fromagé', 'Fromagerie']);
    expect(nearly(['Brasserie', 'Brassée'], 'brasserei')).toEqual(['Brasserie']);
  });

  test('the beginning of a longer word comes after a whole word with as many mistakes, before one with more', () => {
    const vocabulary = ['chucolte', 'chocolatine', 'chocolat'];
    expect(nearWords('chocolta', vocabulary).map(({ word }) => word)).toEqual(['chocolat', 'chocolatine', 'chucolte']);
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
        const meant = far
          .filter((each) => each.far > 0 && each.far < 3)
          .sort((a, b) => a.far - b.far || (a.word < b.word ? -1 : 1));
        expect(nearWords(one.typed, [one.word, other.word])).toEqual(meant);
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
    const words = nearWords('fromge', ['fromagerie', 'fromage', 'fromages', 'forge', 'tomme']);
    expect(words).toEqual([
      { word: 'fromage', far: 1 },
      { word: 'fromages', far: 1 },
      { word: 'fromagerie', far: 1.5 },
    ]);
  });
});

describe('of what was found is shown', () => {
  const category = (id: string, name: string, more: object = {}) => ({
    '@id': id,
    slug: id,
    name,
    document: documentOf([name]),
    parent: null,
    level: 1,
    lft: 1,
    rgt: 2,
    ...more,
  });
  const store = (id: string, name: string, city: string, shippingTypes: string[] | null = ['store']) => ({
    '@id': id,
    name,
    city,
    shippingTypes,
    document: documentOf([name, city]),
  });
  const good = (name: string, of: string, inside: string, more: object = {}) => ({
    ...product(name),
    '@id': name,
    store: of,
    category: inside,
    price: 1000,
    isAvailable: true,
    ...more,
  });
  const shelves = {
    categories: [category('pressees', 'Pâtes pressées'), category('pains', 'Pains', { lft: 3, rgt: 4 })],
    stores: [store('chatel', 'Châtel', 'Verdun'), store('four', 'Le Four', 'Stenay', ['home', 'store'])],
    products: [
      good('Tomme', 'chatel', 'pressees'),
      good('Tomme au four', 'four', 'pains', { price: null, isAvailable: false }),
      good('Pain', 'four', 'pains', { price: 250 }),
    ],
  };
  const find = (query: string, filters = {}) => {
    const market = {
      known: { synonyms: synonymsOf(''), towns: townsOf(['Verdun']) },
      look: async () => shelves,
      vocabulary: async () => ['tomme', 'pain', 'chatel', 'four', 'pressees'],
    };
    return search(market, query, filters);
  };
  const names = (things: readonly { name: string }[]) => things.map(({ name }) => name);

  test('for products their own shops and categories, where none answers by its name', async () => {
    const found = await find('tomme');
    expect(names(found.products)).toEqual(['Tomme', 'Tomme au four']);
    expect(names(found.categories)).toEqual(['Pâtes pressées', 'Pains']);
    expect(names(found.stores)).toEqual(['Châtel', 'Le Four']);
    const direct = await find('four');
    expect(names(direct.stores)).toEqual(['Le Four']);
  });

  test('a near hit only where nothing answers exactly; words left aside only where that does not help either', async () => {
    expect(names((await find('tome')).products)).toEqual(['Tomme', 'Tomme au four']);
    expect((await find('tome')).ignored).toEqual([]);
    const part = await find('tome zzzz');
    expect(names(part.products)).toEqual(['Tomme', 'Tomme au four']);
    expect(part.ignored).toEqual(['zzzz']);
    expect((await find('zzzz yyyy')).products).toEqual([]);
  });

  test('where a word is too far from all, the names that are nearest to it are told, and not those much further', async () => {
    const stores = ['Quincaillerie Thirion', 'Quincaillerie du Val', 'Thirion Vins'].map((name) =>
      store(name, name, 'Verdun'),
    );
    const market = {
      known: { synonyms: synonymsOf(''), towns: townsOf([]) },
      look: async () => ({ categories: [], stores, products: [good('Vis', 'Quincaillerie Thirion', '')] }),
      vocabulary: async () => ['quincaillerie', 'thirion', 'val', 'vins', 'vis'],
    };
    const { products, spellings } = await search(market, 'kinkaillerie tiriom');
    expect(products).toEqual([]);
    expect(spellings).toEqual(['Quincaillerie Thirion', 'Thirion Vins']);
  });

  test('nothing asked is nothing found', async () => {
    expect(await find(' % ')).toMatchObject({ products: [], stores: [], categories: [], spellings: [] });
  });

  test.each([
    [{ category: 'pains' }, ['Tomme au four']],
    [{ category: 'gone' }, []],
    [{ town: 'Verdun' }, ['Tomme']],
    [{ delivery: 'home' }, ['Tomme au four']],
    [{ priceMin: 10, priceMax: 10 }, ['Tomme']],
    [{ priceMax: 9 }, []],
    [{ available: true }, ['Tomme']],
    [{ available: false }, ['Tomme', 'Tomme au four']],
  ])('narrowed by %j', async (filters, left) => {
    const found = await find('tomme', filters);
    expect(names(found.products)).toEqual(left);
    expect(found.facets).toEqual((await find('tomme')).facets);
  });

  test('and what it can be narrowed by, the most frequent first', async () => {
    expect((await find('tomme')).facets).toEqual([
      { by: 'category', value: 'pressees', name: 'Pâtes pressées', count: 1 },
      { by: 'category', value: 'pains', name: 'Pains', count: 1 },
      { by: 'town', value: 'Verdun', name: 'Verdun', count: 1 },
      { by: 'town', value: 'Stenay', name: 'Stenay', count: 1 },
      { by: 'delivery', value: 'store', name: 'store', count: 2 },
      { by: 'delivery', value: 'home', name: 'home', count: 1 },
    ]);
  });
});
