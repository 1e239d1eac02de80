// What a map is given, whoever draws it.

export interface MapPlace {
  id: string;
  name: string;
  latitude: number;
  longitude: number;
  /** Of the shop: its pin wears its colour. */
  slug: string;
  /** Of a stop on a way: it stands on its pin. */
  number?: number;
}

export interface MapPick {
  id: string;
  /** Without a pointer: whoever picked goes on with the keyboard, or with what is read out. */
  byKeyboard: boolean;
}

export interface MarketMapProps {
  label: string;
  places: readonly MapPlace[];
  center: { latitude: number; longitude: number };
  zoom: number;
  /** It opens on all of its places, and not on the centre alone. */
  fits?: boolean;
  /** Its pin is larger and says its name; the map follows it. */
  marked?: string | null;
  onPick?: ((pick: MapPick) => void) | undefined;
  /** Its pins can be dragged to where they belong; under a finger the map then stays where it is, and the page scrolls. */
  onMove?: (to: { latitude: number; longitude: number }) => void;
  /** Each a way from point to point, under the pins; with one the map opens as near as it may. */
  lines?: readonly (readonly { latitude: number; longitude: number }[])[];
  /** 30rem high, to aim well. */
  tall?: boolean;
}
