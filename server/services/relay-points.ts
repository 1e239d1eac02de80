// Relay point search by address.
import { asc, eq } from 'drizzle-orm';
import type { GeoCoordinates } from '#contract/fields/values.ts';
import { distanceKm } from '#domain/geo.ts';
import type { Town } from '#domain/towns.ts';
import type { Tx } from '../db/client.ts';
import { type PickupHoursRow, relayPoints } from '../db/schema/content.ts';

export interface RelayPoint {
  id: string;
  name: string;
  address1: string;
  postalCode: string;
  city: string;
  hours: PickupHoursRow[];
}
export interface FoundRelayPoint extends RelayPoint {
  /** Metres from the searched position. */
  distance: number;
}

/** Directory of relay points; a carrier's API can implement it. */
export interface RelayDirectory {
  /** Nearest first, around one of the towns, else other points of the place, else the fallback. */
  near(
    place: { postalCode: string; city: string },
    known: { towns: readonly Town[]; fallback: GeoCoordinates },
  ): Promise<FoundRelayPoint[]>;
  find(id: string): Promise<RelayPoint | undefined>;
}

const MAX_SHOWN = 12;

/** 'Étain ' equals 'ETAIN', 'St-Mihiel' equals 'Saint-Mihiel'. */
export const normalizeTown = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
    .replace(/\bste?\b/g, (short) => (short === 'st' ? 'saint' : 'sainte'));

/** Directory in the market's own table, small enough to read completely. */
export function createRelayDirectory(tx: Tx): RelayDirectory {
  return {
    find: async (id) => (await tx.select().from(relayPoints).where(eq(relayPoints.id, id)))[0],
    near: async (place, { towns, fallback }) => {
      const rows = await tx.select().from(relayPoints).orderBy(asc(relayPoints.id));
      const from = findPosition(place, rows, towns) ?? fallback;
      return rows
        .map((row) => ({ ...row, distance: Math.round(distanceKm(from, row) * 1000) }))
        .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name, 'fr'))
        .slice(0, MAX_SHOWN);
    },
  };
}

/** Position of the town by name, else the mean of points with the postal code. */
function findPosition(
  { postalCode, city }: { postalCode: string; city: string },
  points: readonly ({ postalCode: string; city: string } & GeoCoordinates)[],
  towns: readonly Town[],
): GeoCoordinates | undefined {
  const key = normalizeTown(city);
  const town = towns.find((each) => normalizeTown(each.name) === key);
  if (town) return town;
  const near = points.filter(
    (point) => point.postalCode === postalCode.trim() || (key !== '' && normalizeTown(point.city) === key),
  );
  if (near.length === 0) return undefined;
  return {
    latitude: near.reduce((sum, point) => sum + point.latitude, 0) / near.length,
    longitude: near.reduce((sum, point) => sum + point.longitude, 0) / near.length,
  };
}
