// Modal: a bottom sheet on phones, a dialog elsewhere. A native <dialog>: the page is inert, Escape and a click outside
// close it, and the focus returns.
//   <Modal open={open} onClose={close} title="Choisir un point relais" actions={<Button …/>}> … </Modal>
import { type ReactNode, useId } from 'react';
import { IconButton } from '../controls/button.tsx';
import styles from './modal.module.css';
import { closedOutside, useModalDialog } from './use-modal-dialog.ts';

export interface ModalProps {
  open: boolean;
  /** Absent if an answer is required. */
  onClose?: (() => void) | undefined;
  title: ReactNode;
  children: ReactNode;
  /** Buttons, always visible at the bottom. */
  actions?: ReactNode;
  size?: 'normal' | 'wide' | 'full';
}

export function Modal({ open, ...rest }: ModalProps) {
  return open ? <OpenModal {...rest} /> : null;
}

function OpenModal({ onClose, title, children, actions, size = 'normal' }: Omit<ModalProps, 'open'>) {
  const dialog = useModalDialog();
  const titleId = useId();
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={`${styles.modal} ${styles[size]}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose?.();
      }}
      // Browsers close it on a repeated Escape.
      onClose={({ target, currentTarget }) => {
        if (!onClose && target === currentTarget) currentTarget.showModal();
      }}
      {...(onClose && closedOutside(onClose))}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          {onClose && <IconButton icon="close" label="Fermer" onClick={onClose} />}
        </div>
        <div className={styles.body}>{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  );
}
