// The form of a product: what it shows of one, what it sends, and what it says is wrong.
import { describe, expect, it } from 'vitest';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import { productChanges } from '#contract/merchant/own-products.ts';
import { moneyOf } from '#domain/money.ts';
import { choicesOf } from '#features/merchant/products/form/fields/category-choices.ts';
import { productChangesOf } from '#features/merchant/products/form/product-changes.ts';
import {
  copiedValues,
  emptyValues,
  type ProductValues,
  productFieldOf,
  productValuesOf,
  withProductChanges,
} from '#features/merchant/products/form/product-values.ts';
import { productViolations } from '#features/merchant/products/form/product-violations.ts';
import { holdsOf, sectionFields, wrongSections } from '#features/merchant/products/form/sections.ts';
import { usualCategory } from '#features/merchant/products/quick/usual-category.ts';
import { changedEntries } from '#state/forms/form-definition.ts';

const product = {
  name: 'Tomme',
  category: '/categories/a',
  categories: ['/categories/b'],
  events: ['/events/a'],
  description: 'Ronde',
  technicalText: '',
  technicalAttributes: [{ name: 'Lait', value: 'Cru' }],
  technicalImage: { '@id': '/images/t' },
  images: [{ '@id': '/images/1' }, { '@id': '/images/2' }],
  associatedProducts: [{ '@id': '/products/b' }],
  price: moneyOf(1250),
  reducedPrice: moneyOf(1000),
  indicativePrice: false,
  priceDisabled: false,
  vatRate: '/vat_rates/a',
  stockManagement: true,
  stock: 0,
  preOrderDate: '2099-01-31',
  notSellToMinor: false,
  dematerialized: false,
  dematerializedFile: { '@id': '/dematerialized_files/a' },
  inevitable: true,
  news: false,
  currentOffers: false,
  externalURL: null,
  dimensions: { length: 18, width: 0, height: 6, weight: 0.42 },
  options: [{ id: 'o', name: 'Affinage', values: [{ id: 'v', name: 'Corsée', price: moneyOf(200) }] }],
} as unknown as MerchantProduct;

const changesOf = (typed: ProductValues) =>
  changedEntries(productChangesOf(productValuesOf(product)), productChangesOf(typed));

describe('sent values', () => {
  it('of an unchanged product are empty', () => {
    expect(changesOf(productValuesOf(product))).toEqual({});
  });

  it('contain changed fields only, complete for fields with parts', () => {
    const typed = { ...productValuesOf(product), name: ' Tomme grise ', weight: '0,5', stock: '3' };
    expect(changesOf(typed)).toEqual({
      name: 'Tomme grise',
      stock: 3,
      dimensions: { length: 18, width: 0, height: 6, weight: 0.5 },
    });
  });

  it('match the contract, new or not, and a new product has a stock only on request', () => {
    expect(productChanges.safeParse(productChangesOf(productValuesOf(product))).success).toBe(true);
    const fresh = productChangesOf({ ...emptyValues, name: 'Neuf', category: '/categories/a', price: '3' });
    expect(productChanges.safeParse(fresh).success).toBe(true);
    expect(fresh).toMatchObject({
      stockManagement: false,
      stock: null,
      price: { amount: 300 },
      reducedPrice: null,
    });
  });

  it('has no reduced price beside an indicative one, and no amount that is none where there is no price', () => {
    const typed = { ...productValuesOf(product), indicativePrice: true, priceDisabled: true, price: 'douze' };
    expect(productChangesOf(typed)).toMatchObject({ reducedPrice: null, price: null, priceDisabled: true });
  });

  it('omit the stock if it is not managed', () => {
    const typed = { ...productValuesOf(product), stockManagement: false };
    expect(changesOf(typed)).toEqual({ stockManagement: false, stock: null });
  });

  it('contain the ids of known options, and a copy omits them', () => {
    const [option] = productChangesOf(productValuesOf(product)).options;
    expect(option).toMatchObject({ id: 'o', values: [{ id: 'v', name: 'Corsée' }] });
    const copied = JSON.stringify(productChangesOf(copiedValues(productValuesOf(product))).options);
    expect(copied).not.toContain('"id"');
    expect(copied).toContain('Corsée');
  });
});

it('pending changes return as typed', () => {
  const sent = productChangesOf({ ...productValuesOf(product), price: '9,90', stock: '7', technicalImage: [] });
  expect(withProductChanges(productValuesOf(product), sent)).toMatchObject({
    ...productValuesOf(product),
    price: '9,90',
    stock: '7',
    technicalImage: [],
  });
  expect(withProductChanges(emptyValues, { price: { amount: 990 }, vatRate: null })).toMatchObject({
    price: '9,90',
    vatRate: '',
  });
});

describe('problems', () => {
  it('of a day is said once it is typed: what has come since may stay', () => {
    const early = { ...productValuesOf(product), preOrderDate: '2020-01-01' };
    const told = [{ propertyPath: 'preOrderDate', message: 'La date doit être au plus tôt demain.' }];
    expect(productViolations({ preOrderDate: '2020-01-01' }, productChangesOf(productValuesOf(product)))).toEqual(told);
    expect(productViolations({ name: 'Tomme grise' }, productChangesOf(early))).toEqual([]);
  });

  it('of a picture that waits for its name is nothing', () => {
    const images = ['temp:8f14e45f-ceea-467f-9c1b-1a2b3c4d5e6f'];
    expect(productViolations({ images }, productChangesOf(productValuesOf(product)))).toEqual([]);
  });

  it('are at the field of a refusal, or at none', () => {
    expect(productFieldOf('dimensions.length')).toBe('length');
    expect(productFieldOf('images.3')).toBe('images');
    expect(productFieldOf('options.1.values.0.price')).toBe('options.1.values.0.price');
    expect(productFieldOf('options')).toBe('options');
    expect(productFieldOf('categories.0')).toBe('categories');
    expect(productFieldOf('quelque.chose')).toBeNull();
  });
});

describe('the parts of the form', () => {
  it('contain each field once', () => {
    const current = Object.values(sectionFields).flat();
    expect([...current].sort()).toEqual(Object.keys(emptyValues).sort());
  });

  it('show a summary, and the mark of a mistake', () => {
    expect(holdsOf(productValuesOf(product))).toMatchObject({
      price: 'réduit à 10,00\u00a0€',
      stock: '0 en stock · disponible le 31/01/2099',
      options: '1\u00a0option',
    });
    expect(wrongSections({ stock: {}, weight: {} })).toEqual(['stock', 'sending']);
  });
});

it('a quick product starts in the most frequent category that still exists', () => {
  const among = [{ iri: '/categories/a' }, { iri: '/categories/b' }];
  const inside = (...ids: string[]) => ids.map((id) => ({ category: `/categories/${id}` }));
  expect(usualCategory(inside('a', 'b', 'b', 'gone', 'gone', 'gone'), among)).toBe('/categories/b');
  expect(usualCategory(inside('a', 'b'), among)).toBe('/categories/a');
  expect(usualCategory(inside('gone'), among)).toBe('');
});

it('only categories without subcategories can be chosen, each under its way', () => {
  const node = (iri: string, parent: string | null, lft: number, rgt: number) =>
    ({ '@id': iri, name: iri, parent, level: 1, lft, rgt }) as unknown as Parameters<typeof choicesOf>[0][number];
  const tree = [
    node('Alimentation', null, 1, 6),
    node('Fromages', 'Alimentation', 2, 5),
    node('Pâtes molles', 'Fromages', 3, 4),
  ];
  expect(choicesOf(tree)).toEqual([{ iri: 'Pâtes molles', name: 'Pâtes molles', group: 'Alimentation › Fromages' }]);
});
