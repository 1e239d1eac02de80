// A hook that prepares a payment and leaves for the payment page.
import { useCallback, useState } from 'react';
import { useConfiguration } from '#state/api/configuration.ts';
import { useReturned } from '#state/page/page-restored.ts';
import { writeOnline } from '../api/online-write.ts';
import { paymentHosts, safePaymentAddress } from './payment-address.ts';
import { refusalSentence } from './refusal-sentence.ts';

const notPrepared =
  'Le paiement n’a pas pu être préparé. Rien n’a été débité, votre commande est gardée\u00a0: vous pouvez réessayer.';

/**
 * Leaves for the payment page. Answers null once on the way, else the sentence that says why one is still here.
 * `onChanged` hears that sentence when the order is no longer what it says: it wants to be made anew, and looked at.
 */
export function usePayment(onChanged?: (said: string) => void): (orderId: number) => Promise<string | null> {
  const setting = useConfiguration('paymentHosts')?.value;
  return useCallback(
    async (orderId) => {
      const result = await writeOnline('orders.preparePayment', { params: { id: orderId }, body: {} }).catch(
        () => null,
      );
      if (result?.outcome === 'refused') {
        const said = refusalSentence(result, notPrepared);
        if (result.error.code === 'order-changed') onChanged?.(said);
        return said;
      }
      if (result?.outcome !== 'sent') return notPrepared;
      const address = safePaymentAddress(result.answer.payment_url, window.location.origin, paymentHosts(setting));
      if (address === null) return 'L’adresse de paiement reçue n’est pas sûre : vous n’y avez pas été envoyé.';
      window.location.assign(address);
      return null;
    },
    [setting, onChanged],
  );
}

/** The button that leaves for the payment of an order: busy until its page is gone, or is shown again. */
export function usePayButton(orderId: number) {
  const pay = usePayment();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useReturned(() => setBusy(false));
  const begin = async () => {
    setBusy(true);
    const said = await pay(orderId);
    setProblem(said);
    if (said !== null) setBusy(false);
  };
  return { begin: () => void begin(), busy, problem };
}
