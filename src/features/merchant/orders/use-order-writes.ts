// A hook that validates and ships one order, and says what became of it.
import { useRef, useState } from 'react';
import { notKeptSentence } from '#domain/not-kept.ts';
import type { MerchantAction } from '#domain/store-order.ts';
import { toast } from '#state/page/flash.ts';
import { dismissWrite } from '#state/writes/pending-writes.ts';
import { writeOrder } from '#state/writes/store-orders.ts';

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

/** Validating and shipping one order, from its row or its page; a second tap while the first is on its way does nothing. */
export function useOrderWrites(id: number) {
  const [busy, setBusy] = useState(false);
  const underway = useRef(false);
  const act = async (action: MerchantAction) => {
    if (underway.current) return;
    underway.current = true;
    setBusy(true);
    try {
      tellOutcome(await writeOrder(id, action));
    } catch (failure) {
      console.error(failure);
      tellNotKept(failure);
    } finally {
      underway.current = false;
      setBusy(false);
    }
  };
  return { busy, act };
}
