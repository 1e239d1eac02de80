// Where a login leads to.
import { paths } from '#paths';

/**
 * Where a person goes once logged in: on to the delivery when they were ordering (to the cart first when the account brings one
 * that joins it: nothing is ordered unseen), else the page of this site named by `retour`,
 * else their shop when they own one, else home. Addresses of other sites are never followed.
 */
export function returnPath(
  search: URLSearchParams,
  origin: string,
  { isMerchant, hasCart }: { isMerchant: boolean; hasCart: boolean },
): string {
  if (search.get('ordering') === '1') return hasCart ? paths.cart : paths.shipping;
  return internalPath(search.get('retour'), origin) ?? (isMerchant ? paths.merchant : paths.home);
}

/** The path, query and hash of an address of this site; null for anything else. */
export function internalPath(given: string | null, origin: string): string | null {
  if (!given?.startsWith('/')) return null;
  try {
    const address = new URL(given, origin);
    const isAuthentication = address.pathname.startsWith(paths.authentication);
    // '/.//elsewhere' is of this site once parsed, but its path alone would name another host.
    const namesHost = address.pathname.startsWith('//');
    if (address.origin !== origin || isAuthentication || namesHost) return null;
    return `${address.pathname}${address.search}${address.hash}`;
  } catch {
    return null;
  }
}
