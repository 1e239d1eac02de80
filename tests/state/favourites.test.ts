// Favourites: marked and unmarked on this device, with what was last seen of them.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import { newProductCount, productNews } from '#features/shop/favourites/news.ts';
import {
  clearFavourites,
  FAVOURITES_AT_MOST,
  seenOf,
  toggleFavourite,
  updateFavourites,
} from '#state/device/favourite-writes.ts';
import { type Favourite, favourites } from '#state/device/favourites.ts';
import { flashAtom } from '#state/page/flash.ts';
import { pageStore } from '#state/page/page-store.ts';
import { favouriteNotes, forgetNotes } from '#state/page/web-storage.ts';

const euros = (amount: number) => ({ amount, convertedAmount: amount / 100, stringValue: `${amount / 100}` });
const product = (id: string, more: Partial<ProductSummary> = {}) =>
  ({
    ...{ '@id': `/products/${id}`, id, slug: id, name: id, images: [] },
    ...{ price: euros(990), reducedPrice: null, priceDisabled: false, stock: null },
    ...more,
  }) as unknown as ProductSummary;
const store = { '@id': '/stores/s', slug: 's', name: 'S', description: 'Long' } as unknown as StoreSummary;
const names = () => favourites().map(({ thing }) => thing.name);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  clearFavourites();
  vi.useRealTimers();
});

describe('a mark', () => {
  test('adds at the front, and a second one removes', () => {
    toggleFavourite({ kind: 'product', thing: product('a') });
    toggleFavourite({ kind: 'store', thing: store });
    expect(names()).toEqual(['S', 'a']);
    expect(favourites()[0]).toMatchObject({ thing: { description: '' }, seen: { newest: null } });
    toggleFavourite({ kind: 'product', thing: product('a') });
    expect(names()).toEqual(['S']);
  });

  test('beyond the limit is refused with a message, and nothing is lost', () => {
    for (let at = 0; at < FAVOURITES_AT_MOST; at += 1) toggleFavourite({ kind: 'product', thing: product(`p${at}`) });
    toggleFavourite({ kind: 'product', thing: product('one more') });
    expect(names()).toHaveLength(FAVOURITES_AT_MOST);
    expect(names()).not.toContain('one more');
    expect(pageStore.get(flashAtom)?.status).toBe('error');
    toggleFavourite({ kind: 'product', thing: product('p0') });
    expect(names()).toHaveLength(FAVOURITES_AT_MOST - 1);
  });

  test('is deleted at logout; a corrupt list is empty', () => {
    toggleFavourite({ kind: 'store', thing: store });
    forgetNotes();
    expect(favourites()).toEqual([]);
    for (const corrupt of ['{', '{"a":1}', '[null,{"thing":{}},{"thing":{"@id":"x"}}]']) {
      favouriteNotes.set(corrupt);
      expect(favourites()).toEqual([]);
    }
  });

  test('what was seen is updated for favourites only', () => {
    toggleFavourite({ kind: 'product', thing: product('a') });
    const seen = (thing: ProductSummary): [string, Favourite] => [
      thing['@id'],
      { kind: 'product', thing, seen: seenOf(thing) },
    ];
    const cheaper = product('a', { reducedPrice: euros(790) });
    updateFavourites(new Map([seen(cheaper), seen(product('b'))]));
    expect(favourites()).toEqual([{ kind: 'product', thing: cheaper, seen: { price: 790, isSoldOut: false } }]);
  });
});

describe('news', () => {
  test('of a product are a lower price, its return, and its end', () => {
    const before = { price: 990, isSoldOut: false };
    const reduced = product('a', { reducedPrice: euros(790) });
    expect(productNews(before, product('a'))).toBeNull();
    expect(productNews(before, reduced)).toBe('Prix baissé\u00a0: 7,90\u00a0€ au lieu de 9,90\u00a0€');
    expect(productNews({ price: 500, isSoldOut: false }, product('a')), 'dearer').toBeNull();
    expect(productNews({ price: 990, isSoldOut: true }, product('a'))).toBe('De retour en stock');
    expect(productNews({ price: 990, isSoldOut: true }, product('a', { stock: 0 }))).toBeNull();
    expect(productNews(before, product('a', { priceDisabled: true }))).toBeNull();
    expect(productNews(before, null)).toBe('N’est plus proposé');
  });

  test('of a store are the products before the newest one known', () => {
    expect(newProductCount('c', ['a', 'b', 'c', 'd'])).toBe(2);
    expect(newProductCount('a', ['a', 'b'])).toBe(0);
    expect(newProductCount('gone', ['a', 'b'])).toBe(0);
    expect(newProductCount(null, ['a', 'b'])).toBe(0);
  });
});
