// Towns of the market, and the middle of its maps.
import { useMemo } from 'react';
import { MAP_CENTER_SETTING, MAP_ZOOM_SETTING, mapViewOf, TOWNS_SETTING, type Town, townsOf } from '#domain/towns.ts';
import { useConfiguration } from './configuration.ts';

/** Empty until they are known. */
export function useTowns(): readonly Town[] {
  const setting = useConfiguration(TOWNS_SETTING)?.value ?? '';
  return useMemo(() => townsOf(setting), [setting]);
}

export function useMapView(): ReturnType<typeof mapViewOf> {
  const towns = useTowns();
  const center = useConfiguration(MAP_CENTER_SETTING)?.value ?? '';
  const zoom = useConfiguration(MAP_ZOOM_SETTING)?.value ?? '';
  return useMemo(() => mapViewOf({ center, zoom }, towns), [center, zoom, towns]);
}
