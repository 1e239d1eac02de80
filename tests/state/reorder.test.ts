// What of an order can go into the cart again, and what is said of the rest.
import { expect, test } from 'vitest';
import type { Product } from '#contract/catalogue/products.ts';
import { moneyOf } from '#domain/money.ts';
import { reorderItem } from '#state/cart/reorder.ts';
import { storeOrder } from '../support/store-order.ts';

const value = (id: string, cents = 0) => ({ id, name: id, price: moneyOf(cents) });
const product = (given: Partial<Product> = {}) =>
  ({
    '@id': '/products/p',
    id: 'p',
    slug: 'p',
    name: 'P',
    images: [],
    price: moneyOf(1500),
    reducedPrice: null,
    indicativePrice: false,
    priceDisabled: false,
    stock: null,
    store: { '@id': '/stores/a', id: 'a', slug: 'a', name: 'A', plan: { name: 'E-commerce' }, ready: true },
    options: [],
    ...given,
  }) as unknown as Product;
const [plain] = storeOrder().items;
const item = (quantity: number, ...chosen: string[]) => ({
  ...(plain ?? expect.fail('no item')),
  quantity,
  optionValues: chosen.map((id) => ({ ...value(id, 900), option: 'Taille' })),
});
const size = { id: 'taille', name: 'Taille', values: [value('petite'), value('grande', 300)] };
const cut = { id: 'decoupe', name: 'Découpe', values: [value('entiere'), value('parts')] };

test('is added at current prices, including its choices', () => {
  const { addition, why } = reorderItem(product({ options: [size] }), item(2, 'grande'), 0);
  expect(why).toBeNull();
  expect(addition).toMatchObject({ quantity: 2, optionValueIds: ['grande'], shown: { unitPrice: 1800 } });
});

test.each([
  ['a choice is no longer offered', [size], ['enorme']],
  ['there is more to choose now', [size, cut], ['petite']],
  ['there is nothing to choose any more', [], ['petite']],
  ['there is something to choose now', [size], []],
  ['two choices have become one', [size, cut], ['petite', 'grande']],
])('its choices have changed: %s', (_what, options, chosen) => {
  const { addition, why } = reorderItem(product({ options }), item(1, ...chosen), 0);
  expect(addition).toBeNull();
  expect(why).toMatch(/^ses choix ont changé/);
});

test.each([[{ priceDisabled: true }], [{ price: null }], [{ indicativePrice: true }]])(
  'discontinued articles are not added: %o',
  (given) => {
    expect(reorderItem(product(given), item(1), 0)).toEqual({
      addition: null,
      why: 'ce produit n’est plus vendu en ligne.',
    });
  },
);

test('respects the stock, including the cart’s content', () => {
  const visibleText = (stock: number, wanted: number, current: number) => {
    const { addition, why } = reorderItem(product({ stock }), item(wanted), current);
    return [addition?.quantity ?? 0, why];
  };
  expect(visibleText(5, 5, 0)).toEqual([5, null]);
  expect(visibleText(0, 1, 0)).toEqual([0, 'ce produit est en rupture de stock.']);
  expect(visibleText(3, 5, 0)).toEqual([3, 'il n’en reste que 3, mis dans votre panier.']);
  expect(visibleText(3, 5, 1)).toEqual([2, 'il n’en reste que 2, mis dans votre panier.']);
  expect(visibleText(3, 5, 3)).toEqual([0, 'il n’en reste pas plus que dans votre panier (3).']);
  expect(visibleText(3, 5, 4)).toEqual([0, 'il n’en reste pas plus que dans votre panier (4).']);
});
