// TrayBadge: link to the pending list with its number, hidden when empty. Straw with a clock while everything is sent
// automatically, brick with a warning if a decision is needed. The text says 'waiting' only while something waits.
import { Icon } from '../controls/icon.tsx';
import type { TrayBadgeProps } from './shell-interfaces.ts';
import styles from './tray-badge.module.css';

export function TrayBadge({ count, waiting, urgent, onShow }: TrayBadgeProps) {
  if (count === 0) return null;
  const words = !waiting ? 'À vérifier' : urgent ? 'En attente d’envoi et à vérifier' : 'En attente d’envoi';
  return (
    <button
      type="button"
      className={styles.badge}
      data-urgent={urgent || undefined}
      aria-haspopup="dialog"
      aria-label={`${words}\u00a0: ${count}`}
      title={words}
      onClick={onShow}
    >
      <span className={styles.pill}>
        <Icon name={urgent ? 'alert' : waiting ? 'clock' : 'check'} size={18} />
        {count > 99 ? '99+' : count}
      </span>
    </button>
  );
}
