// The orders that are held until they are paid: each leads to its page, where its shopper begins the payment.
import { generatePath, Link } from 'react-router-dom';
import type { Order } from '#contract/orders/orders.ts';
import { formatCents } from '#domain/money.ts';
import { heldUntil } from '#domain/orders/payment-deadline.ts';
import { paths } from '#paths';
import { Icon } from '../controls/icon.tsx';
import { StateBadge } from './age.tsx';
import styles from './orders-to-pay.module.css';

/** Nothing while there is none. Which are still held only the market knows: a device's clock may be wrong. */
export function OrdersToPay({ orders }: { orders: readonly Order[] }) {
  const now = new Date();
  const waiting = orders.flatMap(({ id, total, paymentExpiresAt: until }) => (until ? [{ id, total, until }] : []));
  if (waiting.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Commandes à payer">
      {waiting.map(({ id, total, until }) => (
        <li key={id} className={styles.order}>
          <Icon name="clock" size={20} />
          <span className={styles.words}>
            <Link to={generatePath(paths.accountOrder, { id: String(id) })}>
              Commande N° {id}&nbsp;: payer {formatCents(total.amount)}
            </Link>
            <span>réservée {heldUntil(until, now)}</span>
          </span>
          <StateBadge tone="straw">à payer</StateBadge>
        </li>
      ))}
    </ul>
  );
}
