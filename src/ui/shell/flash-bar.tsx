// FlashBar: short success and error messages, each with an icon; their owner removes them. While a dialog is open, the
// bar is rendered inside of it.
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import { Icon } from '../controls/icon.tsx';
import { useTopDialog } from '../dialogs/top-dialog.ts';
import styles from './flash-bar.module.css';
import type { FlashBarProps } from './shell-interfaces.ts';

export function FlashBar({ flashes, onDismiss }: FlashBarProps) {
  const dialog = useTopDialog();
  const bar = (
    <div className={styles.bar} role="status" aria-live="polite" data-over={dialog ? '' : undefined}>
      {flashes.map((flash) => (
        <p key={flash.id} className={styles.notice} data-status={flash.status}>
          <Icon name={flash.status === 'success' ? 'check' : 'alert'} size={20} />
          <span>
            {flash.text} {flash.link && <Link to={flash.link.to}>{flash.link.word}</Link>}
          </span>
          <button type="button" aria-label="Fermer" onClick={() => onDismiss(flash.id)}>
            <Icon name="close" size={18} />
          </button>
        </p>
      ))}
    </div>
  );
  return dialog ? createPortal(bar, dialog) : bar;
}
