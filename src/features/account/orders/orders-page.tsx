// Orders page: the shopper's orders.
import { generatePath, Link } from 'react-router-dom';
import type { Order } from '#contract/orders/orders.ts';
import { formatCents } from '#domain/money.ts';
import { amountLeft } from '#domain/orders/refunded-order.ts';
import { isInOrderList, orderLabel, paymentDue } from '#domain/orders/store-order.ts';
import { formatDate } from '#domain/time/dates.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useApiQuery } from '#state/api/query.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { Empty, LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { Age, StateBadge } from '#ui/text/age.tsx';
import { OrdersToPay } from '#ui/text/orders-to-pay.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import space from '../layout/account.module.css';
import { RoundLink } from '../round/round-link.tsx';
import { toneOf } from './order-tone.ts';
import styles from './orders-page.module.css';
import { WaitingOrders } from './waiting-orders.tsx';

const MAX_PREVIEWS = 4;

export function OrdersPage({ userId }: { userId: string }) {
  const query = useApiQuery('users.orders', { params: { id: userId } });
  const siteName = useSiteName();
  return (
    <section className={space.section} aria-labelledby="orders-title">
      <PageMeta title="Gérer vos commandes" siteName={siteName} noIndex />
      <div className={space.heading}>
        <h2 id="orders-title">Récapitulatif commandes</h2>
        {query.aged && <Age at={query.seenAt} />}
      </div>
      <WaitingOrders />
      <OrdersToPay orders={query.data?.['hydra:member'] ?? []} />
      <Loaded query={query} what="orders" loading={<LineShapes count={6} />}>
        {(orders) => (
          <>
            <RoundLink orders={orders['hydra:member']} />
            <OrderTable orders={orders['hydra:member'].filter(isInOrderList)} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function OrderTable({ orders }: { orders: readonly Order[] }) {
  if (orders.length === 0) {
    return (
      <Empty title="Aucun résultat" action={<LinkButton to={paths.stores}>Découvrir les boutiques</LinkButton>}>
        Pas encore de commande : les vôtres apparaîtront ici une fois payées.
      </Empty>
    );
  }
  return (
    <table className={styles.table} aria-labelledby="orders-title">
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Produits</th>
          <th scope="col">Total</th>
          <th scope="col">Etat</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order['@id']} order={order} />
        ))}
      </tbody>
    </table>
  );
}

function OrderRow({ order }: { order: Order }) {
  const isDue = paymentDue(order.storeOrders) !== null;
  const total = order.storeOrders.reduce((sum, part) => sum + (isDue ? amountLeft(part) : part.total.amount), 0);
  const items = order.storeOrders.flatMap((storeOrder) => storeOrder.items);
  const shown = items.slice(0, MAX_PREVIEWS);
  const due = paymentDue(order.storeOrders);
  const states = order.storeOrders.map((storeOrder) => storeOrder.state);
  return (
    <tr className={styles.row}>
      <td className={styles.date}>
        {/* The link covers its row for pointers; the keyboard reaches it once. */}
        <Link to={generatePath(paths.accountOrder, { id: String(order.id) })} className={styles.link}>
          <span className="visually-hidden">Commande </span>
          <span className={styles.number}>N° {order.id}</span>
          <span className="visually-hidden"> du </span>
          <span className={styles.day}>{formatDate(order.createdAt)}</span>
        </Link>
      </td>
      <td className={styles.products}>
        <ul className={styles.previews}>
          {shown.map((item) => (
            <li key={item['@id']} className={styles.preview}>
              <Picture image={item.product.images[0]} alt={item.product.name} sizes="48px" />
            </li>
          ))}
          {items.length > shown.length && <li className={styles.more}>+{items.length - shown.length}</li>}
        </ul>
        <p className={styles.stores}>{order.storeOrders.map(({ store }) => store.name).join(' · ')}</p>
      </td>
      <td className={styles.total}>{formatCents(total)}</td>
      <td className={styles.state}>
        <StateBadge tone={toneOf(states)}>{orderLabel(order.storeOrders)}</StateBadge>
        {due !== null && <p className={styles.due}>{due}</p>}
      </td>
    </tr>
  );
}
