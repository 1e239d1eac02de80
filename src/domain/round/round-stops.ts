// Where a shopper still has something to collect: the parts of their orders by the place where each of them waits.

import type { GeoCoordinates, OpeningHours } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { collectionPlace } from '../orders/collection-place.ts';
import { readyAt } from '../orders/ready-from.ts';
import { daysLater, type Hours, type Moment, momentOf, nextWindow, saysHours, weekdayOf } from '../time/open-when.ts';

export interface RoundStop {
  /** Of the place: the same whatever waits there, and fit for an address or a selector. */
  id: string;
  /** 'Boutique', 'Point relais'. */
  what: string;
  name: string;
  /** Of the shop whose goods wait there, or of the first of several: whose colour it wears. */
  slug: string;
  address: string[];
  information: string;
  hours: Hours;
  position: GeoCoordinates | null;
  /** Oldest first. */
  parts: StoreOrder[];
}

/**
 * coming: a parcel that has not left yet; there: at its place, or on the way to it; over: collected, brought, cancelled, or
 * nothing to collect at all.
 */
export type Whereabouts = 'coming' | 'there' | 'over';

/** A relay point sends back what nobody fetches for two weeks; nobody is told when something was fetched. */
const KEPT_DAYS = 21;
const DAY_MS = 86_400_000;

/** `shipped` is handed over where the shop does that itself, and sent or left at a relay point, where it then waits. */
export function whereaboutsOf(
  { shippingType, state, shippedAt, createdAt }: Pick<StoreOrder, 'shippingType' | 'state' | 'shippedAt' | 'createdAt'>,
  now: Date,
): Whereabouts {
  const isPrepared = state === 'payed' || state === 'validated';
  if (shippingType === 'store') return isPrepared ? 'there' : 'over';
  if (shippingType !== 'relay' && shippingType !== 'custom_relay') return 'over';
  if (isPrepared) return 'coming';
  const age = now.getTime() - Date.parse(shippedAt ?? createdAt);
  return state === 'shipped' && age < KEPT_DAYS * DAY_MS ? 'there' : 'over';
}

/** Those of all orders that are somewhere on their way to being collected, oldest first. */
export function partsToCollect(orders: readonly { storeOrders: readonly StoreOrder[] }[], now: Date): StoreOrder[] {
  return orders
    .flatMap(({ storeOrders }) => storeOrders)
    .filter((part) => whereaboutsOf(part, now) !== 'over')
    .toSorted((one, other) => one.id - other.id);
}

/** Several orders at one place are one stop. Each part is in one of them. */
export function stopsOf(parts: readonly StoreOrder[]): RoundStop[] {
  const stops = new Map<string, RoundStop>();
  for (const part of parts) {
    const place = placeOf(part);
    const known = stops.get(place.id);
    if (!known) stops.set(place.id, { ...place, parts: [part] });
    else {
      known.parts.push(part);
      // An answer from before it was known may be among them.
      known.position ??= place.position;
    }
  }
  return [...stops.values()];
}

function placeOf(part: StoreOrder): Omit<RoundStop, 'parts'> {
  const { store, shippingType, place } = part;
  const shown = collectionPlace(part);
  const common = {
    what: shown?.what ?? 'Point relais',
    name: shown?.name ?? 'Point relais',
    slug: store.slug,
    address: shown?.address ?? [],
    information: shown?.information ?? '',
  };
  if (shippingType === 'store') {
    const { openingHours, closedDays } = store;
    const hours = { openingHours, closedDays };
    return { ...common, id: `boutique-${store.id}`, hours, position: store.geoCoordinates ?? null };
  }
  // A shop's own point has a name and no address: that of another shop is another place. So is one that is known by nothing.
  const whose = shippingType === 'custom_relay' ? [store.id] : [];
  const id = [shown ? '' : part.id, ...whose, common.name, ...common.address].join(' ');
  return {
    ...common,
    id: `relais-${plain(id)}`,
    hours: { openingHours: (place?.hours ?? []).map(rowOf) },
    position: place?.geoCoordinates ?? null,
  };
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** 2026-11-23 is a Monday. */
const weekdayByNumber = (day: number) => weekdayOf(daysLater('2026-11-22', day));

/** A window of a relay point as a row of a shop's hours. */
const rowOf = ({ day, openHour, closeHour }: { day: number; openHour: string; closeHour: string }): OpeningHours => ({
  days: [weekdayByNumber(day)],
  morningOpeningHour: openHour,
  morningCloseHour: closeHour,
  afternoonOpeningHour: null,
  afternoonCloseHour: null,
  interrupt: false,
});

/** From when on a part can be taken along, as its shop says; null when it says nothing of it or has it ready. */
export const readyFrom = ({ store, shippingType, createdAt, items }: StoreOrder): Moment | null =>
  shippingType === 'store'
    ? readyAt(
        store,
        new Date(createdAt),
        items.map(({ product }) => product),
      )
    : null;

/** From this moment on there is something to take along at a stop. */
export function usefulFrom({ parts }: Pick<RoundStop, 'parts'>, now: Date): Moment {
  const present = momentOf(now);
  const [first = present] = parts.map((part) => readyFrom(part) ?? present).toSorted(byTime);
  return byTime(first, present) > 0 ? first : present;
}

const byTime = (one: Moment, other: Moment) => one.day.localeCompare(other.day) || one.minutes - other.minutes;

/** 'any': the place says no hours; null: it is closed for months. */
export type Visit = 'any' | { day: string; from: number; to: number } | null;

/** When it can be visited next: what is left of the window that is open, or the next one; minutes since midnight. */
export function nextVisit(stop: RoundStop, now: Date): Visit {
  if (!saysHours(stop.hours)) return 'any';
  const moment = usefulFrom(stop, now);
  const window = nextWindow(stop.hours, moment);
  if (!window) return null;
  return window.day === moment.day ? { ...window, from: Math.max(window.from, moment.minutes) } : window;
}

/** The number of the order, as its customer knows it. */
export const orderNumber = ({ order }: Pick<StoreOrder, 'order'>): string => order.slice(order.lastIndexOf('/') + 1);
