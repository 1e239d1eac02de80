// The states of a store order and the way through them, as literal tables that both sides read.
import type { StoreOrderState } from '#contract/fields/values.ts';

/** Which states may follow which. */
export const NEXT_STATES: Readonly<Record<StoreOrderState, readonly StoreOrderState[]>> = {
  new: ['payment_pending', 'canceled'],
  payment_pending: ['payed', 'payment_declined', 'canceled'],
  payed: ['validated', 'canceled'],
  payment_declined: ['canceled'],
  validated: ['shipped', 'canceled'],
  shipped: [],
  canceled: [],
};

export function canBecome(from: StoreOrderState, to: StoreOrderState): boolean {
  return NEXT_STATES[from].includes(to);
}

/** How far along; canceled and declined orders are nowhere. */
export const STATE_RANKS: Readonly<Record<StoreOrderState, number>> = {
  payment_declined: -1,
  canceled: -1,
  new: 0,
  payment_pending: 1,
  payed: 2,
  validated: 3,
  shipped: 4,
};

/** Is `state` at `target` or past it, on the way payed → validated → shipped? */
export function hasReached(state: StoreOrderState, target: StoreOrderState): boolean {
  return STATE_RANKS[state] >= STATE_RANKS[target];
}
