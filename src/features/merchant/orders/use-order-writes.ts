// A hook that validates, ships and hands over one order, and says what became of it.
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

/** Says in one short message what became of a write. A refusal also stays in the list of what was refused. */
export function tellOutcome(result: Outcome): void {
  if (result.outcome === 'refused') toast(result.text, 'error');
  else if (result.outcome === 'sent' && wasAlreadyDone(result.answer)) {
    toast(alreadyDone);
    // Said here and now: it needs not be said again later.
    void dismissWrite(result.id);
  } else toastSaved(result.outcome, updated);
}

/** Nobody needs to hear that a step on the way was made elsewhere. */
async function passOver(result: Outcome): Promise<void> {
  if (result.outcome === 'sent' && wasAlreadyDone(result.answer)) await dismissWrite(result.id);
}

/** To a customer who stands there with the code: what is paid and not validated yet is, on the way. */
async function collect({ id, state }: Pick<StoreOrder, 'id' | 'state'>): Promise<Outcome> {
  if (state === 'payed') {
    const validated = await writeOrder(id, 'validate');
    if (validated.outcome === 'refused') return validated;
    await passOver(validated);
  }
  return writeCollected(id);
}

/** The next step of one order, from wherever it is taken. */
export function useOrderWrites(order: Pick<StoreOrder, 'id' | 'state'>) {
  const { busy, run } = useSingleWrite();
  /** Resolves with whether it is done, here at least. */
  const act = async (action: MerchantAction | 'collect'): Promise<boolean> => {
    const result = await run(async () => {
      const outcome = await (action === 'collect' ? collect(order) : writeOrder(order.id, action));
      tellOutcome(outcome);
      return outcome;
    });
    return result !== null && result.outcome !== 'refused';
  };
  return { busy, act };
}
