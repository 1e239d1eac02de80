import { describe, expect, it } from 'vitest';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import { moneyOf } from '#domain/money.ts';
import { additionOf } from '#state/cart/use-add-to-cart.ts';

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
const chosen = [{ id: 'corsee', name: 'Corsée', option: 'Affinage', price: moneyOf(200) }];

describe('an addition to the cart', () => {
  it('is of the line of its product and choices, at their price', () => {
    const addition = additionOf(product, chosen, 2);
    expect(addition).toMatchObject({ lineKey: 'p|corsee', quantity: 2, shown: { unitPrice: 1450 } });
    expect(additionOf(product, [], 1)?.lineKey).toBe('p|');
  });

  it('is not offered without a price', () => {
    expect(additionOf({ ...product, price: null }, [], 1)).toBeNull();
  });
});
