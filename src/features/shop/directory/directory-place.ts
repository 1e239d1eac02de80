// The place the directory is looked at from.
import { TOWNS } from '#domain/geo.ts';

/** Where the directory is looked at from. */
export interface DirectoryPlace {
  latitude: number;
  longitude: number;
  name: string;
}

export const OWN_POSITION = 'Ma position';
/** Verdun. */
export const DEFAULT_CENTER = { latitude: 49.16, longitude: 5.38 };
/** When the device can't say where it is. */
export const FALLBACK_CENTER = { latitude: 49.2, longitude: 5.37 };

const WRITTEN = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?),(.{1,60})$/;
/** About a hundred metres: near enough to sort shops, and all that an address which is passed on says of someone. */
const DECIMALS = 3;

/** 'lat,lng,name', as the address and the API write it. */
export const writtenPlace = ({ latitude, longitude, name }: DirectoryPlace): string =>
  `${latitude},${longitude},${name}`;

/** The place that an address names; null when it names none. */
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
