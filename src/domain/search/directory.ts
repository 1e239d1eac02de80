// The directory: how many stand where, and in which order, as the server gives it: what the device holds is put into it at once.
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import type { GeoCoordinates } from '#contract/fields/values.ts';
import { distanceKm } from '../geo.ts';
import { fold } from './search-words.ts';

interface DirectoryOrder {
  /** Nearest first. */
  place: GeoCoordinates | null;
  /** Before all else: best rated first, of equals the one that more people have rated. */
  bestRated: boolean;
}

/** Shops without a place or a rating come last; equals stay as they stand. */
export function inDirectoryOrder(
  stores: readonly StoreSummary[],
  { place, bestRated }: DirectoryOrder,
): StoreSummary[] {
  const away = new Map(
    stores.map(({ id, geoCoordinates }) => [
      id,
      place && geoCoordinates ? distanceKm(place, geoCoordinates) : Number.MAX_VALUE,
    ]),
  );
  const apart = (a: StoreSummary, b: StoreSummary) => (away.get(a.id) ?? 0) - (away.get(b.id) ?? 0);
  const rated = (a: StoreSummary, b: StoreSummary) =>
    (b.averageRating ?? -1) - (a.averageRating ?? -1) || b.reviewCount - a.reviewCount;
  return [...stores].sort((a, b) => (bestRated ? rated(a, b) : 0) || apart(a, b));
}

/** How many of them stand in this town, however its accents are written. */
export const storesIn = (town: string, stores: readonly Pick<StoreSummary, 'address'>[]): number =>
  stores.filter(({ address }) => fold(address.city) === fold(town)).length;
