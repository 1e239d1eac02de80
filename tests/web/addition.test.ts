import { describe, expect, it } from 'vitest';
import type { ProductSummary } from '#contract/products.ts';
import { moneyOf } from '#domain/money.ts';
import { choicesOf, partsOfLineKey } from '#features/checkout/line-choices.ts';
import { additionOf } from '#state/addition.ts';

const product: ProductSummary = {
  '@id': '/products/p',
  '@type': 'Product',
  id: 'p',
  slug: 'tomme',
  name: 'Tomme',
  images: [],
  price: moneyOf(1250),
  reducedPrice: null,
  indicativePrice: false,
  priceDisabled: false,
  stock: null,
  preOrderDate: null,
  notSellToMinor: false,
  dematerialized: false,
  externalURL: null,
  hasOptions: true,
  averageRating: null,
  reviewCount: 0,
  category: '/categories/c',
  store: {
    '@id': '/stores/s',
    id: 's',
    slug: 's',
    name: 'S',
    plan: { name: 'E-commerce' },
    ready: true,
    city: 'Verdun',
  },
};
const options = [
  {
    id: 'o',
    name: 'Affinage',
    values: [
      { id: 'douce', name: 'Douce', price: moneyOf(0) },
      { id: 'corsee', name: 'Corsée', price: moneyOf(200) },
    ],
  },
];

describe('an addition made again after it was refused', () => {
  it('is of the same line, at the price of its choices', () => {
    const chosen = choicesOf({ options }, ['corsee']);
    expect(chosen).toEqual([{ id: 'corsee', name: 'Corsée', option: 'Affinage', price: moneyOf(200) }]);
    const addition = additionOf(product, chosen ?? [], 2);
    expect(addition).toMatchObject({ lineKey: 'p|corsee', quantity: 2, shown: { unitPrice: 1450 } });
    expect(partsOfLineKey(addition?.lineKey ?? '')).toEqual({ productId: 'p', optionValueIds: ['corsee'] });
  });

  it('is not offered when a choice is gone, or the price', () => {
    expect(choicesOf({ options }, ['fumee'])).toBeNull();
    expect(additionOf({ ...product, price: null }, [], 1)).toBeNull();
  });

  it('has no choice when its line has none', () => {
    expect(partsOfLineKey('p|')).toEqual({ productId: 'p', optionValueIds: [] });
  });
});
