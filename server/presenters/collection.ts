// Presents a list: whole, or one page of it with links to its neighbours.
import type { Collection } from '#contract/wire/hydra.ts';

/** All of a list at once: no view. */
export function collectionOf<T>(iri: string, members: T[], total = members.length): Collection<T> {
  return { '@id': iri, '@type': 'hydra:Collection', 'hydra:member': members, 'hydra:totalItems': total };
}

export interface Page {
  /** From 1. */
  page: number;
  itemsPerPage: number;
}

/** The part of a list that a call asks for; `fallback` when it does not say how many. */
export function pageAsked(
  query: { page?: number | undefined; itemsPerPage?: number | undefined },
  fallback: number,
): Page {
  return { page: query.page ?? 1, itemsPerPage: query.itemsPerPage ?? fallback };
}

/**
 * One page of a list, with the addresses of its neighbours.
 * @param address what was asked, with its query: each link keeps it and changes the page only
 */
export function pageOf<T>(address: string, members: T[], total: number, { page, itemsPerPage }: Page): Collection<T> {
  const asked = address.replace(/^\/api(?=\/)/, '');
  const at = asked.indexOf('?');
  const path = at < 0 ? asked : asked.slice(0, at);
  const kept =
    at < 0
      ? []
      : asked
          .slice(at + 1)
          .split('&')
          .filter((pair) => pair !== '' && !/^page(=|$)/.test(pair));
  const link = (to: number) => `${path}?${[...kept, `page=${to}`].join('&')}`;
  const last = Math.max(1, Math.ceil(total / itemsPerPage));
  return {
    ...collectionOf(path, members, total),
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
