// Query parameters of server-rendered pages; all others are ignored.
// Guarantee: equal pages have one address, of limited length.
import { paths } from '#paths';

const LAST_PAGE = 1000;
const oneOf =
  (...values: string[]) =>
  (value: string) =>
    values.includes(value);
const slug = (value: string) => value.length <= 120 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value);
const page = (value: string) => /^[1-9][0-9]{0,3}$/.test(value) && value !== '1' && Number(value) <= LAST_PAGE;

type Rules = Readonly<Record<string, (value: string) => boolean>>;
const orders: Rules = {
  price: oneOf('ASC', 'DESC', 'null'),
  rating: oneOf('DESC'),
  'order[createdAt]': oneOf('DESC'),
};
const read: Readonly<Record<string, Rules>> = {
  [paths.category]: { ...orders, available: oneOf('true'), delivery: oneOf('store'), page },
  [paths.storeProducts]: { ...orders, category_slug: slug, page },
  [paths.event]: { category_slug: slug, page, 'sort[price]': oneOf('ASC', 'DESC'), 'sort[rating]': oneOf('DESC') },
  [paths.latest]: { page },
  [paths.promotions]: { page },
  [paths.stores]: { category: slug, rating: oneOf('DESC'), ouvert: oneOf('1'), retrait: oneOf('1') },
};
/** Pages with unbounded parameters are rendered by the browser. */
const endless: Readonly<Record<string, string>> = { [paths.stores]: 'position' };

/** The canonical address of a page. */
export function canonicalAddress(pattern: string, address: URL): URL {
  const known = Object.entries(read[pattern] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const search = new URLSearchParams();
  for (const [key, isMeant] of known) {
    const value = address.searchParams.get(key);
    if (value !== null && isMeant(value)) search.set(key, value);
  }
  const same = new URL(address);
  same.search = search.toString();
  return same;
}

export const hasUnboundedQuery = (pattern: string, address: URL): boolean =>
  endless[pattern] !== undefined && address.searchParams.has(endless[pattern]);
