// CartSummary: total, coupon, and the link to the delivery.
import { Link } from 'react-router-dom';
import { formatCents } from '#domain/money.ts';
import { storeCountOf } from '#domain/orders/cart.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { useCart } from '#state/cart/cart.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useCounts, useDecisions } from '#state/pending/pending-writes.ts';
import { Age, WaitingBadge } from '#ui/text/age.tsx';
import styles from './cart-summary.module.css';
import { CouponForm } from './coupon-form.tsx';
import { OrderButton } from './order-button.tsx';

export function CartSummary() {
  const { cart, alert } = useCart();
  const decisions = useDecisions('cart:');
  // The same number as in the pending list and the header.
  const { waiting } = useCounts();
  const { online } = useConnectivity();
  const isReduced = cart.totalAfterDiscount < cart.total;
  return (
    <aside className={styles.summary} aria-label="Récapitulatif du panier">
      <p className={styles.counts}>
        <span>{countWithNoun(cart.quantity, 'produit')}</span> <span aria-hidden="true">·</span>{' '}
        <span>{countWithNoun(storeCountOf(cart.items), 'boutique')}</span>
      </p>
      <CouponForm />
      <div className={styles.total} aria-live="polite">
        <p className={styles.label}>
          total ttc
          {cart.estimated && <span className={styles.estimated}> estimé</span>}
        </p>
        <p className={styles.amount}>
          {isReduced && (
            <s className={styles.before}>
              <span className="visually-hidden">Total avant remise </span>
              {formatCents(cart.total)}
            </s>
          )}
          <span>{formatCents(cart.totalAfterDiscount)}</span>
        </p>
      </div>
      {cart.waiting > 0 && (
        <p className={styles.waiting}>
          <WaitingBadge /> <Link to={paths.waiting}>{countWithNoun(waiting || cart.waiting, 'modification')}</Link>
        </p>
      )}
      {(cart.estimated || !online) && <Age at={cart.seenAt} prefix="prix relevé" />}
      {alert !== null && alert !== 'Coupon invalide' && decisions.length === 0 && (
        <p className={styles.alert} role="alert">
          {alert}
        </p>
      )}
      <OrderButton />
    </aside>
  );
}
