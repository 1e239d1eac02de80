// The sentence of a refused call in the order tunnel.
import type { WriteOutcome } from '../page/engine-port.ts';

type Refused = Extract<WriteOutcome<'cart.order'>, { outcome: 'refused' }>;

/** What the market said, in its words; the fallback when it broke down instead of refusing. */
export function refusalSentence(
  { violations, error }: Pick<Refused, 'violations' | 'error'>,
  fallback: string,
): string {
  const said = violations.map((violation) => violation.message).join(' ');
  if (said !== '') return said;
  const isReasoned = error.kind === 'refused' || error.kind === 'not-found';
  return isReasoned && error.message !== '' ? error.message : fallback;
}
