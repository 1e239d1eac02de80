// The sentence of a refused call in the order tunnel.
import type { WriteOutcome } from '../page/engine-port.ts';

export type Refused = Pick<Extract<WriteOutcome<'cart.order'>, { outcome: 'refused' }>, 'violations' | 'error'>;

/** What the market said, in its words; the fallback when it broke down instead of refusing. */
export function refusalSentence({ violations, error }: Refused, fallback: string): string {
  const said = violations.map((violation) => violation.message).join(' ');
  if (said !== '') return said;
  const isReasoned = ['refused', 'not-found', 'unauthorised'].includes(error.kind);
  return isReasoned && error.message !== '' ? error.message : fallback;
}
