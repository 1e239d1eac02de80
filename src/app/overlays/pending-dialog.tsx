// The list of waiting writes as a dialog.
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { SendAllButton } from '#features/waiting/send-all-button.tsx';
import { Tray } from '#features/waiting/tray.tsx';
import { paths } from '#paths';
import { useTray } from '#state/pending/pending-writes.ts';
import { Modal } from '#ui/dialogs/modal.tsx';
import styles from './pending-dialog.module.css';

interface TrayDialogProps {
  open: boolean;
  onClose: () => void;
}

/** What waits, over whatever page one is on; the same list has a page of its own. */
export function TrayDialog({ open, onClose }: TrayDialogProps) {
  const { waiting, decisions } = useTray();
  const { pathname } = useLocation();
  useEffect(() => {
    if (open && pathname === paths.waiting) onClose();
  }, [open, pathname, onClose]);
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="En attente d’envoi"
      size="wide"
      actions={waiting.length > 0 && <SendAllButton wide />}
    >
      <Tray onLeave={onClose} />
      {waiting.length + decisions.length > 0 && (
        <p className={styles.page}>
          <Link to={paths.waiting} onClick={onClose}>
            Ouvrir dans une page
          </Link>
        </p>
      )}
    </Modal>
  );
}
