// Store order states: transitions and ranks, as tables for server and client.
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

/** Progress of a state; canceled and declined orders have none. */
export const STATE_RANKS: Readonly<Record<StoreOrderState, number>> = {
  payment_declined: -1,
  canceled: -1,
  new: 0,
  payment_pending: 1,
  payed: 2,
  validated: 3,
  shipped: 4,
};

/** Whether `state` is `target` or later, on the way payed → validated → shipped. */
export function hasReached(state: StoreOrderState, target: StoreOrderState): boolean {
  return STATE_RANKS[state] >= STATE_RANKS[target];
}
