// Rules of a store's collection slots, for its form and the server.
import type { CollectionSlots } from '#contract/fields/collection-slots.ts';
import { MAX_SLOT_ORDERS } from '#contract/limits.ts';

/** Lengths of a slot that a store can choose. */
export const SLOT_MINUTES: readonly number[] = [15, 30, 60, 120];

export const CAPACITY_EXPECTED = `Nombre entier attendu, de 1 à ${MAX_SLOT_ORDERS}.`;

export const isCapacity = (orders: number): boolean => orders >= 1 && orders <= MAX_SLOT_ORDERS;

/** Mistakes by field. */
export function slotSettingMistakes({ minutes, capacity }: CollectionSlots): {
  [field in keyof CollectionSlots]?: string;
} {
  return {
    ...(minutes !== null && !SLOT_MINUTES.includes(minutes) && { minutes: 'Durée inconnue.' }),
    ...(capacity !== null && !isCapacity(capacity) && { capacity: CAPACITY_EXPECTED }),
  };
}
