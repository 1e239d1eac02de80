// Map outline: the market's area, rivers and towns, cached for maps without tiles.
import { useMemo } from 'react';
import { MAP_OUTLINE } from '#contract/reads.ts';
import { type MapOutline, mapOutlineOf } from '#domain/map-outline.ts';
import { useApiQuery } from './query.ts';
import { useTowns } from './towns.ts';

/** Empty until it is known. */
export function useMapOutline(): MapOutline {
  const setting = useApiQuery(...MAP_OUTLINE).data?.value ?? '';
  const towns = useTowns();
  return useMemo(() => mapOutlineOf(setting, towns), [setting, towns]);
}
