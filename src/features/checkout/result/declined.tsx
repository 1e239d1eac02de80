// What is shown of a payment that was refused or not made in time, and the way to try it again.
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Order } from '#contract/orders/orders.ts';
import { paths } from '#paths';
import { writeOnline } from '#state/api/online-write.ts';
import { refusalSentence } from '#state/cart/refusal-sentence.ts';
import { usePayment } from '#state/cart/use-payment.ts';
import { useReturned } from '#state/page/page-restored.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { LogInAgain } from '../payment/log-in-again.tsx';
import { isSameOrder } from '../payment/same-order.ts';
import { Outcome } from './outcome.tsx';

const unreachable = 'Le marché est injoignable. Votre panier est gardé, réessayez dans un instant.';
const changed = 'Le montant de la commande a changé. Vérifiez-le, puis validez de nouveau.';

/**
 * The cart is ordered once more. An order of another number that asks for what was agreed to is paid at once; where
 * something is otherwise now, or is missing, its delivery is shown as it was filled in, with what is to be looked at.
 */
export function Declined({ order, late }: { order: Order; late: boolean }) {
  const navigate = useNavigate();
  const pay = usePayment();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useReturned(() => setBusy(false));
  const cart = order.cart?.split('/').pop() ?? null;

  const again = async () => {
    if (cart === null) return navigate(paths.cart);
    setBusy(true);
    setProblem(null);
    const result = await writeOnline('cart.order', { params: { id: cart } }).catch(() => null);
    if (result?.outcome === 'sent') {
      const anew = result.answer;
      const isRetried = anew.id !== order.id && isSameOrder(order, anew);
      const said = isRetried ? await pay(anew.id) : changed;
      // On the way to the payment page the button stays as it is until the page is gone.
      if (said !== null) navigate(paths.shipping, { state: { cart, said } });
      return;
    }
    setBusy(false);
    // The bank took its time: another cart was begun meanwhile, and holds these articles now.
    if (result?.outcome === 'refused' && result.error.code === 'cart-ordered') return navigate(paths.cart);
    setProblem(result?.outcome === 'refused' ? refusalSentence(result, unreachable) : unreachable);
  };
  return (
    <Outcome
      sign="declined"
      title="Paiement refusé"
      actions={
        <>
          <Button busy={busy} onClick={() => void again()}>
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
    </Outcome>
  );
}
