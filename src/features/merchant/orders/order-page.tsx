// Order page of the store.
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router-dom';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { merchantLabel } from '#domain/orders/store-order.ts';
import { formatDateTime } from '#domain/time/dates.ts';
import { paths } from '#paths';
import { linkToDocument } from '#state/account/downloads.ts';
import { useSiteName } from '#state/api/configuration.ts';
import { isWaitingFor, useStoreOrder } from '#state/merchant-orders/store-orders.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { decide } from '#state/pending/pending-actions.ts';
import { useDecisions } from '#state/pending/pending-writes.ts';
import { useMayAs } from '#state/session/session.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { SaleDocuments } from '#ui/media/sale-documents.tsx';
import { DecisionList } from '#ui/pending/decision-list.tsx';
import { Empty, LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { Age, StateBadge, WaitingBadge } from '#ui/text/age.tsx';
import { Breadcrumb } from '#ui/text/breadcrumb.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { RefundList } from '#ui/text/refund-list.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { CustomerCard } from './customer-card.tsx';
import { NextStep } from './next-step.tsx';
import styles from './order-page.module.css';
import { STATE_TONES } from './order-texts.ts';
import { PickingList } from './picking-list.tsx';
import { RefundOrder } from './refund-order.tsx';
import { TrackingForm } from './tracking-form.tsx';
import { useLostFocus } from './use-lost-focus.ts';
import { WeighLines } from './weigh-lines.tsx';
import { WithdrawalNotices, WithdrawalStop } from './withdrawal-notices.tsx';

export function MerchantOrderPage() {
  const { id = '' } = useParams();
  const siteName = useSiteName();
  const title = `Commande n°\u00a0${id}`;
  const valid = /^[1-9]\d{0,8}$/.test(id);
  return (
    <>
      <PageMeta title={title} siteName={siteName} noIndex />
      <Breadcrumb
        items={[
          { name: 'Accueil', to: paths.merchant },
          { name: 'Commandes', to: paths.merchantOrders },
          { name: title },
        ]}
      />
      {valid ? <KnownOrder key={id} id={Number(id)} /> : <NoSuchOrder />}
    </>
  );
}

function KnownOrder({ id }: { id: number }) {
  const shown = useStoreOrder(id);
  return (
    <>
      {!shown.order && <h1>Commande n°&nbsp;{id}</h1>}
      <Loaded query={shown} what="order" loading={<OrderLoading />} notFound={<NoSuchOrder />}>
        {() => shown.order && <OrderDetail shown={shown} order={shown.order} />}
      </Loaded>
    </>
  );
}

function OrderDetail({ shown, order }: { shown: ReturnType<typeof useStoreOrder>; order: StoreOrder }) {
  const { waiting, aged, seenAt, refetch, waitingIds, waitingRefunds } = shown;
  const { online } = useConnectivity();
  const isSeller = useMayAs('seller');
  const decisions = useDecisions(`storeOrder:${order.id}`);
  const conflict = decisions.some(({ tone }) => tone === 'conflict');
  const ask = useRef(refetch);
  // Another device's change is newer than the shown order.
  useEffect(() => {
    if (conflict) ask.current();
  }, [conflict]);
  // A write with a conflict does not wait for the network.
  const underway = conflict ? waiting.filter((type) => !isWaitingFor([type], 'tracking')) : waiting;
  const unconfirmed = aged || !online || underway.length > 0;
  const nextStep = useRef<HTMLElement>(null);
  useLostFocus(nextStep);
  const step = <NextStep key="step" ref={nextStep} order={order} waiting={underway} />;
  // Weighed while it is prepared.
  const weighing = <WeighLines key="weighing" order={order} />;
  return (
    <article className={styles.order} data-tone={STATE_TONES[order.state]}>
      <header className={styles.head}>
        <h1>Commande n°&nbsp;{order.id}</h1>
        <p className={styles.states}>
          <StateBadge tone={STATE_TONES[order.state]}>{merchantLabel(order)}</StateBadge>
          {underway.length > 0 && <WaitingBadge />}
        </p>
        <p className={styles.when}>
          {formatDateTime(order.createdAt)}
          {unconfirmed && <Age at={seenAt} prefix="· mis à jour" />}
        </p>
        <p className={styles.slip}>
          Bon de préparation · <b>{order.store.name}</b>
        </p>
        <Button variant="quiet" icon="sheet" className={styles.print} onClick={() => window.print()}>
          Imprimer le bon de préparation
        </Button>
      </header>
      <div className={styles.main}>
        <DecisionList decisions={decisions} onChoose={decide} label="Modifications à vérifier" live here />
        {isSeller ? <WithdrawalNotices order={order} /> : order.withdrawalDue && <WithdrawalStop />}
        {order.state === 'payed' ? [step, weighing] : [weighing, step]}
        <PickingList order={order} />
        {isSeller && <SaleDocuments order={order} onAsk={linkToDocument} className={styles.documents} />}
        <RefundList order={order} waiting={waitingRefunds} />
        {isSeller && underway.length === 0 && (
          <div className={styles.back}>
            <RefundOrder order={order} />
            <CancelOrder order={order} />
          </div>
        )}
      </div>
      <div className={styles.aside}>
        <CustomerCard order={order} />
        <TrackingForm order={order} waiting={underway} waitingIds={waitingIds} />
      </div>
    </article>
  );
}

function OrderLoading() {
  return (
    <div className={styles.loading}>
      <LineShapes count={3} />
      <LineShapes count={6} />
    </div>
  );
}

function NoSuchOrder() {
  return (
    <Empty
      title="Cette commande n’existe pas dans votre boutique."
      action={<LinkButton to={paths.merchantOrders}>Voir mes commandes</LinkButton>}
    />
  );
}
