// What the address of the search page asks for: words, and what narrows them. Anything else in it is as if it were not there.
import { type ShippingType, shippingTypes } from '#contract/fields/values.ts';
import { MAX_CITY, MAX_SEARCH } from '#contract/limits.ts';
import { slugAsked } from '../listing/list-address.ts';

export interface SearchFilters {
  category?: string | undefined;
  town?: string | undefined;
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  available?: true | undefined;
  delivery?: ShippingType | undefined;
}

const euros = (text: string | null) => (text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined);

export const wordsAsked = (search: URLSearchParams): string => (search.get('q') ?? '').trim().slice(0, MAX_SEARCH);

export function filtersAsked(search: URLSearchParams): SearchFilters {
  const town = (search.get('town') ?? '').trim();
  return {
    category: slugAsked(search, 'category'),
    town: town !== '' && town.length <= MAX_CITY ? town : undefined,
    priceMin: euros(search.get('priceMin')),
    priceMax: euros(search.get('priceMax')),
    available: search.get('available') === 'true' || undefined,
    delivery: shippingTypes.find((type) => type === search.get('delivery')),
  };
}

/** Other words keep what narrows them, except for a category, which goes with what was looked for. */
export function searchAddress(q: string, filters: SearchFilters): URLSearchParams {
  const asked = Object.entries({ ...(q !== '' && { q }), ...filters }).filter(([, value]) => value !== undefined);
  return new URLSearchParams(asked.map(([key, value]) => [key, String(value)]));
}

export const countOf = (filters: SearchFilters): number =>
  Object.values(filters).filter((value) => value !== undefined).length;
