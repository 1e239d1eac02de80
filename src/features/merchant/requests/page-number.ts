// Page number of a list, from its address.

/** Anything that is no page counts as the first. */
export function pageNumberOf(search: URLSearchParams): number {
  const page = Number(search.get('page'));
  return Number.isInteger(page) && page > 1 ? page : 1;
}
