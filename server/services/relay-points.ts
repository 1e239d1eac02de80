// Finds relay points near an address.
import { asc, eq } from 'drizzle-orm';
import type { GeoCoordinates } from '#contract/fields/values.ts';
import { distanceKm, TOWNS } from '#domain/geo.ts';
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
  /** Metres from where they were looked for. */
  distance: number;
}

/** Where parcels may be collected; a carrier's own directory can stand behind the same interface. */
export interface RelayDirectory {
  /** Nearest first. */
  near(place: { postalCode: string; city: string }, fallback: GeoCoordinates | null): Promise<FoundRelayPoint[]>;
  find(id: string): Promise<RelayPoint | undefined>;
}

const SHOWN = 12;
/** Where the market is when neither the town nor the shop is known. */
const MIDDLE: GeoCoordinates = { latitude: 49.16, longitude: 5.38 };

/** 'Étain ' and 'ETAIN', 'St-Mihiel' and 'Saint-Mihiel' are one town. */
export const townKey = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
    .replace(/\bste?\b/g, (short) => (short === 'st' ? 'saint' : 'sainte'));

/** The market's own table, small enough to be compared as a whole. */
export function tableOfRelayPoints(tx: Tx): RelayDirectory {
  return {
    find: async (id) => (await tx.select().from(relayPoints).where(eq(relayPoints.id, id)))[0],
    near: async (place, fallback) => {
      const rows = await tx.select().from(relayPoints).orderBy(asc(relayPoints.id));
      const from = placeOf(place, rows) ?? fallback ?? MIDDLE;
      return rows
        .map((row) => ({ ...row, distance: Math.round(distanceKm(from, row) * 1000) }))
        .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name, 'fr'))
        .slice(0, SHOWN);
    },
  };
}

/** By the town's name, else by what has its postal code. */
function placeOf(
  { postalCode, city }: { postalCode: string; city: string },
  points: readonly ({ postalCode: string; city: string } & GeoCoordinates)[],
): GeoCoordinates | undefined {
  const key = townKey(city);
  const town = TOWNS.find((each) => townKey(each.name) === key);
  if (town) return town;
  const near = points.filter(
    (point) => point.postalCode === postalCode.trim() || (key !== '' && townKey(point.city) === key),
  );
  if (near.length === 0) return undefined;
  return {
    latitude: near.reduce((sum, point) => sum + point.latitude, 0) / near.length,
    longitude: near.reduce((sum, point) => sum + point.longitude, 0) / near.length,
  };
}
