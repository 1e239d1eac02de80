import type { GeoCoordinates } from '#contract/values.ts';
import { TOWNS } from '#domain/geo.ts';

/** The towns of the market by name; where they are is the domain's to say. */
export const postalCodes = {
  Verdun: '55100',
  Stenay: '55700',
  'Dun-sur-Meuse': '55110',
  Montmédy: '55600',
  'Clermont-en-Argonne': '55120',
  Varennes: '55270',
  'Dieue-sur-Meuse': '55320',
  Souilly: '55220',
  Spincourt: '55230',
  Damvillers: '55150',
  Etain: '55400',
  'Bar-le-Duc': '55000',
  Commercy: '55200',
  'Saint-Mihiel': '55300',
} as const;

export type Town = keyof typeof postalCodes;

export const townNames = Object.keys(postalCodes) as Town[];

export function placeOf(town: Town): GeoCoordinates & { postalCode: string } {
  const found = TOWNS.find((each) => each.name === town);
  if (!found) throw new Error(`Unknown town '${town}'`);
  return { postalCode: postalCodes[town], latitude: found.latitude, longitude: found.longitude };
}
