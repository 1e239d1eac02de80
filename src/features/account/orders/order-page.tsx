// Order page of the shopper, by store.
import { useParams } from 'react-router-dom';
import type { Order } from '#contract/orders/orders.ts';
import { hasReached } from '#domain/orders/order-states.ts';
import { refundedAmount } from '#domain/orders/refunded-order.ts';
import { isUnderway, orderStateLabel, paymentDue } from '#domain/orders/store-order.ts';
import { formatDate } from '#domain/time/dates.ts';
import { paths } from '#paths';
import { useOwnOrderPush } from '#state/account/own-order-push.ts';
import { useSiteName } from '#state/api/configuration.ts';
import { useApiQuery } from '#state/api/query.ts';
import { Amount } from '#ui/catalogue/price.tsx';
import { LinkButton } from '#ui/controls/button.tsx';
import { Empty, LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { Age, StateBadge } from '#ui/text/age.tsx';
import { NotifyMe } from '#ui/text/notify-me.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import space from '../layout/account.module.css';
import { RoundLink } from '../round/round-link.tsx';
import { OrderAgain } from './order-again.tsx';
import { OrderEnded } from './order-ended.tsx';
import styles from './order-page.module.css';
import { OrderPart } from './order-part.tsx';
import { OrderToPay } from './order-to-pay.tsx';
import { toneOf } from './order-tone.ts';
import { OrderWithdrawal } from './order-withdrawal.tsx';

const isNumber = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d{0,8}$/.test(text);

export function OrderPage() {
  const { id } = useParams();
  return isNumber(id) ? <KnownOrder id={Number(id)} /> : <NoSuchOrder />;
}

function KnownOrder({ id }: { id: number }) {
  const query = useApiQuery('orders.get', { params: { id } });
  const siteName = useSiteName();
  return (
    <section className={space.section} aria-labelledby="order-title">
      <PageMeta title={`Commande N° ${id}`} siteName={siteName} noIndex />
      <div className={space.heading}>
        <h2 id="order-title">Commande N° {id}</h2>
        {query.aged && <Age at={query.seenAt} />}
      </div>
      <Loaded query={query} what="order" loading={<LineShapes count={8} />} notFound={<NoSuchOrder />}>
        {(order) => <OrderDetail order={order} onOver={query.refetch} />}
      </Loaded>
      <p>
        <LinkButton variant="quiet" icon="left" to={paths.accountOrders}>
          Toutes vos commandes
        </LinkButton>
      </p>
    </section>
  );
}

function OrderDetail({ order, onOver }: { order: Order; onOver: () => void }) {
  const before = order.storeOrders.reduce((sum, storeOrder) => sum + storeOrder.totalBeforeDiscount.amount, 0);
  const after = order.storeOrders.reduce((sum, storeOrder) => sum + storeOrder.total.amount, 0);
  const refunded = order.storeOrders.reduce((sum, storeOrder) => sum + refundedAmount(storeOrder), 0);
  const due = paymentDue(order.storeOrders);
  const states = order.storeOrders.map((storeOrder) => storeOrder.state);
  return (
    <>
      <dl className={styles.summary}>
        <div>
          <dt>Date</dt>
          <dd>{formatDate(order.createdAt)}</dd>
        </div>
        <div>
          <dt>Etat</dt>
          <dd>
            <StateBadge tone={toneOf(states)}>{orderStateLabel(order.storeOrders)}</StateBadge>
          </dd>
        </div>
        <div>
          <dt>Paiement</dt>
          <dd>{order.paymentOnDelivery ? (due ?? 'À la livraison') : 'En ligne'}</dd>
        </div>
        <div>
          <dt>Prix total</dt>
          <dd>
            <Amount cents={before} />
          </dd>
        </div>
        <div>
          <dt>Prix final</dt>
          <dd>
            <Amount cents={after} />
          </dd>
        </div>
        {refunded > 0 && (
          <div>
            <dt>Après remboursements</dt>
            <dd>
              <Amount cents={after - refunded} />
            </dd>
          </div>
        )}
      </dl>
      {order.paymentExpiresAt && <OrderToPay id={order.id} until={order.paymentExpiresAt} onOver={onOver} />}
      {states.includes('payment_declined') && <OrderEnded order={order} />}
      {states.some((state) => hasReached(state, 'payed') || state === 'canceled') && (
        <OrderAgain key={order.id} order={order} />
      )}
      <RoundLink orders={[order]} />
      {order.storeOrders.some(({ state }) => isUnderway(state)) && <NotifyOfOrder />}
      {order.storeOrders.map((storeOrder) => (
        <OrderPart key={storeOrder['@id']} storeOrder={storeOrder} />
      ))}
      <OrderWithdrawal order={order} />
    </>
  );
}

function NotifyOfOrder() {
  const { state, turn } = useOwnOrderPush();
  return <NotifyMe state={state} onTurn={turn} />;
}

function NoSuchOrder() {
  return (
    <Empty
      title="Cette commande est introuvable."
      action={<LinkButton to={paths.accountOrders}>Toutes vos commandes</LinkButton>}
    >
      Elle n’existe pas, ou elle appartient à un autre compte.
    </Empty>
  );
}
