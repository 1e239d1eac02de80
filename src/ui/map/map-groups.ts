// Which places of a map stand so close together that one pin would cover another, and how they are told apart.
import type { MapPlace } from './map-props.ts';

/** A group of places, or one place alone; of `at`, the first one's id names it at every zoom. */
export interface MapMark {
  places: readonly [MapPlace, ...MapPlace[]];
  latitude: number;
  longitude: number;
  /** Pixels aside, where pins of one spot are fanned out, or where another mark is looked at. */
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
    const isNear = (other: Group) => distance(group, other) < APART_PIXELS;
    for (let at = groups.findIndex(isNear); at !== -1; at = groups.findIndex(isNear)) {
      const [near] = groups.splice(at, 1);
      if (near) group = joined(near, group);
    }
    groups.push(group);
  }
  return groups;
}

/** What stands too close to the place that is looked at becomes one group beside it. */
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

/** At least so far from there that neither covers the other, in the direction in which it lies; to the right on the same spot. */
function pushedOff(group: Group, from: Pixel): Group {
  const away = distance(group, from);
  if (away >= APART_PIXELS) return group;
  const [x, y] = away === 0 ? [1, 0] : [(group.x - from.x) / away, (group.y - from.y) / away];
  return { ...group, x: from.x + x * APART_PIXELS, y: from.y + y * APART_PIXELS };
}

/**
 * Every place stands in one mark, and no mark covers another.
 * @param alone the place that is looked at: it is never hidden in a group, and stands where it is
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
