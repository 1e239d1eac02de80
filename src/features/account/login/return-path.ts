// Return path after a login.
import { paths } from '#paths';

/**
 * With an order in progress: the delivery page, or the cart first if another cart was merged. Otherwise the internal
 * address in `retour`, the own store, or home. External addresses are ignored.
 */
export function returnPath(
  search: URLSearchParams,
  origin: string,
  { isMerchant, hasCart }: { isMerchant: boolean; hasCart: boolean },
): string {
  if (search.get('ordering') === '1') return hasCart ? paths.cart : paths.shipping;
  return internalPath(search.get('retour'), origin) ?? (isMerchant ? paths.merchant : paths.home);
}

/** Path, query and hash of an internal address; null for any other. */
export function internalPath(given: string | null, origin: string): string | null {
  if (!given?.startsWith('/')) return null;
  try {
    const address = new URL(given, origin);
    const isAuthentication = address.pathname.startsWith(paths.authentication);
    // '/.//elsewhere' parses as internal, but its path names another host.
    const namesHost = address.pathname.startsWith('//');
    if (address.origin !== origin || isAuthentication || namesHost) return null;
    return `${address.pathname}${address.search}${address.hash}`;
  } catch {
    return null;
  }
}
