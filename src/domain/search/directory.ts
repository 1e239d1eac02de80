// Store directory: counts by town, and the server's sort order for local data.
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import type { GeoCoordinates } from '#contract/fields/values.ts';
import { distanceKm } from '../geo.ts';
import { foldText } from './search-words.ts';

interface DirectoryOrder {
  /** Nearest first. */
  place: GeoCoordinates | null;
  /** Sort by rating first, then by number of ratings. */
  bestRated: boolean;
}

/** Stores without a place or rating come last; the sort is stable. */
export function inDirectoryOrder(
  stores: readonly StoreSummary[],
  { place, bestRated }: DirectoryOrder,
): StoreSummary[] {
  const distances = new Map(
    stores.map(({ id, geoCoordinates }) => [
      id,
      place && geoCoordinates ? distanceKm(place, geoCoordinates) : Number.MAX_VALUE,
    ]),
  );
  const apart = (a: StoreSummary, b: StoreSummary) => (distances.get(a.id) ?? 0) - (distances.get(b.id) ?? 0);
  const rated = (a: StoreSummary, b: StoreSummary) =>
    (b.averageRating ?? -1) - (a.averageRating ?? -1) || b.reviewCount - a.reviewCount;
  return [...stores].sort((a, b) => (bestRated ? rated(a, b) : 0) || apart(a, b));
}

/** Number of stores in a town, ignoring accents. */
export const storesIn = (town: string, stores: readonly Pick<StoreSummary, 'address'>[]): number =>
  stores.filter(({ address }) => foldText(address.city) === foldText(town)).length;
