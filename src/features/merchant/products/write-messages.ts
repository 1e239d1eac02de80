// Messages after a write to a product: done, stored on the device, or refused.
import type { publishProduct } from '#state/merchant/products.ts';
import { toast } from '#state/page/flash.ts';
import { toastSaved } from '../store/saved-toast.ts';

type WriteOutcome = Awaited<ReturnType<typeof publishProduct>>;

/** @param done message after the server's answer */
export function showWriteOutcome(result: WriteOutcome, done: string): void {
  if (result.outcome === 'refused') toast(result.text, 'error');
  else toastSaved(result.outcome, done);
}
