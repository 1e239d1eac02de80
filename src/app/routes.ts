// Routes: existing addresses and their areas. Used by the router, and by the server for the status.
import { generatePath, matchPath } from 'react-router-dom';
import { paths, redirects } from '#paths';
import type { ViewPlace } from '#state/api/first-view.ts';

export type AreaName = 'checkout' | 'account' | 'merchant' | 'waiting' | 'more';

const addresses = Object.values(paths);
const patternOf = (pathname: string) => addresses.find((pattern) => matchPath(pattern, pathname));

/** Whether a page has this address; redirects do not count. */
export const isAddress = (pathname: string): boolean => patternOf(pathname) !== undefined;

/** The lazy area of an address; null for pages of the first script and for unknown addresses. */
export function areaOf(pathname: string): AreaName | null {
  // The back office has its own not-found page.
  if (matchPath(`${paths.merchant}/*`, pathname)) return 'merchant';
  const pattern = patternOf(pathname);
  if (!pattern || pattern === paths.home || pattern === paths.category || pattern === paths.product) return null;
  if (pattern.startsWith(paths.ordering)) return 'checkout';
  if (
    [
      paths.account,
      paths.authentication,
      paths.resetPassword,
      paths.restoreEmail,
      paths.confirmEmail,
      paths.invitation,
      paths.withdrawal,
    ].some((start) => pattern.startsWith(start))
  )
    return 'account';
  return pattern === paths.waiting ? 'waiting' : 'more';
}

/** Server-rendered pages of the area `more`; rendering them finds their queries. */
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

/** Target of an old address, with its query string; null if there is none. */
export function redirectOf(pathname: string, search: string): string | null {
  for (const [from, to] of Object.entries(redirects)) {
    const match = matchPath(from, pathname);
    if (match) return generatePath(to, match.params as never) + search;
  }
  return null;
}

export function viewPlaceOf(pattern: string, address: URL): ViewPlace | null {
  const match = matchPath(pattern, decodedPath(address.pathname));
  return match && { params: match.params, search: address.searchParams };
}

/** Decodes like the router: an encoded slash does not separate segments. */
function decodedPath(pathname: string): string {
  try {
    return pathname
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    return pathname;
  }
}

/** Patterns of all pages and redirects. */
export function allPatterns(): string[] {
  return [...new Set([...addresses, ...Object.keys(redirects)])];
}
