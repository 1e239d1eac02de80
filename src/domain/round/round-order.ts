// Collection round: the order of its stops. Days by opening hours, then nearest neighbour, improved by 2-opt and by
// moving single stops.
// Guarantees: each stop once; never worse than nearest neighbour; independent of the input order.
// Distances are straight lines, hours in Europe/Paris.
import type { GeoCoordinates } from '#contract/fields/values.ts';
import { distanceKm } from '../geo.ts';
import { type Moment, minutesOpen, momentOf } from '../time/open-when.ts';
import { nextVisit, type RoundStop, usefulFrom, type Visit } from './round-stops.ts';

export interface RoundDay {
  /** 'YYYY-MM-DD'; null if the place is closed for months. */
  day: string | null;
  stops: RoundStop[];
}

export interface Outset {
  /** Starting point; null starts at the first stop. */
  start: GeoCoordinates | null;
  now: Date;
}

/** Cost of a path, compared field by field; lower is better. */
export interface Effort {
  /** Stops that are closed on arrival. */
  missed: number;
  /** Total duration, with a penalty for late arrivals. */
  minutes: number;
  km: number;
}

/** Roads are longer than the crow's way, and country roads are slow. */
const MINUTES_PER_KM = (60 * 1.3) / 40;
const MINUTES_AT_STOP = 8;
/** An arrival later than this before closing time is late; each late minute is weighted. */
const EARLY_MINUTES = 15;
const LATE_WEIGHT = 4;
/** Limits the work on a slow phone; the search usually ends earlier. */
const PASSES_AT_MOST = 20;
const NO_DIFFERENCE = 1e-9;

/** Groups stops by day, today first; stops without a position are last in their day. */
export function planRound(stops: readonly RoundStop[], { start, now }: Outset): RoundDay[] {
  const days = new Map<string | null, { stop: RoundStop; visit: Visit }[]>();
  for (const stop of stops) {
    const visit = nextVisit(stop, now);
    const day = visit === 'any' ? usefulFrom(stop, now).day : (visit?.day ?? null);
    days.set(day, [...(days.get(day) ?? []), { stop, visit }]);
  }
  return [...days]
    .toSorted(([one], [other]) => (one ?? '9').localeCompare(other ?? '9'))
    .map(([day, visits]) => {
      const opening = visits.flatMap(({ visit }) => (visit === 'any' || !visit ? [] : [visit.from]));
      const present = momentOf(now);
      const from = day === null || day === present.day ? present : { day, minutes: Math.min(...opening, 24 * 60) };
      return {
        day,
        stops: inGoodOrder(
          visits.map(({ stop }) => stop),
          { start, from, now },
        ),
      };
    });
}

/** One day; `from` is the departure time. */
export interface DayPlan extends Outset {
  from: Moment;
}

type Path = readonly number[];

/** The stops of a day by index, with distances and opening windows. */
interface Ground {
  stops: RoundStop[];
  /** Stops without a position; they come last. */
  nowhere: RoundStop[];
  apart(one: number | null, other: number): number;
  effort(path: Path): Effort;
}

function groundOf(given: readonly RoundStop[], plan: DayPlan): Ground {
  const all = given.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const stops = all.filter(({ position }) => position !== null);
  const between = stops.map((one) => stops.map((other) => kmBetween(one.position, other.position)));
  const fromStart = stops.map(({ position }) => kmBetween(plan.start, position));
  const open = stops.map((stop) => windowsOf(stop, plan));
  const apart = (one: number | null, other: number) => (one === null ? fromStart[other] : between[one]?.[other]) ?? 0;
  return {
    stops,
    nowhere: all.filter(({ position }) => position === null),
    apart,
    effort(path) {
      let [at, missed, late, km] = [plan.from.minutes, 0, 0, 0];
      let last: number | null = null;
      for (const next of path) {
        const legKm = apart(last, next);
        km += legKm;
        at += legKm * MINUTES_PER_KM;
        const windows = open[next] ?? null;
        const window = windows?.find(({ to }) => to > at);
        const closes = (window ?? windows?.at(-1))?.to ?? Number.POSITIVE_INFINITY;
        if (windows && !window) missed += 1;
        late += Math.max(0, at + EARLY_MINUTES - closes);
        at = Math.max(at, window?.from ?? at) + MINUTES_AT_STOP;
        last = next;
      }
      return { missed, minutes: at - plan.from.minutes + LATE_WEIGHT * late, km };
    },
  };
}

const kmBetween = (one: GeoCoordinates | null, other: GeoCoordinates | null) =>
  one && other ? distanceKm(one, other) : 0;

/** Opening windows on the day of the plan, after the goods are ready; null without opening hours. */
function windowsOf(stop: RoundStop, { from, now }: DayPlan): { from: number; to: number }[] | null {
  if (nextVisit(stop, now) === 'any') return null;
  const useful = usefulFrom(stop, now);
  const since = useful.day === from.day ? useful.minutes : 0;
  const windows = minutesOpen(stop.hours, from.day).filter(({ to }) => to > since);
  return windows.map((window) => ({ ...window, from: Math.max(window.from, since) }));
}

/** Less than nothing: the first is better. */
export function compareEfforts(one: Effort, other: Effort): number {
  const [missed, minutes, km] = [one.missed - other.missed, one.minutes - other.minutes, one.km - other.km];
  return [missed, minutes, km].find((difference) => Math.abs(difference) > NO_DIFFERENCE) ?? 0;
}

/** Cost of this order of stops; ignores stops without a position. */
export function effortOf(order: readonly RoundStop[], plan: DayPlan): Effort {
  const ground = groundOf(order, plan);
  return ground.effort(order.map((stop) => ground.stops.indexOf(stop)).filter((index) => index >= 0));
}

/** Nearest neighbour, regardless of opening hours. */
export function nearestNext(stops: readonly RoundStop[], plan: DayPlan): RoundStop[] {
  const ground = groundOf(stops, plan);
  return ofPath(ground, nearestPath(ground, plan));
}

export function inGoodOrder(stops: readonly RoundStop[], plan: DayPlan): RoundStop[] {
  const ground = groundOf(stops, plan);
  return ofPath(ground, bettered(ground, nearestPath(ground, plan)));
}

const ofPath = ({ stops, nowhere }: Ground, path: Path): RoundStop[] => [
  ...path.flatMap((index) => stops[index] ?? []),
  ...nowhere,
];

function nearestPath(ground: Ground, { start }: DayPlan): Path {
  const all = [...ground.stops.keys()];
  // Without a starting point, try each first stop.
  const beginnings = start || all.length === 0 ? [[]] : all.map((first) => [first]);
  return best(
    ground,
    beginnings.map((beginning) => {
      const path: number[] = [...beginning];
      while (path.length < all.length) {
        const here = path.at(-1) ?? null;
        const left = all.filter((index) => !path.includes(index));
        path.push(left.reduce((near, next) => (ground.apart(here, next) < ground.apart(here, near) ? next : near)));
      }
      return path;
    }),
  );
}

/** The first of equal paths. */
function best({ effort }: Ground, [first = [], ...others]: readonly Path[]): Path {
  let [least, asks]: [Path, Effort] = [first, effort(first)];
  for (const path of others) {
    const own = effort(path);
    if (compareEfforts(own, asks) < 0) [least, asks] = [path, own];
  }
  return least;
}

function bettered(ground: Ground, begun: Path): Path {
  let path = begun;
  for (let pass = 0; pass < PASSES_AT_MOST; pass += 1) {
    const better = best(ground, [path, ...turned(path), ...moved(path)]);
    if (better === path) break;
    path = better;
  }
  return path;
}

/** All paths with one reversed section (2-opt). */
function* turned(path: Path): Generator<Path> {
  for (let from = 0; from < path.length; from += 1) {
    for (let to = from + 2; to <= path.length; to += 1) {
      yield [...path.slice(0, from), ...path.slice(from, to).toReversed(), ...path.slice(to)];
    }
  }
}

/** All paths with one stop moved. */
function* moved(path: Path): Generator<Path> {
  for (const [from, stop] of path.entries()) {
    const others = path.toSpliced(from, 1);
    for (let to = 0; to <= others.length; to += 1) if (to !== from) yield others.toSpliced(to, 0, stop);
  }
}

/** The user's own order first, then new stops. */
export function inOwnOrder(stops: readonly RoundStop[], own: readonly string[]): RoundStop[] {
  const rank = new Map(own.map((id, index) => [id, index]));
  const rankOf = ({ id }: RoundStop) => rank.get(id) ?? own.length;
  return stops.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Kilometres to each stop from the one before, the first from the start; null where one of the two has no position. */
export function legsOf(stops: readonly RoundStop[], start: GeoCoordinates | null): (number | null)[] {
  return stops.map(({ position }, index) => {
    const before = index === 0 ? start : stops[index - 1]?.position;
    return before && position ? distanceKm(before, position) : null;
  });
}
