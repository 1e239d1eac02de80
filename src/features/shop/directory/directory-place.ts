// Centre of the directory.
import type { Town } from '#domain/towns.ts';

/** Centre of the directory's search. */
export interface DirectoryPlace {
  latitude: number;
  longitude: number;
  name: string;
}

export const OWN_POSITION = 'Ma position';

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

export const townNamed = (towns: readonly Town[], name: string): DirectoryPlace | null =>
  towns.find((town) => town.name === name) ?? null;
