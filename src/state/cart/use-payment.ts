// Payment hook: prepares a payment and opens the payment page.
import { useCallback, useState } from 'react';
import { useConfiguration } from '#state/api/configuration.ts';
import { usePageRestored } from '#state/page/page-restored.ts';
import { writeOnline } from '../api/online-write.ts';
import { paymentHosts, safePaymentAddress } from './payment-address.ts';
import { type RefusedOutcome, refusalSentence } from './refusal-sentence.ts';

const notPrepared =
  'Le paiement n’a pas pu être préparé. Rien n’a été débité, votre commande est gardée\u00a0: vous pouvez réessayer.';

/** Another tab or device was faster: the order is cancelled, or placed. */
export const isClosedOrder = ({ error: { code } }: RefusedOutcome): boolean =>
  code === 'order-closed' || code === 'order-payed';

interface PaymentOptions {
  /** Receives the message if the order has changed and has to be confirmed again. */
  onChanged?: (problem: string) => void;
  /** Shows what became of an order that is closed, and tells whether it could. */
  follow?: (orderId: number) => Promise<boolean>;
}

/** Opens the payment page. Resolves to null on success, or to a message. */
export function usePayment({ onChanged, follow }: PaymentOptions = {}): (orderId: number) => Promise<string | null> {
  const setting = useConfiguration('paymentHosts')?.value;
  return useCallback(
    async (orderId) => {
      const result = await writeOnline('orders.preparePayment', { params: { id: orderId }, body: {} }).catch(
        () => null,
      );
      if (result?.outcome === 'refused') {
        const problem = refusalSentence(result, notPrepared);
        if (result.error.code === 'order-changed') onChanged?.(problem);
        return isClosedOrder(result) && (await follow?.(orderId)) ? null : problem;
      }
      if (result?.outcome !== 'sent') return notPrepared;
      const address = safePaymentAddress(result.answer.payment_url, window.location.origin, paymentHosts(setting));
      if (address === null) return 'L’adresse de paiement reçue n’est pas sûre : elle n’a pas été ouverte.';
      window.location.assign(address);
      return null;
    },
    [setting, onChanged, follow],
  );
}

/** State of a pay button: busy until the page unloads, or is restored. */
export function usePayButton(orderId: number) {
  const pay = usePayment();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  usePageRestored(() => setBusy(false));
  const begin = async () => {
    setBusy(true);
    const problem = await pay(orderId);
    setProblem(problem);
    if (problem !== null) setBusy(false);
  };
  return { begin: () => void begin(), busy, problem };
}
