// A line of the cart whose product asks for more than was chosen: it asks, and the way on waits for the answer.
import { describe, expect, it } from 'vitest';
import { moneyOf, moneyOrNull } from '#domain/money.ts';
import {
  type LineItem,
  missingAmountOf,
  missingAmountsIn,
  missingOptionsOf,
  withChosenOptions,
} from '#features/checkout/cart/cart-stores.ts';
import { missingAmountsMessage } from '#features/checkout/minimum/missing-amounts.ts';

const value = (id: string, cents: number) => ({ id, name: id, price: moneyOf(cents) });
const line = (optionValues: string[], options: Record<string, string[]>): LineItem => ({
  lineKey: `p|${optionValues.join(',')}`,
  product: {
    '@id': '/products/p',
    id: 'p',
    slug: 'p',
    name: 'Truite',
    images: [],
    price: moneyOf(1250),
    reducedPrice: null,
    stock: 5,
    preOrderDate: null,
    notSellToMinor: false,
    dematerialized: false,
    orderable: true,
    store: { '@id': '/stores/s', id: 's', slug: 's', name: 'S', logo: null },
    options: Object.entries(options).map(([id, values]) => ({
      id,
      name: id,
      values: values.map((name, at) => value(name, at * 200)),
    })),
  },
  optionValues: optionValues.map((id) => ({ ...value(id, 0), option: 'Emballage' })),
  quantity: 2,
  unitPrice: 1250,
  total: 2500,
  waiting: false,
});

describe('missing choices of a line', () => {
  it.each([
    [[], {}, []],
    [[], { Découpe: ['entière', 'filets'] }, ['Découpe']],
    [['entière'], { Découpe: ['entière', 'filets'] }, []],
    [['boîte'], { Emballage: ['boîte'], Découpe: ['entière'] }, ['Découpe']],
    [['gone'], { Emballage: ['boîte', 'sac'] }, ['Emballage']],
  ])('%j of %j: %j', (chosen, options, asked) => {
    expect(missingOptionsOf(line(chosen, options)).map(({ name }) => name)).toEqual(asked);
  });

  it('is nothing where the server has not given the line yet', () => {
    const { options: _options, ...product } = line([], {}).product;
    expect(missingOptionsOf({ ...line([], {}), product })).toEqual([]);
  });
});

it('the corrected line is an equal article with all its choices, at current prices', () => {
  const asked = line(['boîte'], { Emballage: ['boîte'], Découpe: ['entière', 'filets'] });
  expect(withChosenOptions(asked, ['filets'])).toMatchObject({
    lineKey: 'p|boîte,filets',
    productId: 'p',
    optionValueIds: ['boîte', 'filets'],
    quantity: 2,
    shown: { unitPrice: 1450, optionValues: [{ option: 'Emballage' }, { option: 'Découpe', name: 'filets' }] },
  });
});

describe('missing delivery conditions of a store’s lines', () => {
  const of = (total: number, leastTotal?: number | null, dematerialized = false): LineItem => {
    const { product, ...rest } = line([], {});
    const store = { ...product.store, ...(leastTotal !== undefined && { leastTotal: moneyOrNull(leastTotal) }) };
    return { ...rest, total, product: { ...product, dematerialized, store } };
  };
  it.each([
    ['nothing is asked', [of(100, null)], 0],
    ['it is not known', [of(100)], 0],
    ['one cent', [of(700, 1501), of(800, 1501)], 1],
    ['just enough', [of(1501, 1501)], 0],
    ['a line that waits, added from a list', [of(300), of(400, 1501)], 801],
    ['files by mail alone', [of(300, 1501, true)], 0],
    ['files with something else', [of(300, 1501, true), of(400, 1501)], 801],
  ])('%s', (_, items, lacking) => {
    expect(missingAmountOf(items)).toBe(lacking);
  });

  it('is named with the store, for each store that has some', () => {
    const elsewhere = of(500, 1000);
    const store = { ...elsewhere.product.store, id: 'ruches', name: 'Les Ruches' };
    const items = [of(300, 1501), { ...elsewhere, product: { ...elsewhere.product, store } }];
    const missing = missingAmountsIn(items);
    expect(missing.map(({ cents }) => cents)).toEqual([1201, 500]);
    expect(missingAmountsMessage(missing)).toBe(
      `Encore 12,01\u00a0€ chez ${items[0]?.product.store.name} et 5,00\u00a0€ chez Les Ruches`,
    );
    expect(missingAmountsIn([of(1501, 1501)])).toEqual([]);
    expect(missingAmountsMessage([])).toBe('');
  });
});
