// Props of a map, for all implementations.
import type { MapOutline } from '#domain/map-outline.ts';

export interface MapPlace {
  id: string;
  name: string;
  latitude: number;
  longitude: number;
  /** Slug of the store, for the pin's colour. */
  slug: string;
  /** Number of a route stop, on its pin. */
  number?: number;
}

export interface MapPick {
  id: string;
  /** Selected without a pointer, so that the focus should follow. */
  byKeyboard: boolean;
}

export interface MarketMapProps {
  label: string;
  places: readonly MapPlace[];
  center: { latitude: number; longitude: number };
  zoom: number;
  /** Initially shows all places instead of the centre. */
  fits?: boolean;
  /** Enlarges this pin with its name; the map follows it. */
  marked?: string | null;
  onPick?: ((pick: MapPick) => void) | undefined;
  /** Makes pins draggable; on touch screens the map itself then does not pan. */
  onMove?: (to: { latitude: number; longitude: number }) => void;
  /** Routes under the pins; with one the initial zoom may be higher. */
  lines?: readonly (readonly { latitude: number; longitude: number }[])[];
  /** Area and rivers of the market, visible where tiles are missing. */
  outline: MapOutline;
  /** 30rem high, to aim well. */
  tall?: boolean;
}
