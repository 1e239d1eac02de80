// Messages of refused calls in the checkout.
import type { WriteOutcome } from '../page/engine-port.ts';

export type RefusedOutcome = Pick<Extract<WriteOutcome<'cart.order'>, { outcome: 'refused' }>, 'violations' | 'error'>;

/** The server's message; the fallback if it failed instead of refusing. */
export function refusalSentence({ violations, error }: RefusedOutcome, fallback: string): string {
  const messages = violations.map((violation) => violation.message).join(' ');
  if (messages !== '') return messages;
  const isReasoned = ['refused', 'not-found', 'unauthorised'].includes(error.kind);
  return isReasoned && error.message !== '' ? error.message : fallback;
}
