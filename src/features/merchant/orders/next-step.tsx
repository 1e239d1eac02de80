// NextStep: the next step of an order, as one sentence and one button.
import type { Ref } from 'react';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import { amountLeft, refundedAmount } from '#domain/orders/refunded-order.ts';
import { isReady, isUnderway } from '#domain/orders/store-order.ts';
import { formatDateTime } from '#domain/time/dates.ts';
import { isWaitingFor } from '#state/merchant-orders/store-orders.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { WaitingBadge } from '#ui/text/age.tsx';
import { ActionIcon } from './merchant-icon.tsx';
import styles from './next-step.module.css';
import { type ActionWords, actionWords, EARLY_HANDING, savedForCustomer } from './order-texts.ts';
import { useHandOver } from './use-hand-over.tsx';

interface NextStepProps {
  order: StoreOrder;
  waiting: readonly string[];
  ref?: Ref<HTMLElement>;
}

/** Sentence and button of the next step, or the state of a completed or pending order. */
export function NextStep({ order, waiting, ref }: NextStepProps) {
  const words = actionWords(order);
  return (
    <section ref={ref} tabIndex={-1} className={styles.step} data-action={words?.action} aria-label="Prochaine étape">
      {order.orderPaymentOnDelivery && isUnderway(order.state) && <ToCollect order={order} />}
      {isReady(order) && order.readyAt && (
        <p className={styles.ready}>
          <Icon name="check" />
          Prête depuis le {formatDateTime(order.readyAt)}.
        </p>
      )}
      {words && <Action order={order} words={words} />}
      {!words && !isWaitingFor(waiting, 'ship') && <Finished order={order} waiting={isWaitingFor(waiting, 'refund')} />}
      {/* Below the button: a late element must not move the button under a finger. */}
      <Waiting waiting={waiting} />
    </section>
  );
}

function Action({ order, words }: { order: StoreOrder; words: ActionWords }) {
  const { busy, act, question } = useHandOver(order);
  return (
    <>
      <p className={styles.advice}>{words.advice}</p>
      <Button size="large" wide busy={busy} onClick={() => act(words.action)}>
        <ActionIcon name={words.icon} size={24} />
        {words.long}
      </Button>
      {words.action === 'ready' && (
        <div className={styles.early}>
          <p>{EARLY_HANDING.advice}</p>
          <Button variant="secondary" busy={busy} onClick={() => act(EARLY_HANDING.action)}>
            {EARLY_HANDING.long}
          </Button>
        </div>
      )}
      {question}
    </>
  );
}

function ToCollect({ order }: { order: StoreOrder }) {
  return (
    <p className={styles.collect}>
      <ActionIcon name="cash" />
      <span>
        À encaisser à la livraison&nbsp;: <strong>{formatCents(amountLeft(order))}</strong>
      </span>
    </p>
  );
}

const changes = [
  ['validate', 'validation'],
  ['ready', 'commande prête'],
  ['ship', 'départ de la commande'],
  ['tracking', 'code de suivi'],
  ['weigh', 'pesée'],
  ['refund', 'remboursement'],
] as const;

function Waiting({ waiting }: { waiting: readonly string[] }) {
  const { online } = useConnectivity();
  const named = changes.filter(([change]) => isWaitingFor(waiting, change)).map(([, name]) => name);
  if (named.length === 0) return null;
  return (
    <div className={styles.waiting} role="status">
      <p className={styles.what}>
        <WaitingBadge /> {named.join(', ')}
      </p>
      <p>{savedForCustomer(online)}</p>
    </div>
  );
}

function refundOf({ refunds = [] }: StoreOrder): string {
  const given = refundedAmount({ refunds: refunds.filter(({ means }) => means !== 'due') });
  return given > 0 ? ` ${formatCents(given)} ont été remboursés à votre client.` : '';
}

function Finished({ order, waiting }: { order: StoreOrder; waiting: boolean }) {
  if (order.state === 'shipped') {
    return (
      <p className={styles.finished}>
        <Icon name="check" />
        {order.withdrawalDue
          ? 'Cette commande est partie\u00a0; il reste à répondre à la rétractation.'
          : 'Plus rien à faire\u00a0: cette commande est partie.'}
      </p>
    );
  }
  return (
    <p className={styles.finished}>
      {order.state === 'canceled'
        ? `Cette commande est annulée\u00a0: il n’y a rien à préparer.${waiting ? '' : refundOf(order)}`
        : 'Cette commande n’est pas encore confirmée\u00a0: attendez avant de la préparer.'}
    </p>
  );
}
