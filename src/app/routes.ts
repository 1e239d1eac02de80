// Which addresses exist, and who draws them. Read by the router, and by the server to answer with the right status.
import { generatePath, matchPath } from 'react-router-dom';
import { paths, redirects } from '#paths';
import type { ViewPlace } from '#state/api/first-view.ts';

export type AreaName = 'checkout' | 'account' | 'merchant' | 'waiting' | 'administration' | 'more';

const addresses = Object.values(paths);
const patternOf = (pathname: string) => addresses.find((pattern) => matchPath(pattern, pathname));

/** Does any page stand at this address? Redirects do not count. */
export const isAddress = (pathname: string): boolean => patternOf(pathname) !== undefined;

/** The lazy area of an address; null when it is a first-view page or no page at all. */
export function areaOf(pathname: string): AreaName | null {
  // The back office says in its own frame that there is nothing.
  if (matchPath(`${paths.merchant}/*`, pathname)) return 'merchant';
  const pattern = patternOf(pathname);
  if (!pattern || pattern === paths.home || pattern === paths.category || pattern === paths.product) return null;
  if (pattern.startsWith(paths.ordering)) return 'checkout';
  if (
    [paths.account, paths.authentication, paths.resetPassword, paths.restoreEmail, paths.confirmEmail].some((start) =>
      pattern.startsWith(start),
    )
  )
    return 'account';
  if (pattern === paths.administration) return 'administration';
  return pattern === paths.waiting ? 'waiting' : 'more';
}

/** Of the lazy area `more`, those that the server fills too: their queries are found by rendering them. */
export const filledOnDemand = [
  paths.store,
  paths.storeProducts,
  paths.storeAbout,
  paths.storeReviews,
  paths.stores,
  paths.event,
  paths.latest,
  paths.promotions,
  paths.page,
  paths.contact,
];

/** Where an old address leads, with its query string; null when it is not one. */
export function redirectOf(pathname: string, search: string): string | null {
  for (const [from, to] of Object.entries(redirects)) {
    const match = matchPath(from, pathname);
    if (match) return generatePath(to, match.params as never) + search;
  }
  return null;
}

export function placeOf(pattern: string, address: URL): ViewPlace | null {
  const match = matchPath(pattern, decoded(address.pathname));
  return match && { params: match.params, search: address.searchParams };
}

/** As the router reads a path: a slash within a name separates nothing. */
function decoded(pathname: string): string {
  try {
    return pathname
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    return pathname;
  }
}

/** Patterns of all pages and of the old addresses that lead to them. */
export function allPatterns(): string[] {
  return [...new Set([...addresses, ...Object.keys(redirects)])];
}
