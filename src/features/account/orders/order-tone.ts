// Tone of an order's state.
import type { StoreOrderState } from '#contract/fields/values.ts';

type Tone = 'green' | 'straw' | 'brick' | 'quiet';

/** Failures first, then pending, then successful states. */
export function toneOf(states: readonly StoreOrderState[]): Tone {
  if (states.includes('payment_declined')) return 'brick';
  const live = states.filter((state) => state !== 'canceled');
  if (live.length === 0) return 'quiet';
  return live.some((state) => state === 'new' || state === 'payment_pending') ? 'straw' : 'green';
}
