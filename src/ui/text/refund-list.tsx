// RefundList: the refunds of a part of an order, oldest first, and what is left of its total.
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import { amountLeft, REFUND_WORDS, refundContent } from '#domain/orders/refunded-order.ts';
import { formatDateTime } from '#domain/time/dates.ts';
import { WaitingBadge } from './age.tsx';
import styles from './refund-list.module.css';

interface RefundListProps {
  order: StoreOrder;
  /** How many of the last ones are not sent yet. */
  waiting?: number;
  className?: string | undefined;
}

export function RefundList({ order, waiting = 0, className = '' }: RefundListProps) {
  const { refunds = [], state } = order;
  if (refunds.length === 0) return null;
  return (
    <section className={`${styles.refunds} ${className}`} aria-label={`Remboursements, ${order.store.name}`}>
      <ul>
        {refunds.map((refund, index) => {
          const isWaiting = index >= refunds.length - waiting;
          return (
            <li key={`${refund.createdAt} ${refund.amount}`} className={styles.refund}>
              <p className={styles.what}>{refundContent(order, refund)}</p>
              <p className={styles.amount}>−&nbsp;{formatCents(refund.amount)}</p>
              <p className={styles.how}>
                {isWaiting ? <WaitingBadge /> : `${REFUND_WORDS[refund.means]}, le ${formatDateTime(refund.createdAt)}`}
              </p>
            </li>
          );
        })}
      </ul>
      {state !== 'canceled' && (
        <p className={styles.left}>
          <span>{order.orderPaymentOnDelivery && state !== 'shipped' ? 'Reste à payer' : 'Reste payé'}</span>
          <strong>{formatCents(amountLeft(order))}</strong>
        </p>
      )}
    </section>
  );
}
