// Addresses of the product list: page, search and state filter.
import { generatePath } from 'react-router-dom';
import { paths } from '#paths';
import type { ProductFilter } from '#state/merchant/products.ts';

const states = { publies: true, masques: false } as const;
type State = keyof typeof states;
const isState = (word: string | null): word is State => word !== null && Object.hasOwn(states, word);

/** Anything that is no page counts as the first, anything unknown as absent. */
export function readProductFilter(page: string | undefined, search: URLSearchParams): ProductFilter {
  const asked = Number(page);
  const state = search.get('etat');
  return {
    page: Number.isInteger(asked) && asked > 1 && asked < 1_000_000 ? asked : 1,
    name: (search.get('q') ?? '').trim().slice(0, 80),
    published: isState(state) ? states[state] : undefined,
  };
}

/** The address of the list with this filter. */
export function productsAddress({ page = 1, name = '', published }: Partial<ProductFilter> = {}): string {
  const search = new URLSearchParams();
  if (name !== '') search.set('q', name);
  if (published !== undefined) search.set('etat', published ? 'publies' : 'masques');
  const path = generatePath(paths.merchantProducts, { page: String(page) });
  return search.size > 0 ? `${path}?${search}` : path;
}

/** A temporary name is one, too. */
export const productAddress = (id: string): string => generatePath(paths.merchantProduct, { id });
export const copyAddress = (id: string): string => generatePath(paths.merchantProductCopy, { id });
