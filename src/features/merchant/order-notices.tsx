import { dismissNotice, useTray } from '#state/pending.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './order-notices.module.css';

/** What became, otherwise than asked, of the writes of this order: refused with its reason, or done elsewhere already. */
export function OrderNotices({ orderId }: { orderId: number }) {
  const notices = useTray().notices.filter(({ lane }) => lane === `storeOrder:${orderId}`);
  if (notices.length === 0) return null;
  return (
    <ul className={styles.notices}>
      {notices.map(({ id, sentence, message, refused }) => (
        <li key={id} className={styles.notice} data-refused={refused || undefined} role={refused ? 'alert' : 'status'}>
          <Icon name={refused ? 'alert' : 'check'} />
          <div>
            <p className={styles.message}>{message}</p>
            <p className={styles.sentence}>
              {refused ? 'Refusé\u00a0: ' : ''}
              {sentence}
            </p>
          </div>
          <Button variant="quiet" onClick={() => dismissNotice(id)}>
            J’ai vu
          </Button>
        </li>
      ))}
    </ul>
  );
}
