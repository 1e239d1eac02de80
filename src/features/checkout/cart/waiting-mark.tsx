// WaitingMark: the mark of a cart line whose changes wait, a clock.
import { Icon } from '#ui/controls/icon.tsx';
import styles from './cart-line.module.css';

const words = 'en attente d’envoi';

export function WaitingMark({ waiting }: { waiting: boolean }) {
  if (!waiting) return null;
  return (
    <span className={styles.mark} title={words}>
      <Icon name="clock" size={16} />
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
