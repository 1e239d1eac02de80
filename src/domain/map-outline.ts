// Map outline: the market's area, rivers and towns, for maps without tiles. Data of the market, a few hundred points.
import type { GeoCoordinates } from '#contract/fields/values.ts';
import type { Town } from './towns.ts';

/** Key of the market's setting with the outline. */
export const MAP_OUTLINE_SETTING = 'mapOutline';

export interface MapOutline {
  /** Closed shapes. */
  areas: readonly (readonly GeoCoordinates[])[];
  rivers: readonly { name: string; line: readonly GeoCoordinates[] }[];
  towns: readonly Town[];
}

/**
 * Reads the setting: a line each, 'area: 44.10,3.00 44.20,3.10 …' or 'river Le Tarn: 44.10,3.08 …', latitude first.
 * Skips what it cannot read.
 */
export function mapOutlineOf(setting: string, towns: readonly Town[]): MapOutline {
  const lines = setting.split('\n').flatMap((text) => {
    const [, kind, name = '', points = ''] = /^\s*(area|river)\b([^:]*):(.*)$/.exec(text) ?? [];
    const line = points.trim().split(/\s+/).flatMap(pointOf);
    return kind && line.length > 1 ? [{ kind, name: name.trim(), line }] : [];
  });
  return {
    areas: lines.filter(({ kind }) => kind === 'area').map(({ line }) => line),
    rivers: lines.filter(({ kind }) => kind === 'river').map(({ name, line }) => ({ name, line })),
    towns,
  };
}

function pointOf(text: string): GeoCoordinates[] {
  const [latitude, longitude] = text.split(',').map(Number);
  const isKnown =
    latitude !== undefined && longitude !== undefined && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isKnown ? [{ latitude, longitude }] : [];
}
