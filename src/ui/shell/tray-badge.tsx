// The way to what waits to be sent, in the header: a sign and how many, gone when there is nothing. Straw with a clock while
// all of it goes by itself, brick with a warning once something wants a decision. It says 'waiting' only while something is.
import { Icon } from '../controls/icon.tsx';
import type { TrayBadgeProps } from './shell-interfaces.ts';
import styles from './tray-badge.module.css';

export function TrayBadge({ count, waiting, urgent, onShow }: TrayBadgeProps) {
  if (count === 0) return null;
  const words = !waiting ? 'À revoir' : urgent ? 'En attente d’envoi et à revoir' : 'En attente d’envoi';
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
