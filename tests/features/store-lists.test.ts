import { describe, expect, it } from 'vitest';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import { homeQueries } from '#features/shop/home/home-page.tsx';
import { categoryQueries } from '#features/shop/listing/category-page.tsx';
import {
  CATEGORY_SORTS,
  filteredSearch,
  listFilters,
  listSearch,
  requestedPage,
  sortOf,
} from '#features/shop/listing/list-address.ts';
import { productQueries } from '#features/shop/product/product-page.tsx';
import { related } from '#features/shop/product/related-products.tsx';
import type { AnswerOfView } from '#state/api/first-view.ts';

const search = (text: string) => new URLSearchParams(text);
const nothing: AnswerOfView = () => undefined;
const answering =
  (answers: Record<string, unknown>): AnswerOfView =>
  (name) =>
    answers[name] as never;

describe('the order of a category', () => {
  it('is read back from the address it wrote', () => {
    for (const { value, label } of CATEGORY_SORTS) {
      expect(sortOf(search(listSearch(search('page=3'), value, 1)))?.label).toBe(label);
    }
    expect(sortOf(search(''))).toBeUndefined();
    expect(sortOf(search('price=UP'))).toBeUndefined();
  });

  it('restarts at the first page, and retains the other keys of the address', () => {
    expect(listSearch(search('source=pwa&page=4'), 'price=ASC', 1)).toBe('?source=pwa&price=ASC');
    expect(listSearch(search('price=ASC&page=4'), '', 2)).toBe('?page=2');
  });

  it('treats an invalid page as the first', () => {
    expect(['2', '0', '-1', 'x', '1.5', '99999999'].map((page) => requestedPage(search(`page=${page}`)))).toEqual([
      2, 1, 1, 1, 1, 1,
    ]);
  });
});

describe('the filters of a category', () => {
  it('are read back from the address they wrote, on the first page, in the same order', () => {
    for (const filters of [
      {},
      { available: true },
      { delivery: 'store' },
      { available: true, delivery: 'store' },
    ] as const) {
      const written = search(filteredSearch(search('price=ASC&page=3&available=true&delivery=store'), filters));
      expect(listFilters(written)).toEqual(filters);
      expect(sortOf(written)?.value).toBe('price=ASC');
      expect(requestedPage(written)).toBe(1);
    }
  });

  it('stay on the next page and in another order', () => {
    const filtered = search('available=true&delivery=store');
    expect(listSearch(filtered, 'price=ASC', 2)).toBe('?available=true&delivery=store&price=ASC&page=2');
  });

  it('ignore what they do not know', () => {
    expect(listFilters(search('available=yes&delivery=home'))).toEqual({});
  });
});

describe('first views', () => {
  it('query the home page’s event once the configuration names one', () => {
    const place = { params: {}, search: search('') };
    const named = answering({ 'configurations.list': { 'hydra:member': [{ key: 'homeEvent', value: 'noel' }] } });
    expect(homeQueries(place, nothing).map(([name]) => name)).not.toContain('events.bySlug');
    expect(homeQueries(place, named)).toContainEqual(['events.bySlug', { params: { slug: 'noel' } }]);
  });

  it('query the products of a category once its id is loaded, in the order and page of the address', () => {
    const place = { params: { slug: 'fromages' }, search: search('price=DESC&page=2') };
    expect(categoryQueries(place, nothing).map(([name]) => name)).toEqual(['configurations.list', 'categories.bySlug']);
    expect(categoryQueries(place, answering({ 'categories.bySlug': { id: 'c1' } }))).toContainEqual([
      'categories.products',
      { params: { id: 'c1' }, query: { published: true, itemsPerPage: 36, page: 2, price: 'DESC' } },
    ]);
    const filtered = { ...place, search: search('available=true&delivery=store') };
    expect(categoryQueries(filtered, answering({ 'categories.bySlug': { id: 'c1' } }))).toContainEqual([
      'categories.products',
      {
        params: { id: 'c1' },
        query: { published: true, itemsPerPage: 36, page: 1, available: true, delivery: 'store' },
      },
    ]);
  });

  it('query the product of the address', () => {
    expect(productQueries({ params: { slug: 'tomme' }, search: search('') }, nothing)).toContainEqual([
      'products.bySlug',
      { params: { slug: 'tomme' } },
    ]);
  });
});

describe('related products', () => {
  const some = (ids: string[]) => ids.map((id) => ({ id }) as ProductSummary);

  it('exclude the product itself, are unique, and respect the limit', () => {
    const shown = related('a', some(['a', 'b', 'c', 'b', 'd', 'e', 'f']), 4).map(({ id }) => id);
    expect(shown).toHaveLength(4);
    expect(new Set(shown).size).toBe(4);
    expect(shown).not.toContain('a');
  });

  it('have an order specific to the product, stable over time', () => {
    const candidates = some(['b', 'c', 'd', 'e', 'f', 'g', 'h']);
    expect(related('a', candidates, 7)).toEqual(related('a', candidates, 7));
    expect(related('a', candidates, 7)).not.toEqual(related('z', candidates, 7));
  });
});
