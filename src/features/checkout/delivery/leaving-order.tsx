// LeavingOrder: the delivery page of an order whose payment has begun.
import { generatePath, Navigate } from 'react-router-dom';
import type { Order } from '#contract/orders/orders.ts';
import { STATE_RANKS } from '#domain/orders/order-states.ts';
import { paths } from '#paths';
import { usePayButton } from '#state/cart/use-payment.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import styles from './shipping-page.module.css';

/** Continues the payment, or leads to its result. The order can no longer be changed. */
export function LeavingOrder({ order }: { order: Order }) {
  const { begin, busy, problem } = usePayButton(order.id);
  const state = order.storeOrders[0]?.state;
  const result = { pathname: paths.paymentResult, search: `?Id=${order.id}` };
  if (state === undefined || state === 'canceled') return <Navigate to={paths.cart} replace />;
  if (state !== 'payment_pending') {
    const isPaid = STATE_RANKS[state] >= STATE_RANKS.payed;
    const account = generatePath(paths.accountOrder, { id: String(order.id) });
    return <Navigate to={isPaid ? account : result} replace />;
  }
  return (
    <div className={styles.leaving}>
      <Icon name="clock" size={32} />
      <h2>Le paiement de cette commande est ouvert</h2>
      <p>Vos choix de livraison sont enregistrés. Reprenez le paiement là où vous l’avez laissé.</p>
      <FieldError text={problem} />
      <div className={styles.ways}>
        <Button busy={busy} onClick={begin}>
          Reprendre le paiement
        </Button>
        <LinkButton variant="secondary" to={paths.cart}>
          Revoir mon panier
        </LinkButton>
      </div>
    </div>
  );
}
