// Collection slot values of the shipping form, as typed and as sent.
import type { CollectionSlots } from '#contract/fields/collection-slots.ts';
import type { StoreChanges } from '#contract/merchant/store-changes.ts';
import { CAPACITY_EXPECTED, isCapacity, SLOT_MINUTES } from '#domain/orders/slot-setting.ts';

export interface SlotValues {
  kind: 'none' | 'day' | 'slot';
  /** Of a slot. */
  minutes: string;
  /** '' without a limit. */
  capacity: string;
}

const USUAL_MINUTES = 30;

export const slotValues = ({
  collectionSlots,
}: {
  collectionSlots?: CollectionSlots | null | undefined;
}): SlotValues => ({
  kind: !collectionSlots ? 'none' : collectionSlots.minutes === null ? 'day' : 'slot',
  minutes: String(collectionSlots?.minutes ?? USUAL_MINUTES),
  capacity: collectionSlots?.capacity?.toString() ?? '',
});

export function slotChanges({ kind, minutes, capacity }: SlotValues): StoreChanges['collectionSlots'] {
  if (kind === 'none') return null;
  return {
    minutes: kind === 'day' ? null : (SLOT_MINUTES.find((known) => String(known) === minutes) ?? USUAL_MINUTES),
    capacity: capacity.trim() === '' ? null : Number(capacity),
  };
}

const isCount = (typed: string) => /^\d+$/.test(typed) && isCapacity(Number(typed));

export const capacityRule = (typed: string): true | string =>
  typed.trim() === '' || isCount(typed.trim()) || CAPACITY_EXPECTED;
