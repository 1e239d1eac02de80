// Modal: a sheet that rises from below on a phone, a dialog elsewhere. A native <dialog>: what is behind is inert, Escape
// and a click outside close it, focus goes back to where it was.
//   <Modal open={open} onClose={close} title="Choisir un point relais" actions={<Button …/>}> … </Modal>
import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import styles from './modal.module.css';

export interface ModalProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons, kept in sight at the bottom. */
  actions?: ReactNode;
  size?: 'normal' | 'wide' | 'full';
}

/**
 * Props of a dialog that closes on a tap beside it. With the end of the tap: its beginning moves the focus, which must be
 * back where it was when the dialog has gone. A text marked from the inside out does not close it.
 */
export function closedOutside(onClose: () => void) {
  return {
    onPointerDown: ({ target, currentTarget }: PointerEvent<HTMLDialogElement>) => {
      currentTarget.dataset.outside = target === currentTarget ? 'yes' : 'no';
    },
    onClick: ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
      if (target === currentTarget && currentTarget.dataset.outside === 'yes') onClose();
    },
  };
}

export function Modal({ open, ...rest }: ModalProps) {
  return open ? <OpenModal {...rest} /> : null;
}

function OpenModal({ onClose, title, children, actions, size = 'normal' }: Omit<ModalProps, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element && !element.open) element.showModal();
    // The sheet itself, so that no button looks chosen before one has chosen, unless one is marked as the way to go.
    (element?.querySelector<HTMLElement>('[data-first-focus]') ?? element)?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={`${styles.modal} ${styles[size]}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      {...closedOutside(onClose)}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <IconButton icon="close" label="Fermer" onClick={onClose} />
        </div>
        <div className={styles.body}>{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  );
}
