// Row of the order list.
import { generatePath, Link } from 'react-router-dom';
import { formatCents } from '#domain/money.ts';
import { amountLeft, itemsLeft } from '#domain/orders/refunded-order.ts';
import { slotWords } from '#domain/orders/slot-words.ts';
import { isUnderway, merchantLabel } from '#domain/orders/store-order.ts';
import { formatDateTime } from '#domain/time/dates.ts';
import { paths } from '#paths';
import type { ShownStoreOrder } from '#state/merchant-orders/store-orders.ts';
import { Button } from '#ui/controls/button.tsx';
import { StateBadge, WaitingBadge } from '#ui/text/age.tsx';
import { DeliveryMode } from './delivery-mode.tsx';
import { ActionIcon } from './merchant-icon.tsx';
import styles from './order-row.module.css';
import { actionWords, contentsOf, STATE_TONES } from './order-texts.ts';
import { useHandOver } from './use-hand-over.tsx';

/** An order of the list: content, state, and a button for the next step. The whole row opens the order. */
export function MerchantOrderRow({ shown: { order, waiting } }: { shown: ShownStoreOrder }) {
  const words = actionWords(order);
  const { busy, act, question } = useHandOver(order);
  const title = `order-${order.id}`;
  const customer = `${order.firstName} ${order.lastName}`.trim();
  return (
    <li>
      <article className={styles.row} data-tone={STATE_TONES[order.state]} aria-labelledby={title}>
        <div className={styles.head}>
          <h3 id={title} className={styles.number}>
            <Link to={generatePath(paths.merchantOrder, { id: String(order.id) })} className={styles.open}>
              <span className="visually-hidden">Commande </span>n°&nbsp;{order.id}
            </Link>
            {customer && <span className={styles.customer}>{customer}</span>}
          </h3>
          <p className={styles.state}>
            <span className="visually-hidden">État&nbsp;: </span>
            <StateBadge tone={STATE_TONES[order.state]}>{merchantLabel(order)}</StateBadge>
            {order.withdrawalDue && (
              <span className={styles.waits}>
                <StateBadge tone="brick">Rétractation</StateBadge>
              </span>
            )}
            {waiting.length > 0 && (
              <span className={styles.waits}>
                <WaitingBadge />
              </span>
            )}
          </p>
        </div>
        {isUnderway(order.state) && <p className={styles.contents}>{contentsOf(itemsLeft(order))}</p>}
        <dl className={styles.facts}>
          <div className={styles.mode}>
            <dt className={styles.term}>Livraison</dt>
            <dd>
              <DeliveryMode type={order.shippingType} />
              {order.slot && <b className={styles.slot}>{slotWords(order.slot, new Date(order.createdAt))}</b>}
            </dd>
          </div>
          <div className={styles.date}>
            <dt className={styles.term}>Date</dt>
            <dd>{formatDateTime(order.createdAt)}</dd>
          </div>
          <div className={styles.onDelivery}>
            <dt className={styles.term}>Paiement à la livraison</dt>
            <dd>{order.orderPaymentOnDelivery ? 'Oui' : 'Non'}</dd>
          </div>
          <div className={styles.total}>
            <dt className={styles.term}>Total</dt>
            <dd>{formatCents(amountLeft(order))}</dd>
          </div>
        </dl>
        {words && (
          <Button className={styles.action} busy={busy} onClick={() => act(words.action)}>
            <ActionIcon name={words.icon} />
            <span>
              {words.short}
              <span className="visually-hidden">, commande n°&nbsp;{order.id}</span>
            </span>
          </Button>
        )}
        {question}
      </article>
    </li>
  );
}
