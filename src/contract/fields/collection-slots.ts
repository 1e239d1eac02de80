// Collection slots: a store's setting, and the slot of an order.
import * as z from 'zod/mini';
import { patternText } from './values.ts';

/** Lengths of a slot that a store can choose. */
export const SLOT_MINUTES = [15, 30, 60, 120] as const;

/**
 * How customers choose when they collect at the store. `minutes`: length of a slot; null: whole days. `capacity`: most
 * orders of a slot or day; null: no limit.
 */
export const collectionSlots = z.object({ minutes: z.nullable(z.int()), capacity: z.nullable(z.int()) });
export type CollectionSlots = z.output<typeof collectionSlots>;

/** Chosen time of collection, ISO 8601; a whole day lasts from midnight to midnight in Paris. */
export const collectionSlot = z.object({ start: z.string(), end: z.string() });
export type CollectionSlot = z.output<typeof collectionSlot>;

const instant = patternText(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 24, 'Créneau incorrect.');
export const slotSent = z.object({ start: instant, end: instant });
