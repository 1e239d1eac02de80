// OwnOrders: the user's orders from which they may still withdraw, as links; nothing without any.
import { Link } from 'react-router-dom';
import { partsOpenForWithdrawal } from '#domain/orders/open-withdrawal.ts';
import { formatDate } from '#domain/time/dates.ts';
import { paths } from '#paths';
import { useApiQuery } from '#state/api/query.ts';
import { useNow } from '#ui/text/use-now.ts';
import styles from './withdrawal-page.module.css';

const MINUTE_MS = 60_000;

export function OwnOrders({ userId }: { userId: string }) {
  const { data } = useApiQuery('users.orders', { params: { id: userId } });
  const now = useNow(MINUTE_MS);
  const open = (data?.['hydra:member'] ?? []).flatMap((order) => {
    const parts = now === null ? [] : partsOpenForWithdrawal(order, new Date(now));
    return parts.length > 0 ? [{ order, stores: parts.map(({ store }) => store.name) }] : [];
  });
  if (open.length === 0) return null;
  return (
    <section className={styles.own} aria-labelledby="own-orders-title">
      <h2 id="own-orders-title">Vos commandes</h2>
      <ul>
        {open.map(({ order, stores }) => (
          <li key={order.id}>
            <Link to={`${paths.withdrawal}?commande=${order.id}`}>
              <b>
                Commande n°&nbsp;{order.id} du {formatDate(order.createdAt)}
              </b>
              <small>{stores.join(' · ')}</small>
            </Link>
          </li>
        ))}
      </ul>
      <h2>Une autre commande</h2>
    </section>
  );
}
