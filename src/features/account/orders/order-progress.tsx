// OrderProgress: the steps of a part of an order, from its receipt to its handover, or why there are none.
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import { progressOf } from '#domain/orders/progress.ts';
import { refundedAmount } from '#domain/orders/refunded-order.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { useNow } from '#ui/text/use-now.ts';
import styles from './order-progress.module.css';

const MINUTE_MS = 60_000;

export function OrderProgress({ part }: { part: StoreOrder }) {
  const now = useNow(MINUTE_MS);
  const steps = progressOf(part, new Date(now ?? Date.parse(part.createdAt)));
  if (!steps) return <NoProgress part={part} />;
  return (
    <ol className={styles.steps} aria-label={`Avancement, ${part.store.name}`}>
      {steps.map(({ name, standing, when }) => (
        <li
          key={name}
          className={styles.step}
          data-standing={standing}
          aria-current={standing === 'current' ? 'step' : undefined}
        >
          <span className={styles.mark}>{standing !== 'ahead' && <Icon name="check" size={16} />}</span>
          <span className={styles.words}>
            <span className={styles.name}>
              {name}
              {standing === 'ahead' && <span className="visually-hidden"> (à venir)</span>}
            </span>
            {now !== null && when && <span className={styles.when}>{when}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function NoProgress({ part }: { part: StoreOrder }) {
  const { state, store, total, refunds = [] } = part;
  if (state === 'canceled') {
    const given = refundedAmount({ refunds: refunds.filter(({ means }) => means !== 'due') });
    const money = given > 0 ? `${formatCents(given)} vous sont remboursés.` : 'Rien n’a été encaissé.';
    return (
      <p className={styles.stopped}>
        {store.name} a annulé cette part de votre commande. {total.amount > 0 && money}
      </p>
    );
  }
  return (
    <p className={styles.stopped}>
      {state === 'payment_declined'
        ? 'Elle n’a pas été payée : la boutique ne la prépare pas.'
        : 'La boutique la prépare dès que son paiement est confirmé.'}
    </p>
  );
}
