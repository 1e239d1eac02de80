import { discardWrite, dismissNotice, retryWrite, useTray } from '#state/pending.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import styles from './tray-dialog.module.css';

/** What waits for the network, and what the server refused: nothing of it goes without a word. */
export function TrayDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { waiting, notices } = useTray();
  return (
    <Modal open={open} onClose={onClose} title="Vos changements">
      {waiting.length + notices.length === 0 && <p>Tout est envoyé.</p>}
      {notices.length > 0 && (
        <ul className={styles.list}>
          {notices.map(({ id, sentence, message, refused }) => (
            <li key={id} className={refused ? styles.refused : styles.told}>
              <div>
                <p>{sentence}</p>
                <p className={styles.why}>{message}</p>
              </div>
              <Button variant="quiet" onClick={() => dismissNotice(id)}>
                J’ai vu
              </Button>
            </li>
          ))}
        </ul>
      )}
      {waiting.length > 0 && (
        <>
          <h3>En attente d’envoi</h3>
          <ul className={styles.list}>
            {waiting.map(({ id, sentence, problem }) => (
              <li key={id} className={styles.waiting}>
                <div>
                  <p>{sentence}</p>
                  {problem && <p className={styles.why}>{problem}</p>}
                </div>
                {problem && (
                  <Button variant="secondary" onClick={() => retryWrite(id)}>
                    Réessayer
                  </Button>
                )}
                <Button variant="quiet" onClick={() => discardWrite(id)}>
                  Abandonner
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
}
