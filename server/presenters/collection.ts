// Collection presenter: a complete list, or one page with links to its neighbours.
import type { Collection } from '#contract/wire/hydra.ts';

/** A complete list, without `hydra:view`. */
export function presentCollection<T>(iri: string, members: T[], total = members.length): Collection<T> {
  return { '@id': iri, '@type': 'hydra:Collection', 'hydra:member': members, 'hydra:totalItems': total };
}

export interface PageRequest {
  /** Requested address with its query. */
  address: string;
  /** Starts at 1. */
  page: number;
  itemsPerPage: number;
}

/** Requested page of a list; `fallback` is the default page size. */
export function requestedPage(
  address: string,
  query: { page?: number | undefined; itemsPerPage?: number | undefined },
  fallback: number,
): PageRequest {
  return { address, page: query.page ?? 1, itemsPerPage: query.itemsPerPage ?? fallback };
}

/** One page of a list with its neighbours; links keep the query and change the page. */
export function presentPage<T>(
  members: T[],
  total: number,
  { address, page, itemsPerPage }: PageRequest,
): Collection<T> {
  const requested = address.replace(/^\/api(?=\/)/, '');
  const at = requested.indexOf('?');
  const path = at < 0 ? requested : requested.slice(0, at);
  const otherParams =
    at < 0
      ? []
      : requested
          .slice(at + 1)
          .split('&')
          .filter((pair) => pair !== '' && !/^page(=|$)/.test(pair));
  const link = (to: number) => `${path}?${[...otherParams, `page=${to}`].join('&')}`;
  const last = Math.max(1, Math.ceil(total / itemsPerPage));
  return {
    ...presentCollection(path, members, total),
    'hydra:view': {
      '@id': link(page),
      '@type': 'hydra:PartialCollectionView',
      'hydra:first': link(1),
      'hydra:last': link(last),
      ...(page > 1 && { 'hydra:previous': link(Math.min(page - 1, last)) }),
      ...(page < last && { 'hydra:next': link(page + 1) }),
    },
  };
}
