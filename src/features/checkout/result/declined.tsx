// Declined payment: the reason, and the way to try again.

import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Order } from '#contract/orders/orders.ts';
import { paths } from '#paths';
import { writeOnline } from '#state/api/online-write.ts';
import { refusalSentence } from '#state/cart/refusal-sentence.ts';
import { usePayment } from '#state/cart/use-payment.ts';
import { useOnReconnect } from '#state/page/connectivity.ts';
import { usePageRestored } from '#state/page/page-restored.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { LogInAgain } from '../payment/log-in-again.tsx';
import { isSameOrder } from '../payment/same-order.ts';
import { OutcomeScreen } from './outcome.tsx';

const unreachable = 'Le marché est injoignable. Votre panier est gardé, réessayez dans un instant.';
const changed = 'Le montant de la commande a changé. Vérifiez-le, puis validez de nouveau.';

/**
 * Orders the cart again. If the new order equals the agreed one, pays at once; otherwise shows its delivery with what
 * has changed.
 */
export function DeclinedPayment({ order, late }: { order: Order; late: boolean }) {
  const navigate = useNavigate();
  const pay = usePayment();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useOnReconnect(() => setProblem((current) => (current === unreachable ? null : current)));
  usePageRestored(() => setBusy(false));
  const cart = order.cart?.split('/').pop() ?? null;

  const retry = async () => {
    if (cart === null) return navigate(paths.cart);
    setBusy(true);
    setProblem(null);
    const result = await writeOnline('cart.order', { params: { id: cart } }).catch(() => null);
    if (result?.outcome === 'sent') {
      const newOrder = result.answer;
      const isRetried = newOrder.id !== order.id && isSameOrder(order, newOrder);
      const problem = isRetried ? await pay(newOrder.id) : changed;
      // The button stays busy until the page unloads.
      if (problem !== null) navigate(paths.shipping, { state: { cart, problem } });
      return;
    }
    setBusy(false);
    // A late refusal: a new cart has these articles already.
    if (result?.outcome === 'refused' && result.error.code === 'cart-ordered') return navigate(paths.cart);
    setProblem(result?.outcome === 'refused' ? refusalSentence(result, unreachable) : unreachable);
  };
  return (
    <OutcomeScreen
      sign="declined"
      title="Paiement refusé"
      actions={
        <>
          <Button busy={busy} onClick={() => void retry()}>
            réessayer
          </Button>
          <LogInAgain />
          <LinkButton variant="secondary" to={paths.cart}>
            Revoir mon panier
          </LinkButton>
        </>
      }
    >
      {problem ? (
        <p role="alert">{problem}</p>
      ) : late ? (
        <>
          Le délai de paiement est dépassé&nbsp;: rien n’a été débité, et vos articles ne sont plus réservés. Votre
          panier et vos choix de livraison sont gardés.
        </>
      ) : (
        'Rien n’a été débité. Votre panier et vos choix de livraison sont gardés.'
      )}
    </OutcomeScreen>
  );
}
