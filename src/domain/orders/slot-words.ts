// Words of the collection slot of an order, in Europe/Paris.
import type { CollectionSlot } from '#contract/fields/collection-slots.ts';
import { parisDay } from '../time/dates.ts';
import { dayNamed, daysLater, type Moment, momentOf, shortHourOf } from '../time/open-when.ts';

/** Its day and minutes, of an ISO instant. */
export const momentOfInstant = (instant: string): Moment => momentOf(new Date(instant));

/** From midnight to midnight. */
export function isWholeDay({ start, end }: CollectionSlot): boolean {
  const [from, to] = [momentOfInstant(start), momentOfInstant(end)];
  return from.minutes === 0 && to.minutes === 0 && to.day === daysLater(from.day, 1);
}

/** '9 h – 9 h 30'; null for a whole day. */
export function slotHours(slot: CollectionSlot): string | null {
  if (isWholeDay(slot)) return null;
  const [from, to] = [momentOfInstant(slot.start), momentOfInstant(slot.end)];
  return `${shortHourOf(from.minutes)} – ${shortHourOf(to.minutes)}`;
}

/** 'mardi 1er décembre, 9 h – 9 h 30'; a whole day without hours. */
export function slotWords(slot: CollectionSlot, now: Date): string {
  const day = dayNamed(momentOfInstant(slot.start).day, parisDay(now));
  const hours = slotHours(slot);
  return hours === null ? day : `${day}, ${hours}`;
}

/** 'Retrait prévu mardi 1er décembre, 9 h – 9 h 30'; null for an order without a slot. */
export const collectionWords = (slot: CollectionSlot | null | undefined, now: Date): string | null =>
  slot ? `Retrait prévu ${slotWords(slot, now)}` : null;
