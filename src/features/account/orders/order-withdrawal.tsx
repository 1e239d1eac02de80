// OrderWithdrawal: the way to give up an order ('rétractation') during the whole period, and what waits for its stores.
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { hasReached } from '#domain/orders/order-states.ts';
import { hasWithdrawalRight } from '#domain/orders/refunded-order.ts';
import { isWithdrawalLate, withdrawalLastDay } from '#domain/orders/withdrawal-period.ts';
import { formatLongDay } from '#domain/time/dates.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/controls/button.tsx';
import { useNow } from '#ui/text/use-now.ts';
import styles from './order-page.module.css';

const MINUTE_MS = 60_000;

export function OrderWithdrawal({ order }: { order: Order }) {
  const now = useNow(MINUTE_MS);
  const confirmed = order.storeOrders.filter(({ state }) => hasReached(state, 'payed') && state !== 'canceled');
  const open = confirmed.filter(
    (part) => hasWithdrawalRight(part) && now !== null && !isWithdrawalLate(lastDayOf(part), new Date(now)),
  );
  const waiting = confirmed.filter(({ withdrawalDue }) => withdrawalDue !== undefined);
  if (open.length === 0 && waiting.length === 0) return null;
  const lastDays = open.map(lastDayOf);
  const lastDay = lastDays.includes(null) ? null : (lastDays.toSorted().at(-1) ?? null);
  return (
    <div className={styles.withdrawal}>
      {waiting.map(({ id, store, withdrawalDue = '' }) => (
        <p key={id} role="status">
          Rétractation reçue par {store.name}&nbsp;: remboursement au plus tard le {formatLongDay(withdrawalDue)}.
        </p>
      ))}
      <LinkButton variant="secondary" to={`${paths.withdrawal}?commande=${order.id}`}>
        {open.length > 0 ? 'Renoncer au contrat ici' : 'Voir la rétractation'}
      </LinkButton>
      {lastDay !== null && <p className={styles.option}>Possible jusqu’au {formatLongDay(lastDay)}.</p>}
    </div>
  );
}

const lastDayOf = ({ shippingType, shippedAt }: StoreOrder) =>
  withdrawalLastDay(shippingType ?? 'store', shippedAt ? new Date(shippedAt) : null);
