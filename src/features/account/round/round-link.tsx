// Link from the orders to the collection round.
import { Link } from 'react-router-dom';
import type { Order } from '#contract/orders/orders.ts';
import { whereaboutsOf } from '#domain/round/round-stops.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { useRoundNotes } from '#state/device/round-notes.ts';
import { useSession } from '#state/session/session.ts';
import { Icon } from '#ui/controls/icon.tsx';
import styles from './round-link.module.css';

/** Nothing if there is nothing to collect. */
export function RoundLink({ orders }: { orders: readonly Order[] }) {
  const [{ done }] = useRoundNotes(useSession().user?.user_id ?? '');
  const now = new Date();
  const count = orders
    .flatMap(({ storeOrders }) => storeOrders)
    .filter((part) => whereaboutsOf(part, now) === 'there' && !done.includes(part.id)).length;
  if (count === 0) return null;
  return (
    <Link to={paths.accountRound} className={styles.round}>
      <Icon name="pin" size={20} />
      <span>
        <b>Ma tournée</b>
        <span className={styles.what}>{countWithNoun(count, 'retrait')} à faire&nbsp;: où, quand, dans quel ordre</span>
      </span>
      <Icon name="right" size={20} />
    </Link>
  );
}
