// ToAnswer: overview of unanswered requests: unread messages and estimates, unconfirmed appointments.
import { Link } from 'react-router-dom';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import { paths } from '#paths';
import { useEstimates, useStoreAppointments, useStoreMessages } from '#state/merchant/received-requests.ts';
import { Icon, type IconName } from '#ui/controls/icon.tsx';
import styles from './to-answer.module.css';

export function ToAnswer({ store }: { store: MerchantStore }) {
  return (
    <section className={styles.section} aria-labelledby="to-answer">
      <h2 id="to-answer">Vos clients vous écrivent</h2>
      <ul className={styles.entries}>
        <Messages />
        {store.takesAppointments && <Appointments />}
        {store.takesEstimates && <Estimates />}
      </ul>
    </section>
  );
}

function Messages() {
  const { messages } = useStoreMessages();
  const count = messages?.filter(({ read }) => !read).length;
  return <Entry to={paths.merchantMessages} icon="mail" count={count} one="message non lu" many="messages non lus" />;
}

function Appointments() {
  const { appointments } = useStoreAppointments();
  const count = appointments?.filter(({ appointment }) => appointment.state === 'pending').length;
  return (
    <Entry
      to={paths.merchantAppointments}
      icon="calendar"
      count={count}
      one="rendez-vous à confirmer"
      many="rendez-vous à confirmer"
    />
  );
}

function Estimates() {
  const { estimates } = useEstimates();
  const count = estimates?.filter(({ read }) => !read).length;
  return (
    <Entry
      to={paths.merchantEstimates}
      icon="sheet"
      count={count}
      one="demande de devis non lue"
      many="demandes de devis non lues"
    />
  );
}

interface EntryProps {
  to: string;
  icon: IconName;
  /** Undefined while loading. */
  count: number | undefined;
  one: string;
  many: string;
}

function Entry({ to, icon, count, one, many }: EntryProps) {
  return (
    <li>
      <Link to={to} className={styles.entry} data-some={count ? true : undefined}>
        <Icon name={icon} />
        <span className={styles.count}>{count ?? '–'}</span>
        <span className={styles.label}>{count !== undefined && count < 2 ? one : many}</span>
      </Link>
    </li>
  );
}
