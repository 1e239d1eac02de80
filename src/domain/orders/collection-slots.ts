// Collection slots of a store: the days or times at which an order can be collected, in Europe/Paris.
import type { CollectionSlot, CollectionSlots } from '#contract/fields/collection-slots.ts';
import { daysLater, formatClock, hasOpeningHours, momentOf, nextWindow, windowsBegunOn } from '../time/open-when.ts';
import { instantInParis } from '../time/paris-instants.ts';
import { type PreparationHours, readyAt } from './ready-from.ts';
import { isWholeDay } from './slot-words.ts';

export interface SlotStore extends PreparationHours {
  collectionSlots?: CollectionSlots | null | undefined;
}

/** Placed orders by the beginning of their slot. */
export interface BookedSlot {
  start: string;
  orders: number;
}

const DAYS_OFFERED = 14;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Without opening hours a store has no slots to choose from. */
export const asksForSlot = (store: SlotStore): boolean => Boolean(store.collectionSlots) && hasOpeningHours(store);

/**
 * Slots of the next two weeks for an order placed now, earliest first, also the full ones. The order is ready as a slot
 * begins, or within an opening of the day.
 */
export function offeredSlots(
  store: SlotStore,
  now: Date,
  articles: readonly { preOrderDate?: string | null | undefined }[] = [],
): CollectionSlot[] {
  const { collectionSlots } = store;
  const ready = readyAt(store, now, articles);
  const first = nextWindow(store, ready ?? momentOf(now));
  if (!collectionSlots || !first) return [];
  const { minutes } = collectionSlots;
  const from = Math.max(now.getTime(), ready ? instantOf(ready.day, ready.minutes) : 0);
  const slots = new Map<number, CollectionSlot>();
  // From the evening before, whose last window may end on the first day.
  for (let count = -1; count < DAYS_OFFERED; count += 1) {
    const day = daysLater(first.day, count);
    const windows = windowsBegunOn(store, day).map((window) => ({
      start: instantOf(day, window.from),
      end: instantOf(day, window.to),
    }));
    const found = minutes === null ? wholeDay(day, windows, from) : windows.flatMap((each) => cut(each, minutes));
    for (const slot of found) {
      if (minutes === null || slot.start >= from) slots.set(slot.start, presentSlot(slot));
    }
  }
  return [...slots].toSorted(([one], [other]) => one - other).map(([, slot]) => slot);
}

/** Milliseconds since 1970. */
interface Span {
  start: number;
  end: number;
}

const presentSlot = ({ start, end }: Span): CollectionSlot => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});

/** `minutes` since midnight, also above 24 h. */
const instantOf = (day: string, minutes: number): number =>
  instantInParis(daysLater(day, Math.floor(minutes / DAY_MINUTES)), formatClock(minutes % DAY_MINUTES)).getTime();

/** The day if the store is open on it after that instant. */
function wholeDay(day: string, windows: readonly Span[], from: number): Span[] {
  const whole = { start: instantOf(day, 0), end: instantOf(day, DAY_MINUTES) };
  return whole.end > from && windows.some(({ end }) => end > from) ? [whole] : [];
}

/** The last slot of a window may be shorter. */
function cut({ start, end }: Span, minutes: number): Span[] {
  const length = minutes * MINUTE_MS;
  return Array.from({ length: Math.ceil((end - start) / length) }, (_, index) => ({
    start: start + index * length,
    end: Math.min(end, start + (index + 1) * length),
  }));
}

const isSame = (one: CollectionSlot, other: CollectionSlot) =>
  Date.parse(one.start) === Date.parse(other.start) && Date.parse(one.end) === Date.parse(other.end);

/** Places left; null without a limit. Orders count by the beginning of their slot, also after its length has changed. */
export function placesLeft(
  { start, end }: CollectionSlot,
  { capacity }: CollectionSlots,
  booked: readonly BookedSlot[],
): number | null {
  if (capacity === null) return null;
  const [from, to] = [Date.parse(start), Date.parse(end)];
  const inside = booked.filter((slot) => Date.parse(slot.start) >= from && Date.parse(slot.start) < to);
  return Math.max(0, capacity - inside.reduce((sum, { orders }) => sum + orders, 0));
}

export const slotRequired = ({ collectionSlots }: SlotStore): string =>
  collectionSlots?.minutes === null ? 'Choisissez un jour de retrait.' : 'Choisissez un créneau de retrait.';

/** Why an order cannot be collected then; null if it can. `left`: places left, null without a limit. */
export function slotProblem(
  store: SlotStore,
  slot: CollectionSlot | null,
  { now, articles, left }: { now: Date; articles: Parameters<typeof offeredSlots>[2]; left: number | null },
): string | null {
  if (!asksForSlot(store)) return null;
  if (slot === null || Number.isNaN(Date.parse(slot.start) + Date.parse(slot.end))) return slotRequired(store);
  const name = isWholeDay(slot) ? 'Ce jour de retrait' : 'Ce créneau de retrait';
  if (Date.parse(slot.end) <= now.getTime()) return `${name} est passé, choisissez-en un autre.`;
  if (!offeredSlots(store, now, articles).some((offered) => isSame(offered, slot))) {
    return `${name} n’est plus proposé, choisissez-en un autre.`;
  }
  return left === 0 ? `${name} est complet, choisissez-en un autre.` : null;
}
