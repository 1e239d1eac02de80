// Stops of a collection round: uncollected parts of orders, grouped by place.

import type { GeoCoordinates, OpeningHours } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { collectionPlace } from '../orders/collection-place.ts';
import { readyAt } from '../orders/ready-from.ts';
import { isWholeDay, momentOfInstant } from '../orders/slot-words.ts';
import { isReady } from '../orders/store-order.ts';
import {
  daysLater,
  hasOpeningHours,
  type Moment,
  momentOf,
  nextWindow,
  type StoreHours,
  weekdayOf,
} from '../time/open-when.ts';

export interface RoundStop {
  /** Id of the place; usable in addresses and selectors. */
  id: string;
  /** 'Boutique', 'Point relais'. */
  what: string;
  name: string;
  /** Slug of the (first) store at this place, for its colour. */
  slug: string;
  address: string[];
  information: string;
  hours: StoreHours;
  position: GeoCoordinates | null;
  /** Oldest first. */
  parts: StoreOrder[];
}

/**
 * coming: not shipped yet; there: at its place or on the way to it; over: collected, delivered, canceled, or nothing to
 * collect.
 */
export type Whereabouts = 'coming' | 'there' | 'over';

/** Relay points return parcels after two weeks, and collections are not reported. */
const SHOWN_DAYS = 21;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** `shipped` means handed over for stores, and in transit or waiting for relay points. */
export function whereaboutsOf(
  { shippingType, state, shippedAt, createdAt }: Pick<StoreOrder, 'shippingType' | 'state' | 'shippedAt' | 'createdAt'>,
  now: Date,
): Whereabouts {
  const isPrepared = state === 'payed' || state === 'validated';
  if (shippingType === 'store') return isPrepared ? 'there' : 'over';
  if (shippingType !== 'relay' && shippingType !== 'custom_relay') return 'over';
  if (isPrepared) return 'coming';
  const age = now.getTime() - Date.parse(shippedAt ?? createdAt);
  return state === 'shipped' && age < SHOWN_DAYS * DAY_MS ? 'there' : 'over';
}

/** Parts still to be collected, oldest first. */
export function partsToCollect(orders: readonly { storeOrders: readonly StoreOrder[] }[], now: Date): StoreOrder[] {
  return orders
    .flatMap(({ storeOrders }) => storeOrders)
    .filter((part) => whereaboutsOf(part, now) !== 'over')
    .toSorted((one, other) => one.id - other.id);
}

/** Groups parts by place; each part is in exactly one stop. */
export function stopsOf(parts: readonly StoreOrder[]): RoundStop[] {
  const stops = new Map<string, RoundStop>();
  for (const part of parts) {
    const place = placeOf(part);
    const known = stops.get(place.id);
    if (!known) stops.set(place.id, { ...place, parts: [part] });
    else {
      known.parts.push(part);
      // Older answers may lack the position.
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
  // A store's own relay point has a name but no address, so stores never share one; neither are unnamed places shared.
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

/** An opening window of a relay point as a row of opening hours. */
const rowOf = ({ day, openHour, closeHour }: { day: number; openHour: string; closeHour: string }): OpeningHours => ({
  days: [weekdayByNumber(day)],
  morningOpeningHour: openHour,
  morningCloseHour: closeHour,
  afternoonOpeningHour: null,
  afternoonCloseHour: null,
  interrupt: false,
});

/** Expected readiness or chosen slot of a part; null if the store has marked it as ready, and if it is unknown. */
export function readyFrom(part: StoreOrder): Moment | null {
  if (part.slot && part.shippingType === 'store') return momentOfInstant(part.slot.start);
  const { store, shippingType, createdAt, items } = part;
  if (shippingType !== 'store' || isReady(part)) return null;
  return readyAt(
    store,
    new Date(createdAt),
    items.map(({ product }) => product),
  );
}

/** Earliest useful visit: the first part is ready. */
export function usefulFrom({ parts }: Pick<RoundStop, 'parts'>, now: Date): Moment {
  const present = momentOf(now);
  const [first = present] = parts.map((part) => readyFrom(part) ?? present).toSorted(byTime);
  return byTime(first, present) > 0 ? first : present;
}

const byTime = (one: Moment, other: Moment) => one.day.localeCompare(other.day) || one.minutes - other.minutes;

/** 'any': no opening hours; null: closed for months. */
export type Visit = 'any' | { day: string; from: number; to: number } | null;

/** The slot that begins then. */
function slotAt({ parts }: Pick<RoundStop, 'parts'>, moment: Moment): { day: string; from: number; to: number } | null {
  for (const { slot } of parts) {
    if (!slot || isWholeDay(slot) || byTime(momentOfInstant(slot.start), moment) !== 0) continue;
    const length = (Date.parse(slot.end) - Date.parse(slot.start)) / MINUTE_MS;
    return { day: moment.day, from: moment.minutes, to: moment.minutes + length };
  }
  return null;
}

/** The chosen slot, the rest of the current opening window, or the next one; minutes since midnight. */
export function nextVisit(stop: RoundStop, now: Date): Visit {
  if (!hasOpeningHours(stop.hours)) return 'any';
  const moment = usefulFrom(stop, now);
  const slot = slotAt(stop, moment);
  if (slot) return slot;
  const window = nextWindow(stop.hours, moment);
  if (!window) return null;
  return window.day === moment.day ? { ...window, from: Math.max(window.from, moment.minutes) } : window;
}

/** Order number for the customer. */
export const orderNumber = ({ order }: Pick<StoreOrder, 'order'>): string => order.slice(order.lastIndexOf('/') + 1);
