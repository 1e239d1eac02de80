// Validates, ships and hands over an order, and shows the outcome.
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { MerchantAction } from '#domain/orders/store-order.ts';
import { writeCollected, writeOrder } from '#state/merchant-orders/store-orders.ts';
import { toast } from '#state/page/flash.ts';
import { dismissWrite } from '#state/pending/pending-actions.ts';
import { toastSaved } from '../store/saved-toast.ts';
import { useSingleWrite } from '../store/use-single-write.ts';

type Outcome = Awaited<ReturnType<typeof writeOrder>>;

const updated = 'Commande mise à jour !';
const alreadyDone = 'Déjà traité sur un autre appareil';

const wasAlreadyDone = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'notice' in answer && answer.notice === 'already';

/** Shows the outcome of a write as a short message. A refusal also remains in the list of refused writes. */
export function showOrderOutcome(result: Outcome): void {
  if (result.outcome === 'refused') toast(result.text, 'error');
  else if (result.outcome === 'sent' && wasAlreadyDone(result.answer)) {
    toast(alreadyDone);
    // Shown immediately, so not repeated later.
    void dismissWrite(result.id);
  } else toastSaved(result.outcome, updated);
}

/** An intermediate step by another device needs no message. */
async function passOver(result: Outcome): Promise<void> {
  if (result.outcome === 'sent' && wasAlreadyDone(result.answer)) await dismissWrite(result.id);
}

/** Hands over to a customer with a code, with a validation first if the order is paid and not validated. */
async function collect({ id, state }: Pick<StoreOrder, 'id' | 'state'>): Promise<Outcome> {
  if (state === 'payed') {
    const validated = await writeOrder(id, 'validate');
    if (validated.outcome === 'refused') return validated;
    await passOver(validated);
  }
  return writeCollected(id);
}

/** The next step of an order; a second click during the first is ignored. */
export function useOrderWrites(order: Pick<StoreOrder, 'id' | 'state'>) {
  const { busy, run } = useSingleWrite();
  /** Resolves to true when the step is at least saved on this device. */
  const act = async (action: MerchantAction | 'collect'): Promise<boolean> => {
    const result = await run(async () => {
      const outcome = await (action === 'collect' ? collect(order) : writeOrder(order.id, action));
      showOrderOutcome(outcome);
      return outcome;
    });
    return result !== null && result.outcome !== 'refused';
  };
  return { busy, act };
}
