// CartSummary: coupon, total, and the link to the delivery.
import type { ReactNode } from 'react';
import { storeCountOf } from '#domain/orders/cart.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { isCouponAlert, useCart } from '#state/cart/cart.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useDecisions } from '#state/pending/pending-writes.ts';
import { Age } from '#ui/text/age.tsx';
import { TotalBar } from '#ui/text/total-bar.tsx';
import { MissingAmountsLink } from '../minimum/missing-amounts-link.tsx';
import { missingAmountsIn } from './cart-stores.ts';
import styles from './cart-summary.module.css';
import { CouponForm } from './coupon-form.tsx';
import { OrderButton, OrderNotes } from './order-button.tsx';

const missingId = 'montant-manquant';

/** `message`: shown above the total for a moment. */
export function CartSummary({ message }: { message?: ReactNode }) {
  const { cart, alert } = useCart();
  const decisions = useDecisions('cart:');
  const { online } = useConnectivity();
  const isReduced = cart.totalAfterDiscount < cart.total;
  const missing = missingAmountsIn(cart.items);
  return (
    <aside className={styles.summary} aria-label="Récapitulatif du panier">
      <div className={styles.card}>
        <p className={styles.counts}>
          <span>{countWithNoun(cart.quantity, 'produit')}</span> <span aria-hidden="true">·</span>{' '}
          <span>{countWithNoun(storeCountOf(cart.items), 'boutique')}</span>
        </p>
        <CouponForm />
        {(cart.estimated || !online) && <Age at={cart.seenAt} prefix="prix relevé" />}
        {alert !== null && !isCouponAlert(alert) && decisions.length === 0 && (
          <p className={styles.alert} role="alert">
            {alert}
          </p>
        )}
        <OrderNotes />
      </div>
      <TotalBar
        total={{
          label: 'total ttc',
          cents: cart.totalAfterDiscount,
          before: isReduced ? cart.total : undefined,
          isEstimated: cart.estimated,
        }}
        message={message}
        notice={missing.length > 0 && <MissingAmountsLink id={missingId} missing={missing} />}
      >
        <OrderButton describedBy={missing.length > 0 ? missingId : undefined} />
      </TotalBar>
    </aside>
  );
}
