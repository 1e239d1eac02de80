// Map outline: the market's area and rivers, cached for maps without tiles.
import { useMemo } from 'react';
import { MAP_OUTLINE } from '#contract/reads.ts';
import { type MapOutline, mapOutlineOf } from '#domain/map-outline.ts';
import { useApiQuery } from './query.ts';

/** Empty until it is known. */
export function useMapOutline(): MapOutline {
  const setting = useApiQuery(...MAP_OUTLINE).data?.value ?? '';
  return useMemo(() => mapOutlineOf(setting), [setting]);
}
