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

interface Group {
  places: [MapPlace, ...MapPlace[]];
  x: number;
  y: number;
}

/** With the other's places, in the middle of all. */
function joined(one: Group, other: Group): Group {
  const [left, right] = [one.places.length, other.places.length];
  const middle = (at: 'x' | 'y') => (one[at] * left + other[at] * right) / (left + right);
  return { places: [...one.places, ...other.places], x: middle('x'), y: middle('y') };
}

/** A group that has grown may stand nearer to another one than either of its places does: they are joined, too. */
function groupsOf(places: readonly MapPlace[], zoom: number): Group[] {
  const groups: Group[] = [];
  for (const place of places) {
    let group: Group = { places: [place], ...pixelOf(place, zoom) };
    const isNear = ({ x, y }: Group) => Math.hypot(group.x - x, group.y - y) < APART_PIXELS;
    for (let at = groups.findIndex(isNear); at !== -1; at = groups.findIndex(isNear)) {
      const [near] = groups.splice(at, 1);
      if (near) group = joined(near, group);
    }
    groups.push(group);
  }
  return groups;
}

/**
 * Every place stands in one mark, and no mark covers another, but for the one that is looked at.
 * @param alone the place that is looked at: it is never hidden in a group
 */
export function marksOf(places: readonly MapPlace[], zoom: number, alone: string | null = null): MapMark[] {
  if (zoom >= FANNED_FROM) return groupsOf(places, zoom).flatMap((group) => fannedOut(group.places));
  const lookedAt = places.filter(({ id }) => id === alone).map((place) => markOf([place]));
  const others = places.filter(({ id }) => id !== alone);
  return [...lookedAt, ...groupsOf(others, zoom).map((group) => markOf(group.places))];
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
