// Collection slots: a store's setting, and the slot of an order.
import * as z from 'zod/mini';
import { boundedText } from '../bounds.ts';

/**
 * How customers choose when they collect at the store. `minutes`: length of a slot; null: whole days. `capacity`: most
 * orders of a slot or day; null: no limit.
 */
export const collectionSlots = z.object({ minutes: z.nullable(z.int()), capacity: z.nullable(z.int()) });
export type CollectionSlots = z.output<typeof collectionSlots>;

/** Chosen time of collection, ISO 8601; a whole day lasts from midnight to midnight in Paris. */
export const collectionSlot = z.object({ start: z.string(), end: z.string() });
export type CollectionSlot = z.output<typeof collectionSlot>;

/** Judged by `#domain/orders/collection-slots.ts`. */
const instant = boundedText(24);
export const slotSent = z.object({ start: instant, end: instant });
