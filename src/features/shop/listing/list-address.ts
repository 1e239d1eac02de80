/** Sort orders of a category's list, as used in the page's address and in the call. */
export const CATEGORY_SORTS = [
  { value: 'price=ASC', label: 'Prix croissant', query: { price: 'ASC' } },
  { value: 'price=DESC', label: 'Prix décroissant', query: { price: 'DESC' } },
  { value: 'price=null', label: 'Pas de prix', query: { price: 'null' } },
  { value: 'rating=DESC', label: 'Les mieux notés', query: { rating: 'DESC' } },
  { value: 'order[createdAt]=DESC', label: 'Nouveautés', query: { 'order[createdAt]': 'DESC' } },
] as const;

export type CategorySort = (typeof CATEGORY_SORTS)[number];

/** Order of the address; undefined without one. */
export function sortOf(search: URLSearchParams): CategorySort | undefined {
  return CATEGORY_SORTS.find(({ query }) => Object.entries(query).every(([key, value]) => search.get(key) === value));
}

/** From 1; invalid values count as page 1. */
export function requestedPage(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? '1');
  return Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page : 1;
}

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Filter slug of the address; undefined without one. */
export function requestedSlug(search: URLSearchParams, key: 'category' | 'category_slug'): string | undefined {
  const asked = search.get(key) ?? '';
  return SLUG.test(asked) ? asked : undefined;
}

export interface ListFilters {
  /** Can be ordered now. */
  available?: true | undefined;
  /** Collected at the store. */
  delivery?: 'store' | undefined;
}

/** Filters of a category's list, of the address. */
export function listFilters(search: URLSearchParams): ListFilters {
  return {
    ...(search.get('available') === 'true' && { available: true }),
    ...(search.get('delivery') === 'store' && { delivery: 'store' }),
  };
}

/** The search of the address with these filters, on its first page; other keys of the address stay. */
export function filteredSearch(search: URLSearchParams, { available, delivery }: ListFilters): string {
  const next = new URLSearchParams(search);
  for (const key of ['available', 'delivery', 'page']) next.delete(key);
  if (available) next.set('available', 'true');
  if (delivery) next.set('delivery', delivery);
  return `?${next}`;
}

/** The search of the address that shows this order and page; other keys of the address stay. */
export function listSearch(search: URLSearchParams, sort: string, page: number): string {
  const next = new URLSearchParams(search);
  for (const key of ['price', 'rating', 'order[createdAt]', 'page']) next.delete(key);
  for (const [key, value] of new URLSearchParams(sort)) next.set(key, value);
  if (page > 1) next.set('page', String(page));
  return `?${next}`;
}

/** Canonical address of a list page, without its order. */
export const pagePath = (path: string, page: number) => (page > 1 ? `${path}?page=${page}` : path);
export const pageTitle = (title: string, page: number) => (page > 1 ? `${title}, page ${page}` : title);
