import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_FINDINGS, search, searchDocumentOf } from '#domain/search/search.ts';
import { knownTermsOf, nearQuestion, questionOf } from '#domain/search/search-question.ts';
import { rankMatches } from '#domain/search/search-ranking.ts';
import { foldText, nearWords, normalizedLine, queryWords, singularOf } from '#domain/search/search-words.ts';

/** Swapped neighbours, a wrong, a missing or a spare letter count one each. */
function absent(a: string, b: string): number {
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
  const whole = Math.min(absent(typed, word), absent(typed, word.length > 3 ? word.replace(/[sx]$/, '') : word));
  if (whole <= most) return whole;
  const beginnings = [...word, ''].map((_, length) => absent(typed, word.slice(0, length)));
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

const nothingKnown = knownTermsOf('', []);
type Known = typeof nothingKnown;
const question = (query: string, known: Known = nothingKnown) => {
  const asked = questionOf(query, known);
  if (!asked) throw new Error(`${query} asks nothing`);
  return asked;
};
/** A product by the lines of its document. */
const product = (...lines: string[]) => ({ name: lines[0] ?? '', document: searchDocumentOf(lines) });
const named = (...names: string[]) => names.map((name) => product(name));
const inOrder = (things: { name: string; document: string }[], query: string, known?: Known) =>
  rankMatches('product', things, question(query, known)).map(({ thing }) => thing.name);
/** Mistakes forgiven, by the words of the names themselves. */
const nearly = (names: string[], query: string) => {
  const near = nearQuestion(question(query), [...new Set(names.flatMap((name) => normalizedLine(name).split(' ')))]);
  return near ? rankMatches('product', named(...names), near).map(({ thing }) => thing.name) : [];
};

describe('a typed text', () => {
  test('is compared without accents, capitals and ligatures', () => {
    expect(foldText('Crèmerie et ŒUFS de l’Île')).toBe("cremerie et oeufs de l'ile");
    expect(foldText('Æ ß Ø ‘')).toBe("ae ss o '");
    expect(normalizedLine("L'Herbier  d’Étain, 100 %")).toBe('l herbier d etain 100');
  });

  test('is split into words, at most six, without stop words and signs', () => {
    expect(queryWords('Les Fromages, 100 % chèvre')).toEqual(['fromages', '100', 'chevre']);
    expect(queryWords('%_\\ 💥 …')).toEqual([]);
    expect(queryWords('de la')).toEqual(['de', 'la']);
    expect(queryWords('un deux trois quatre cinq six sept huit')).toHaveLength(6);
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
    expect(singularOf(plural)).toBe(one);
  });

  test('finds this many of each kind at most', () => {
    expect(MAX_FINDINGS).toEqual({ categories: 12, stores: 24, products: 40 });
  });

  test('is accepted for any length and content', () => {
    const long = 'a'.repeat(100_000);
    expect(queryWords(long)).toEqual([long]);
    expect(queryWords('% '.repeat(50_000))).toEqual([]);
    expect(queryWords("'é".repeat(50_000))).toEqual(Array(6).fill('e'));
    expect(nearly(['a'.repeat(200), 'Tomme de Meuse'], 'a'.repeat(100))).toEqual([]);
  });
});

describe('a product answers', () => {
  test('by its name, a first word before a later one, the shorter name first, then the alphabet', () => {
    const bundleCache = named('Planche à fromages', 'Fromages de chèvre', 'Fromages', 'Tomme', 'Les fromages fins');
    expect(inOrder(bundleCache, 'fromage')).toEqual([
      'Fromages',
      'Les fromages fins',
      'Fromages de chèvre',
      'Planche à fromages',
    ]);
    expect(inOrder(bundleCache, 'chevre fromages')).toEqual(['Fromages de chèvre']);
    expect(inOrder(named('Tomme c', 'Tomme a', 'Tomme b'), 'tomme')).toEqual(['Tomme a', 'Tomme b', 'Tomme c']);
  });

  test('by a category of one idea before a name that only mentions the word', () => {
    const bundleCache = [
      product('Planche à fromages', 'Copeaux', 'Stenay', 'Ustensiles'),
      product('Tomme', 'Ferme', 'Stenay', 'Pâtes pressées', 'Fromages', 'Épicerie'),
      product('Confiture', 'Ferme', 'Stenay', 'Confitures', 'Fromages et confitures'),
    ];
    expect(inOrder(bundleCache, 'fromage')).toEqual(['Tomme', 'Planche à fromages', 'Confiture']);
  });

  test('matches by store and town, on whole words only', () => {
    const bundleCache = [product('Brie', 'Fromagerie du Châtel', 'Verdun'), product('Copain', 'Divin', 'Spincourt')];
    expect(inOrder(bundleCache, 'châtel')).toEqual(['Brie']);
    expect(inOrder(bundleCache, 'fromager')).toEqual(['Brie']);
    expect(inOrder(bundleCache, 'pain')).toEqual([]);
    expect(inOrder(bundleCache, 'vin')).toEqual([]);
  });

  test('a short plural only by the word itself', () => {
    expect(inOrder(named('Vin gris', 'Vinaigre'), 'vins')).toEqual(['Vin gris']);
    expect(inOrder(named('Vin gris', 'Vinaigre'), 'vin')).toEqual(['Vin gris', 'Vinaigre']);
  });

  test('not at all where it answers hardly beside the others', () => {
    const bundleCache = [
      product('Pain', 'Four', 'Stenay', 'Pains'),
      product('Levain', 'Pain chaud', 'Stenay', 'Farines'),
    ];
    expect(inOrder(bundleCache, 'pain')).toEqual(['Pain']);
    expect(inOrder(bundleCache.slice(1), 'pain')).toEqual(['Levain']);
  });
});

describe('a market calls things the same', () => {
  const known = knownTermsOf(
    'coiffeur: Salon, coiffures\nbière sans alcool: limonade\n\n:\nrien:\nvis: outillage\n~\nrien ~',
    ['Bar-le-Duc', 'Verdun'],
  );
  test('a word has one-way synonyms', () => {
    expect(inOrder(named('Salon Rive', 'Coiffure douce', 'Tomme'), 'coiffeurs', known)).toEqual([
      'Salon Rive',
      'Coiffure douce',
    ]);
    expect(inOrder(named('Coiffeur', 'Tomme'), 'salon', known)).toEqual([]);
  });

  test('a short word with a synonym is not taken for a beginning', () => {
    expect(inOrder(named('Visite', 'Outillage', 'Vis à bois'), 'vis', known)).toEqual(['Vis à bois', 'Outillage']);
    expect(inOrder(named('Visite', 'Outillage'), 'vis')).toEqual(['Visite']);
  });

  test('several words together mean one thing', () => {
    expect(inOrder(named('Limonade', 'Bière blonde'), 'biere sans alcool', known)).toEqual(['Limonade']);
    expect(inOrder(named('Limonade', 'Bière blonde'), 'biere', known)).toEqual(['Bière blonde']);
  });

  test('the word itself ranks above its synonyms', () => {
    expect(inOrder(named('Salon', 'Coiffeur pour tous'), 'coiffeur', known)).toEqual(['Coiffeur pour tous', 'Salon']);
  });

  test('a town moves its stores to the front, and excludes none', () => {
    const bundleCache = [product('Tomme', 'A', 'Stenay'), product('Tomme grise', 'B', 'Bar-le-Duc')];
    expect(inOrder(bundleCache, 'tomme bar le duc', known)).toEqual(['Tomme grise', 'Tomme']);
    expect(inOrder(bundleCache, 'tomme verdun', known)).toEqual(['Tomme', 'Tomme grise']);
    expect(inOrder(bundleCache, 'bar-le-duc', known)).toEqual(['Tomme grise']);
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

  test('a prefix ranks after a whole word with equal typing errors, and before one with more', () => {
    const vocabulary = ['chucolte', 'chocolatine', 'chocolat'];
    expect(nearWords('chocolta', vocabulary).map(({ word }) => word)).toEqual(['chocolat', 'chocolatine', 'chucolte']);
  });

  test('tolerated typing errors equal a plain edit distance, for any text', () => {
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

describe('of the results is shown', () => {
  const category = (id: string, name: string, more: object = {}) => ({
    '@id': id,
    slug: id,
    name,
    document: searchDocumentOf([name]),
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
    document: searchDocumentOf([name, city]),
  });
  const good = (name: string, of: string, inside: string, more: object = {}) => ({
    ...product(name),
    '@id': name,
    store: of,
    category: inside,
    price: 1000,
    isAvailable: true,
    isSoldOut: false,
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
      known: knownTermsOf('tailleur ~ four', ['Verdun']),
      look: async () => shelves,
      vocabulary: async () => ['tomme', 'pain', 'chatel', 'four', 'pressees'],
    };
    return search(market, query, filters);
  };
  const names = (things: readonly { name: string }[]) => things.map(({ name }) => name);

  test('for products without a name match, their stores and categories', async () => {
    const found = await find('tomme');
    expect(names(found.products)).toEqual(['Tomme', 'Tomme au four']);
    expect(names(found.categories)).toEqual(['Pâtes pressées', 'Pains']);
    expect(names(found.stores)).toEqual(['Châtel', 'Le Four']);
    const direct = await find('four');
    expect(names(direct.stores)).toEqual(['Le Four']);
  });

  test('fuzzy matches only without exact ones; omitted words only without fuzzy ones', async () => {
    expect(names((await find('tome')).products)).toEqual(['Tomme', 'Tomme au four']);
    expect((await find('tome')).ignored).toEqual([]);
    const part = await find('tome zzzz');
    expect(names(part.products)).toEqual(['Tomme', 'Tomme au four']);
    expect(part.ignored).toEqual(['zzzz']);
    expect((await find('zzzz yyyy')).products).toEqual([]);
  });

  test('by any word if not all match, those with more words first; and the rest is marked', async () => {
    const all = await find('tomme four');
    expect(names(all.products)).toEqual(['Tomme au four', 'Tomme']);
    expect([...all.partial]).toEqual(['Tomme']);
    expect(all.ignored).toEqual([]);
    const some = await find('pain tomme');
    expect(names(some.products)).toEqual(['Pain', 'Tomme', 'Tomme au four']);
    expect(some.partial.size).toBe(3);
    expect([...(await find('tomme')).partial]).toEqual([]);
  });

  test('what is sold out comes last, whatever its rank', async () => {
    const usual = names((await find('tomme')).products);
    const [best] = shelves.products;
    if (best) best.isSoldOut = true;
    expect(names((await find('tomme')).products)).toEqual([...usual].reverse());
    if (best) best.isSoldOut = false;
  });

  test('for what nobody offers, the related things, marked as such; never in place of what is offered', async () => {
    const found = await find('tailleurs stenay');
    expect(found.isNearest).toBe(true);
    expect(names(found.stores)).toEqual(['Le Four']);
    expect((await find('tomme')).isNearest).toBe(false);
    expect((await find('zzzz')).isNearest).toBe(false);
    expect(names((await find('four')).stores)).toEqual(['Le Four']);
  });

  test('for words without any match, the nearest names are suggested, not much farther ones', async () => {
    const stores = ['Quincaillerie Thirion', 'Quincaillerie du Val', 'Thirion Vins'].map((name) =>
      store(name, name, 'Verdun'),
    );
    const market = {
      known: nothingKnown,
      look: async () => ({ categories: [], stores, products: [good('Vis', 'Quincaillerie Thirion', '')] }),
      vocabulary: async () => ['quincaillerie', 'thirion', 'val', 'vins', 'vis'],
    };
    const { products, spellings } = await search(market, 'kinkaillerie tiriom');
    expect(products).toEqual([]);
    expect(spellings).toEqual(['Quincaillerie Thirion', 'Thirion Vins']);
  });

  test('an empty text has no results', async () => {
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

  test('and filters of the results, the most frequent first', async () => {
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
