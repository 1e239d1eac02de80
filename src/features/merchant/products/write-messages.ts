// What is said of a write to a product: done, on this device until there is a network, or refused.
import type { publishProduct } from '#state/merchant/products.ts';
import { toast } from '#state/page/flash.ts';
import { toastSaved } from '../store/saved-toast.ts';

type Outcome = Awaited<ReturnType<typeof publishProduct>>;

/** @param done the words once the server has taken it */
export function tellOutcome(result: Outcome, done: string): void {
  if (result.outcome === 'refused') toast(result.text, 'error');
  else toastSaved(result.outcome, done);
}
