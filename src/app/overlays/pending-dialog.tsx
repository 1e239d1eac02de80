// Pending dialog: the list of pending writes over any page.
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { PendingList } from '#features/waiting/pending-list.tsx';
import { SendAllButton } from '#features/waiting/send-all-button.tsx';
import { paths } from '#paths';
import { useTray } from '#state/pending/pending-writes.ts';
import { Modal } from '#ui/dialogs/modal.tsx';
import styles from './pending-dialog.module.css';

interface TrayDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The same list as on its page. */
export function PendingDialog({ open, onClose }: TrayDialogProps) {
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
      <PendingList onLeave={onClose} />
      {waiting.length + decisions.length > 0 && (
        <p className={styles.page}>
          <Link to={paths.waiting} onClick={onClose}>
            Détails
          </Link>
        </p>
      )}
    </Modal>
  );
}
