// ReconnectCard: asks for a login, so that pending writes can be sent.
import { useLocation } from 'react-router-dom';
import { countWithNoun, pluralize } from '#domain/text/plural.ts';
import { useNeedsLogin } from '#state/pending/pending-actions.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import styles from './pending-list.module.css';

/** The session has expired: pending writes are sent after a login of their owner only. */
export function ReconnectCard({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const { pathname, search } = useLocation();
  const needed = useNeedsLogin(`${pathname}${search}`);
  if (!needed || needed.waiting === 0) return null;
  return (
    <div className={styles.reconnect}>
      <Icon name="user" />
      <div>
        <p className={styles.strong}>Reconnectez-vous pour envoyer {countWithNoun(needed.waiting, 'modification')}</p>
        <p className={styles.quiet}>
          {needed.waiting > 1 ? 'Elles restent' : 'Elle reste'} sur cet appareil,{' '}
          {pluralize(needed.waiting, 'invisible')} aux autres, et {needed.waiting > 1 ? 'partiront' : 'partira'} dès que
          vous serez là.
        </p>
      </div>
      <LinkButton to={needed.to} onClick={onLeave}>
        Me reconnecter
      </LinkButton>
    </div>
  );
}
