// In which order the stops of a round are best visited: day by day as they open, the nearest next, then bettered by turning
// stretches around and moving single stops. Guarantees: every stop once; never worse than going to the nearest next; the same
// stops give the same order, however they come in. Distances are as the crow flies, hours those of Europe/Paris.
import type { GeoCoordinates } from '#contract/fields/values.ts';
import { distanceKm } from '../geo.ts';
import { type Moment, minutesOpen, momentOf } from '../time/open-when.ts';
import { nextVisit, type RoundStop, usefulFrom, type Visit } from './round-stops.ts';

export interface RoundDay {
  /** 'YYYY-MM-DD'; null of places that are closed for months. */
  day: string | null;
  stops: RoundStop[];
}

export interface Outset {
  /** Where the person sets out; null: at the first stop, whichever that is. */
  start: GeoCoordinates | null;
  now: Date;
}

/** Less is better; what stands first counts first. */
export interface Effort {
  /** Stops that are closed by the time one gets there. */
  missed: number;
  /** From setting out to having seen the last, with a penalty for coming late. */
  minutes: number;
  km: number;
}

/** Roads are longer than the crow's way, and country roads are slow. */
const MINUTES_PER_KM = (60 * 1.3) / 40;
const MINUTES_AT_STOP = 8;
/** Who arrives later than this before a door closes is late, and each minute of that weighs as several on the way. */
const EARLY_MINUTES = 15;
const LATE_WEIGHT = 4;
/** Bettering ends by itself; this bounds what a slow phone may be asked. */
const PASSES_AT_MOST = 20;
const NO_DIFFERENCE = 1e-9;

/** Today's stops first, then those of the next days that have one; without a position a stop is the last of its day. */
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

/** Of one day: `from` is when the person sets out. */
export interface DayPlan extends Outset {
  from: Moment;
}

type Path = readonly number[];

/** The stops of a day as numbers: what lies between them, and when each is open. */
interface Ground {
  stops: RoundStop[];
  /** Without a position: they follow the others. */
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
        const away = apart(last, next);
        km += away;
        at += away * MINUTES_PER_KM;
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

/** On the day of the plan, from when there is something to take along; null: nobody knows, so it is never too late. */
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

/** What this order of stops asks for; those without a position count nothing. */
export function effortOf(order: readonly RoundStop[], plan: DayPlan): Effort {
  const ground = groundOf(order, plan);
  return ground.effort(order.map((stop) => ground.stops.indexOf(stop)).filter((index) => index >= 0));
}

/** From each stop to the nearest one that is left, whenever it closes: what a person would do without a plan. */
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
  // Without a place to set out from, whichever first stop leads to the least.
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

/** Of equals the first. */
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

/** With each stretch of it the other way around. */
function* turned(path: Path): Generator<Path> {
  for (let from = 0; from < path.length; from += 1) {
    for (let to = from + 2; to <= path.length; to += 1) {
      yield [...path.slice(0, from), ...path.slice(from, to).toReversed(), ...path.slice(to)];
    }
  }
}

/** With each stop at each other place. */
function* moved(path: Path): Generator<Path> {
  for (const [from, stop] of path.entries()) {
    const others = path.toSpliced(from, 1);
    for (let to = 0; to <= others.length; to += 1) if (to !== from) yield others.toSpliced(to, 0, stop);
  }
}

/** The person's own order: the stops it names as they named them, then what has come since. */
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
