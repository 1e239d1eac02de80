// Which places of a map stand so close together that one pin would cover another, and how they are told apart.
import type { MapPlace } from './map-props.ts';

/** A group of places, or one place alone; of `at`, the first one's id names it at every zoom. */
export interface MapMark {
  places: readonly [MapPlace, ...MapPlace[]];
  latitude: number;
  longitude: number;
  /** Pixels aside, where pins of one spot are fanned out. */
  offset: [x: number, y: number];
}

/** Width of the world at zoom 0. */
const WORLD_PIXELS = 512;
/** Nearer than that, pins cover each other. */
const APART_PIXELS = 40;
/** From here on the street is in sight: what still stands together is one house. */
const FANNED_FROM = 16;
const FAN_STEP_PIXELS = 34;
const RADIANS = Math.PI / 180;

/** Web Mercator. */
function pixelOf({ latitude, longitude }: { latitude: number; longitude: number }, zoom: number) {
  const world = WORLD_PIXELS * 2 ** zoom;
  const north = Math.log(Math.tan(Math.PI / 4 + (latitude * RADIANS) / 2));
  return { x: (longitude / 360 + 0.5) * world, y: (0.5 - north / (2 * Math.PI)) * world };
}

/**
 * Every place stands in one mark; a group is as far from each other group as its first place is.
 * @param alone the place that is looked at: it is never hidden in a group
 */
export function marksOf(places: readonly MapPlace[], zoom: number, alone: string | null = null): MapMark[] {
  const groups: { x: number; y: number; places: [MapPlace, ...MapPlace[]] }[] = [];
  const marks: MapMark[] = [];
  for (const place of places) {
    if (place.id === alone && zoom < FANNED_FROM) {
      marks.push(markOf([place]));
      continue;
    }
    const { x, y } = pixelOf(place, zoom);
    const near = groups.find((group) => Math.hypot(group.x - x, group.y - y) < APART_PIXELS);
    if (near) near.places.push(place);
    else groups.push({ x, y, places: [place] });
  }
  for (const group of groups) {
    if (zoom < FANNED_FROM) marks.push(markOf(group.places));
    else marks.push(...fannedOut(group.places));
  }
  return marks;
}

function markOf(places: [MapPlace, ...MapPlace[]]): MapMark {
  const middle = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    places,
    latitude: middle(places.map(({ latitude }) => latitude)),
    longitude: middle(places.map(({ longitude }) => longitude)),
    offset: [0, 0],
  };
}

function fannedOut(places: readonly MapPlace[]): MapMark[] {
  if (places.length === 1) return places.map((place) => markOf([place]));
  const radius = Math.max(FAN_STEP_PIXELS / 2, (places.length * FAN_STEP_PIXELS) / (2 * Math.PI));
  return places.map((place, index) => {
    const angle = (index / places.length) * 2 * Math.PI;
    return { ...markOf([place]), offset: [Math.cos(angle) * radius, Math.sin(angle) * radius] };
  });
}
