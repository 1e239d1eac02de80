// What of the query string the pages that the server fills read: with anything else they are the same pages.
// Guarantee: two addresses that show the same have one spelling, and each part of it has an end.
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
  [paths.category]: { ...orders, page },
  [paths.storeProducts]: { ...orders, category_slug: slug, page },
  [paths.event]: { category_slug: slug, page, 'sort[price]': oneOf('ASC', 'DESC'), 'sort[rating]': oneOf('DESC') },
  [paths.latest]: { page },
  [paths.promotions]: { page },
  [paths.stores]: { category: slug, rating: oneOf('DESC') },
};
/** As many as there are places: such a page is drawn by the browser. */
const endless: Readonly<Record<string, string>> = { [paths.stores]: 'position' };

/** The address as everyone writes it who wants to see the same. */
export function asRead(pattern: string, address: URL): URL {
  const known = Object.entries(read[pattern] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const kept = new URLSearchParams();
  for (const [key, isMeant] of known) {
    const value = address.searchParams.get(key);
    if (value !== null && isMeant(value)) kept.set(key, value);
  }
  const same = new URL(address);
  same.search = kept.toString();
  return same;
}

export const isEndless = (pattern: string, address: URL): boolean =>
  endless[pattern] !== undefined && address.searchParams.has(endless[pattern]);
