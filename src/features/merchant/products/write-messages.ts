// What is said of a write to a product: done, kept here until there is a network, refused, or not even kept.
import { notKeptSentence } from '#domain/text/storage-error.ts';
import type { publishProduct } from '#state/merchant/products.ts';
import { toast } from '#state/page/flash.ts';

type Outcome = Awaited<ReturnType<typeof publishProduct>>;

export const keptHere = 'Enregistré sur cet appareil, envoyé dès que possible.';

/** @param done the words once the server has taken it */
export function tellOutcome(result: Outcome, done: string): void {
  if (result.outcome === 'refused') toast(result.text, 'error');
  else toast(result.outcome === 'sent' ? done : keptHere);
}

export function tellNotKept(failure: unknown): void {
  console.error(failure);
  toast(notKeptSentence(failure), 'error');
}
