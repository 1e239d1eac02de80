// OrdersToPay: unpaid orders with reserved stock; each links to its page.
import { generatePath, Link } from 'react-router-dom';
import type { Order } from '#contract/orders/orders.ts';
import { formatCents } from '#domain/money.ts';
import { paymentDeadlineText } from '#domain/orders/payment-deadline.ts';
import { paths } from '#paths';
import { Icon } from '../controls/icon.tsx';
import { StateBadge } from './age.tsx';
import styles from './orders-to-pay.module.css';

/** The server decides which are still reserved, since the device's clock may be wrong. */
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
            <span>réservée {paymentDeadlineText(until, now)}</span>
          </span>
          <StateBadge tone="straw">à payer</StateBadge>
        </li>
      ))}
    </ul>
  );
}
