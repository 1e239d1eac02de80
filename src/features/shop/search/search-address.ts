// Address of the search page: text and filters. Other parameters are ignored.
import { type ShippingType, shippingTypes } from '#contract/fields/values.ts';
import { MAX_CITY, MAX_SEARCH } from '#contract/limits.ts';
import { requestedSlug } from '../listing/list-address.ts';

export interface SearchFilters {
  category?: string | undefined;
  town?: string | undefined;
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  available?: true | undefined;
  delivery?: ShippingType | undefined;
}

const euros = (text: string | null) => (text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined);

export const requestedWords = (search: URLSearchParams): string => (search.get('q') ?? '').trim().slice(0, MAX_SEARCH);

export function requestedFilters(search: URLSearchParams): SearchFilters {
  const town = (search.get('town') ?? '').trim();
  return {
    category: requestedSlug(search, 'category'),
    town: town !== '' && town.length <= MAX_CITY ? town : undefined,
    priceMin: euros(search.get('priceMin')),
    priceMax: euros(search.get('priceMax')),
    available: search.get('available') === 'true' || undefined,
    delivery: shippingTypes.find((type) => type === search.get('delivery')),
  };
}

/** A new text retains the filters except the category. */
export function searchAddress(q: string, filters: SearchFilters): URLSearchParams {
  const asked = Object.entries({ ...(q !== '' && { q }), ...filters }).filter(([, value]) => value !== undefined);
  return new URLSearchParams(asked.map(([key, value]) => [key, String(value)]));
}

export const filterCount = (filters: SearchFilters): number =>
  Object.values(filters).filter((value) => value !== undefined).length;
