// Scanned order: customer, payment, articles, and the handover button.
import { type ReactNode, useState } from 'react';
import { generatePath } from 'react-router-dom';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import type { CollectionProof } from '#domain/orders/collection-code.ts';
import { amountLeft, itemsLeft } from '#domain/orders/refunded-order.ts';
import { collectionWords } from '#domain/orders/slot-words.ts';
import { isForAdults } from '#domain/orders/store-order.ts';
import { paths } from '#paths';
import { isWaitingFor, type ShownStoreOrder, useStoreOrder } from '#state/merchant-orders/store-orders.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { decide } from '#state/pending/pending-actions.ts';
import { useDecisions } from '#state/pending/pending-writes.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { DecisionList } from '#ui/pending/decision-list.tsx';
import { LineShapes } from '#ui/states/loaded.tsx';
import { Age, WaitingBadge } from '#ui/text/age.tsx';
import { contentsOf, savedForCustomer } from '../orders/order-texts.ts';
import { useHandOver } from '../orders/use-hand-over.tsx';
import { RefusedCode } from './refused-code.tsx';
import styles from './scanned-order.module.css';
import { refusalOfOrder } from './verdict.ts';

interface ShownOrderProps {
  id: number;
  /** Null: the short code was typed. */
  proof: CollectionProof | null;
  /** From a cached list, available at once. */
  listed: ShownStoreOrder | undefined;
  onNext(): void;
}

export function ScannedOrder({ id, proof, listed, onNext }: ShownOrderProps) {
  const asked = useStoreOrder(id);
  const { order = listed?.order, waiting = listed?.waiting ?? [] } = asked.order ? asked : {};
  const [isConfirmed, setIsConfirmed] = useState(false);
  const { online } = useConnectivity();
  const decisions = useDecisions(`storeOrder:${id}`);
  // A pending handover may have been refused because of an earlier collection.
  const isDone = isConfirmed && !decisions.some(({ tone }) => tone === 'refused');
  if (!order) {
    if (asked.status === 'loading') return <LineShapes count={4} />;
    return <NotHere id={id} proof={proof} onNext={onNext} />;
  }
  const refusal = isDone ? null : refusalOfOrder(order, proof, Date.now());
  const waits = isWaitingFor(waiting, 'ship');
  if (refusal) {
    return (
      <>
        <RefusedCode {...refusal} onNext={onNext} />
        <DecisionList decisions={decisions} onChoose={decide} label="Modifications à vérifier" live here />
        <p className={styles.aside}>
          {waits && <WaitingBadge />}
          <ToOrder id={id} />
        </p>
      </>
    );
  }
  return (
    <section className={styles.card} data-tone="green" aria-label={`Commande n°\u00a0${id}`}>
      <p className={styles.verdict}>
        <Icon name="check" size={32} />
        {isDone ? 'Commande remise.' : proof ? 'Code vérifié.' : 'Commande trouvée par son code court.'}
      </p>
      <Facts order={order} />
      {isDone ? (
        <>
          {waits && (
            <p className={styles.waiting}>
              <WaitingBadge />
              {savedForCustomer(online)}
            </p>
          )}
          <Button icon="frame" size="large" wide onClick={onNext}>
            Scanner la commande suivante
          </Button>
        </>
      ) : (
        <HandOver order={order} onDone={() => setIsConfirmed(true)} onNext={onNext} />
      )}
      <p className={styles.aside}>
        {asked.aged && !isDone && <Age at={asked.seenAt} prefix="Commande mise à jour" />}
        <ToOrder id={id} />
      </p>
    </section>
  );
}

function Facts({ order }: { order: StoreOrder }) {
  return (
    <>
      <p className={styles.who}>
        {`${order.firstName} ${order.lastName}`.trim()} <span className={styles.number}>n°&nbsp;{order.id}</span>
      </p>
      <Payment toPay={order.orderPaymentOnDelivery} amount={amountLeft(order)} />
      {order.slot && <p>{collectionWords(order.slot, new Date(order.createdAt))}</p>}
      <p>{contentsOf(itemsLeft(order))}</p>
      {isForAdults(order) && (
        <p className={styles.adults}>
          <Icon name="alert" size={20} />
          Interdit aux mineurs&nbsp;: vérifiez l’âge.
        </p>
      )}
    </>
  );
}

function Payment({ toPay, amount }: { toPay: boolean; amount: number }) {
  return (
    <p className={styles.payment} data-due={toPay || undefined}>
      {toPay ? (
        <>
          À encaisser maintenant&nbsp;: <strong>{formatCents(amount)}</strong>
        </>
      ) : (
        <>
          Payé&nbsp;: <strong>{formatCents(amount)}</strong>, rien à encaisser
        </>
      )}
    </p>
  );
}

function HandOver({ order, onDone, onNext }: { order: StoreOrder; onDone(): void; onNext(): void }) {
  const { busy, act, question } = useHandOver(order, onDone);
  return (
    <div className={styles.actions}>
      <Button size="large" wide busy={busy} onClick={() => act('collect')}>
        <Icon name="check" size={24} />
        {order.orderPaymentOnDelivery ? 'Encaissée et remise' : 'Marquer comme remise'}
      </Button>
      <Button variant="secondary" wide onClick={onNext}>
        Pas maintenant
      </Button>
      {question}
    </div>
  );
}

function NotHere({ id, proof, onNext }: Pick<ShownOrderProps, 'id' | 'proof' | 'onNext'>) {
  return (
    <section className={styles.card} data-tone="straw" aria-label={`Commande n°\u00a0${id}`}>
      <p className={styles.verdict}>
        <Icon name="clock" size={32} />
        La commande n°&nbsp;{id} n’est pas encore sur cet appareil.
      </p>
      {proof && (
        <>
          <p>Son code est bon&nbsp;: il est signé par le marché.</p>
          <p className={styles.who}>{proof.name}</p>
          <Payment toPay={proof.toPay} amount={proof.amount} />
        </>
      )}
      <p>Elle s’affichera ici avec du réseau&nbsp;: vous pourrez alors la remettre.</p>
      <Button icon="frame" size="large" wide onClick={onNext}>
        Scanner un autre code
      </Button>
    </section>
  );
}

function ToOrder({ id }: { id: number }): ReactNode {
  return (
    <LinkButton variant="quiet" to={generatePath(paths.merchantOrder, { id: String(id) })}>
      Ouvrir la commande
    </LinkButton>
  );
}
