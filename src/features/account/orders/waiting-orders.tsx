// Link from the orders to those that wait for the network.
import { Link } from 'react-router-dom';
import { countWithNoun } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { isOrder, useTray, useWaitingOrders } from '#state/pending/pending-writes.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { StateBadge } from '#ui/text/age.tsx';
import styles from './orders-page.module.css';

/** Nothing without any. */
export function WaitingOrders() {
  const { decisions } = useTray();
  const orders = useWaitingOrders();
  if (orders.length === 0) return null;
  const toDecide = decisions.some((decision) => isOrder(decision) && decision.tone === 'conflict');
  return (
    <p className={styles.waiting}>
      <Icon name="clock" size={20} />
      <Link to={paths.waitingOrder}>{countWithNoun(orders.length, 'commande')} sur cet appareil</Link>
      <StateBadge tone={toDecide ? 'brick' : 'straw'}>{toDecide ? 'à décider' : 'à envoyer'}</StateBadge>
    </p>
  );
}
