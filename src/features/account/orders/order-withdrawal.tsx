// OrderWithdrawal: the way to give up an order ('rétractation') during the whole period, and what waits for its stores.
import type { Order } from '#contract/orders/orders.ts';
import { confirmedParts, lastDayOf, partsOpenForWithdrawal } from '#domain/orders/open-withdrawal.ts';
import { formatLongDay } from '#domain/time/dates.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/controls/button.tsx';
import { useNow } from '#ui/text/use-now.ts';
import styles from './order-page.module.css';

const MINUTE_MS = 60_000;

export function OrderWithdrawal({ order }: { order: Order }) {
  const now = useNow(MINUTE_MS);
  const open = now === null ? [] : partsOpenForWithdrawal(order, new Date(now));
  const waiting = confirmedParts(order).filter(({ withdrawalDue }) => withdrawalDue !== undefined);
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
