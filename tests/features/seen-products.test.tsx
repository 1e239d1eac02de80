// What stands on home of the products looked at on this device.
import { expect, it } from 'vitest';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import SeenProducts from '#features/shop/home/seen-products.tsx';
import { renderPage } from '../support/render-page.tsx';

const SEEN = Array.from({ length: 14 }, (_, index) => `p${index + 1}`);
const product = (id: string) =>
  ({
    ...{ '@id': `/products/${id}`, '@type': 'Product', id, slug: id, name: `Article ${id}`, images: [] },
    ...{ price: null, reducedPrice: null, stock: null, store: { slug: 's', name: 'S', plan: { name: 'Catalogue' } } },
  }) as unknown as ProductSummary;

/** Names of the products on the page, when the market still has these. */
function namesWith(members: readonly ProductSummary[]): string[] {
  const answer = {
    ...{ '@id': '/products', '@type': 'hydra:Collection' },
    ...{ 'hydra:member': members, 'hydra:totalItems': members.length },
  };
  const args = { query: { 'id[]': SEEN.slice(0, 12), published: true } };
  const html = renderPage(<SeenProducts seen={SEEN} slots={4} />, {
    answers: [{ name: 'products.list', args, answer }],
  });
  return [...html.matchAll(/Article (p\d+)/g)].map(([, id = '']) => id);
}

it('of the last twelve the newest four are shown', () => {
  const answered = SEEN.slice(0, 12).map(product).reverse();
  expect(namesWith(answered)).toEqual(['p1', 'p2', 'p3', 'p4']);
});

it('a discontinued product is replaced by the next', () => {
  const answered = SEEN.slice(1, 12).map(product);
  expect(namesWith(answered)).toEqual(['p2', 'p3', 'p4', 'p5']);
});
