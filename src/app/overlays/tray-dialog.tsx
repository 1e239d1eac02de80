import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { SendAllButton } from '#features/waiting/send-all-button.tsx';
import { Tray } from '#features/waiting/tray.tsx';
import { paths } from '#paths';
import { useTray } from '#state/pending.ts';
import { LinkButton } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';

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
      actions={
        waiting.length + decisions.length > 0 && (
          <>
            <LinkButton to={paths.waiting} variant="secondary" onClick={onClose}>
              Ouvrir la page
            </LinkButton>
            <SendAllButton wide />
          </>
        )
      }
    >
      <Tray onLeave={onClose} />
    </Modal>
  );
}
