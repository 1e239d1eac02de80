// A hook that validates, ships and hands over one order, and says what became of it.
import { useRef, useState } from 'react';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { MerchantAction } from '#domain/orders/store-order.ts';
import { notKeptSentence } from '#domain/text/storage-error.ts';
import { writeCollected, writeOrder } from '#state/merchant-orders/store-orders.ts';
import { toast } from '#state/page/flash.ts';
import { dismissWrite } from '#state/pending/pending-actions.ts';

type Outcome = Awaited<ReturnType<typeof writeOrder>>;

const updated = 'Commande mise à jour !';
const alreadyDone = 'Déjà traité sur un autre appareil';
const keptHere = 'Enregistré sur cet appareil, envoyé dès que possible.';

const wasAlreadyDone = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'notice' in answer && answer.notice === 'already';

/** Says in one short message what became of a write. A refusal also stays in the list of what was refused. */
export function tellOutcome(result: Outcome): void {
  if (result.outcome === 'refused') toast(result.text, 'error');
  else if (result.outcome === 'queued') toast(keptHere);
  else if (wasAlreadyDone(result.answer)) {
    toast(alreadyDone);
    // Said here and now: it needs not be said again later.
    void dismissWrite(result.id);
  } else toast(updated);
}

export const tellNotKept = (failure: unknown) => toast(notKeptSentence(failure), 'error');

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

/** The next step of one order, from wherever it is taken; a second tap while the first is on its way does nothing. */
export function useOrderWrites(order: Pick<StoreOrder, 'id' | 'state'>) {
  const [busy, setBusy] = useState(false);
  const underway = useRef(false);
  /** Resolves with whether it is done, here at least. */
  const act = async (action: MerchantAction | 'collect'): Promise<boolean> => {
    if (underway.current) return false;
    underway.current = true;
    setBusy(true);
    try {
      const result = await (action === 'collect' ? collect(order) : writeOrder(order.id, action));
      tellOutcome(result);
      return result.outcome !== 'refused';
    } catch (failure) {
      console.error(failure);
      tellNotKept(failure);
      return false;
    } finally {
      underway.current = false;
      setBusy(false);
    }
  };
  return { busy, act };
}
