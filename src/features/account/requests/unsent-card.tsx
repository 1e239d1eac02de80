// UnsentCard: a request that waits on the device, or that was refused.
import { Link } from 'react-router-dom';
import { formatDateTime } from '#domain/time/dates.ts';
import { paths } from '#paths';
import type { UnsentRequest } from '#state/account/unsent-requests.ts';
import { StateBadge, WaitingBadge } from '#ui/text/age.tsx';
import { RequestCard } from './request-card.tsx';
import { estimateLines, slotLines } from './request-texts.ts';
import styles from './requests-page.module.css';

export function UnsentCard({ request }: { request: UnsentRequest }) {
  const { kind, store, subject, message, items, timeSlots, at, trouble, editTo } = request;
  const lines =
    kind === 'alert' ? items.map(({ label }) => ({ text: label })) : [...estimateLines(items), ...slotLines(timeSlots)];
  return (
    <RequestCard
      kind={kind}
      store={store}
      subject={subject}
      message={message}
      lines={lines}
      state={trouble === null ? <WaitingBadge /> : <StateBadge tone="brick">À vérifier</StateBadge>}
      when={at === null ? 'Pas encore envoyée' : <>Écrite le {formatDateTime(new Date(at))}</>}
    >
      {trouble === null ? (
        <p className={styles.answer}>Gardée sur cet appareil&nbsp;; l’envoi se fera dès que le réseau répondra.</p>
      ) : (
        <p className={styles.answer}>
          {trouble}{' '}
          <Link to={editTo ?? paths.waiting}>{editTo ? 'Corriger la demande' : 'Voir ce qui est en attente'}</Link>
        </p>
      )}
    </RequestCard>
  );
}
