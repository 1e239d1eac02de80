// Map groups: clusters places whose pins would overlap.
import type { MapPlace } from './map-props.ts';

/** A group or a single place; its first id identifies it at every zoom. */
export interface MapMark {
  places: readonly [MapPlace, ...MapPlace[]];
  latitude: number;
  longitude: number;
  /** Offset in pixels, for pins at one spot or beside the marked one. */
  offset: [x: number, y: number];
}

/** Width of the world at zoom 0. */
const WORLD_PIXELS = 512;
/** Nearer than that, pins cover each other. */
const APART_PIXELS = 40;
/** From this zoom on, places still together share an address and are fanned out. */
const FANNED_FROM = 16;
const FAN_STEP_PIXELS = 34;
const RADIANS = Math.PI / 180;

/** Web Mercator. */
function pixelOf({ latitude, longitude }: { latitude: number; longitude: number }, zoom: number): Pixel {
  const world = WORLD_PIXELS * 2 ** zoom;
  const north = Math.log(Math.tan(Math.PI / 4 + (latitude * RADIANS) / 2));
  return { x: (longitude / 360 + 0.5) * world, y: (0.5 - north / (2 * Math.PI)) * world };
}

interface Pixel {
  x: number;
  y: number;
}

interface Group extends Pixel {
  places: [MapPlace, ...MapPlace[]];
}

const distance = (one: Pixel, other: Pixel) => Math.hypot(one.x - other.x, one.y - other.y);

/** Merges two groups around their centre. */
function joined(one: Group, other: Group): Group {
  const [left, right] = [one.places.length, other.places.length];
  const middle = (at: 'x' | 'y') => (one[at] * left + other[at] * right) / (left + right);
  return { places: [...one.places, ...other.places], x: middle('x'), y: middle('y') };
}

/** A merged group may overlap another one, so merging repeats. */
function groupsOf(places: readonly MapPlace[], zoom: number): Group[] {
  const groups: Group[] = [];
  for (const place of places) {
    let group: Group = { places: [place], ...pixelOf(place, zoom) };
    const isNear = (other: Group) => distance(group, other) < APART_PIXELS;
    for (let at = groups.findIndex(isNear); at !== -1; at = groups.findIndex(isNear)) {
      const [near] = groups.splice(at, 1);
      if (near) group = joined(near, group);
    }
    groups.push(group);
  }
  return groups;
}

/** Groups the places that overlap the marked one, beside it. */
function besideIt(groups: readonly Group[], lookedAt: Pixel): Group[] {
  const apart = [...groups];
  let beside: Group | null = null;
  const isCovered = (group: Group) =>
    distance(group, lookedAt) < APART_PIXELS || (beside !== null && distance(group, beside) < APART_PIXELS);
  for (let at = apart.findIndex(isCovered); at !== -1; at = apart.findIndex(isCovered)) {
    const [group] = apart.splice(at, 1);
    if (group) beside = pushedOff(beside ? joined(beside, group) : group, lookedAt);
  }
  return beside ? [...apart, beside] : apart;
}

/** Smallest offset without an overlap, in its own direction; to the right at the same spot. */
function pushedOff(group: Group, from: Pixel): Group {
  const offset = distance(group, from);
  if (offset >= APART_PIXELS) return group;
  const [x, y] = offset === 0 ? [1, 0] : [(group.x - from.x) / offset, (group.y - from.y) / offset];
  return { ...group, x: from.x + x * APART_PIXELS, y: from.y + y * APART_PIXELS };
}

/**
 * Every place is in exactly one mark, and marks do not overlap.
 * @param alone the marked place, which is never grouped or moved
 */
export function marksOf(places: readonly MapPlace[], zoom: number, alone: string | null = null): MapMark[] {
  if (zoom >= FANNED_FROM) return groupsOf(places, zoom).flatMap((group) => fannedOut(group.places));
  const lookedAt = places.find(({ id }) => id === alone);
  const others = groupsOf(
    places.filter(({ id }) => id !== alone),
    zoom,
  );
  if (!lookedAt) return others.map(({ places: grouped }) => markOf(grouped));
  const marks = besideIt(others, pixelOf(lookedAt, zoom)).map((group) => {
    const mark = markOf(group.places);
    const middle = pixelOf(mark, zoom);
    return { ...mark, offset: [group.x - middle.x, group.y - middle.y] as [number, number] };
  });
  return [markOf([lookedAt]), ...marks];
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
