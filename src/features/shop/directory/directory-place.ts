// Centre of the directory.
import { TOWNS } from '#domain/geo.ts';

/** Centre of the directory's search. */
export interface DirectoryPlace {
  latitude: number;
  longitude: number;
  name: string;
}

export const OWN_POSITION = 'Ma position';
/** Verdun. */
export const DEFAULT_CENTER = { latitude: 49.16, longitude: 5.38 };
/** Used if the device has no position. */
export const FALLBACK_CENTER = { latitude: 49.2, longitude: 5.37 };

const WRITTEN = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?),(.{1,60})$/;
/** About a hundred metres: sufficient for sorting, and coarse enough for a shared address. */
const DECIMALS = 3;

/** 'lat,lng,name', the format of the address and the API. */
export const writtenPlace = ({ latitude, longitude, name }: DirectoryPlace): string =>
  `${latitude},${longitude},${name}`;

/** Parses the place of an address; null without one. */
export function placeIn(written: string | null): DirectoryPlace | null {
  const match = WRITTEN.exec(written ?? '');
  if (!match) return null;
  const [latitude, longitude, name = ''] = [Number(match[1]), Number(match[2]), match[3]];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude, name } : null;
}

export function ownPlace({ latitude, longitude }: { latitude: number; longitude: number }): DirectoryPlace {
  return {
    latitude: Number(latitude.toFixed(DECIMALS)),
    longitude: Number(longitude.toFixed(DECIMALS)),
    name: OWN_POSITION,
  };
}

export const townNamed = (name: string): DirectoryPlace | null => TOWNS.find((town) => town.name === name) ?? null;
