// Logout dialog: asks about unfinished work.
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { countWithNoun } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { useConnectivity } from '#state/page/connectivity.ts';
import type { UnfinishedWork } from '#state/page/engine-port.ts';
import { flushWrites, useNeedsLogin } from '#state/pending/pending-actions.ts';
import { useWaitingOrders } from '#state/pending/pending-writes.ts';
import { cancelLogout, confirmLogout, hasRole, usePendingLogout, useSession } from '#state/session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import styles from './logout-dialog.module.css';

/** The user decides about pending writes and unseen outcomes. */
export function LogoutDialog() {
  const leaving = usePendingLogout();
  if (leaving === null) return null;
  return leaving.waiting === 0 ? <LeavingUnseen unseen={leaving.unseenOutcomes} /> : <LeavingWaiting {...leaving} />;
}

/** Text about outcomes that the logout deletes. */
function forgotten(unseen: number): string {
  const many = unseen > 1;
  const what = `${countWithNoun(unseen, 'modification')} à vérifier`;
  return `${what}, ${many ? 'refusées ou faites' : 'refusée ou faite'} autrement, ${many ? 'seront oubliées' : 'sera oubliée'} sur cet appareil.`;
}

function LeavingUnseen({ unseen }: { unseen: number }) {
  const navigate = useNavigate();
  const look = () => {
    cancelLogout();
    navigate(paths.waiting);
  };
  return (
    <Modal
      open
      onClose={cancelLogout}
      title={`${countWithNoun(unseen, 'modification')} à vérifier`}
      actions={
        <div className={styles.ways}>
          <Button wide data-first-focus onClick={look}>
            {unseen > 1 ? 'Les vérifier' : 'La vérifier'}
          </Button>
          <Button wide variant="secondary" onClick={() => void confirmLogout('keep')}>
            Se déconnecter
          </Button>
        </div>
      }
    >
      <p>En vous déconnectant&nbsp;: {forgotten(unseen)}</p>
    </Modal>
  );
}

/** A note if there are pending orders. */
function OrdersAmongThem({ words: [one, many] }: { words: [string, string] }) {
  const { length } = useWaitingOrders();
  return length > 0 && <p>{length > 1 ? many : one}</p>;
}

function LeavingWaiting({ waiting, unseenOutcomes }: UnfinishedWork) {
  const session = useSession();
  const { online } = useConnectivity();
  const needsLogin = useNeedsLogin('/') !== null;
  const [sending, setSending] = useState(false);
  const [unsent, setUnsent] = useState(false);
  const [deleting, setDeleting] = useState(false);
  // A merchant's device stays in the store, so keeping the writes is the default; a shopper's are sent if possible.
  const keepFirst = hasRole(session, 'ROLE_VIEW_STORE_ADMIN') || !online || needsLogin || unsent;
  const many = waiting > 1;

  const sendFirst = async () => {
    setSending(true);
    const sent = await flushWrites().catch((failure: unknown) => {
      console.error(failure);
      return false;
    });
    setSending(false);
    setUnsent(!sent);
    if (sent) await confirmLogout('keep');
  };
  const title = `${countWithNoun(waiting, 'modification')} non ${many ? 'envoyées' : 'envoyée'}`;
  if (deleting) {
    return (
      <Modal
        key="delete"
        open
        onClose={cancelLogout}
        title={many ? 'Supprimer ces modifications' : 'Supprimer cette modification'}
        actions={
          <>
            <Button variant="secondary" data-first-focus onClick={() => setDeleting(false)}>
              Ne pas supprimer
            </Button>
            <Button variant="danger" onClick={() => void confirmLogout('discard')}>
              Supprimer {countWithNoun(waiting, 'modification')}
            </Button>
          </>
        }
      >
        <p>
          {many ? 'Elles n’ont pas été envoyées et seront perdues' : 'Elle n’a pas été envoyée et sera perdue'}&nbsp;:
          personne ne pourra {many ? 'les' : 'la'} retrouver.
        </p>
        <OrdersAmongThem words={['Votre commande en fait partie.', 'Vos commandes en font partie.']} />
      </Modal>
    );
  }
  return (
    <Modal
      key="leave"
      open
      onClose={cancelLogout}
      title={title}
      actions={
        <div className={styles.ways}>
          <Button
            wide
            variant={keepFirst ? 'secondary' : 'primary'}
            data-first-focus={keepFirst ? undefined : true}
            busy={sending}
            onClick={() => void sendFirst()}
          >
            {sending ? 'Envoi en cours…' : 'Envoyer maintenant'}
          </Button>
          <Button
            wide
            variant={keepFirst ? 'primary' : 'secondary'}
            data-first-focus={keepFirst || undefined}
            onClick={() => void confirmLogout('keep')}
          >
            Les garder sur cet appareil
          </Button>
          <Button wide variant="quiet" onClick={() => setDeleting(true)}>
            Les supprimer
          </Button>
        </div>
      }
    >
      <p>
        {many ? 'Gardées sur cet appareil, elles restent invisibles' : 'Gardée sur cet appareil, elle reste invisible'}{' '}
        aux autres et {many ? 'partiront' : 'partira'} à votre prochaine connexion.
      </p>
      <OrdersAmongThem
        words={[
          'Votre commande n’a pas encore atteint le marché.',
          'Vos commandes n’ont pas encore atteint le marché.',
        ]}
      />
      {unseenOutcomes > 0 && <p>En vous déconnectant&nbsp;: {forgotten(unseenOutcomes)}</p>}
      <p role="alert" className={styles.unsent}>
        {unsent &&
          (needsLogin
            ? 'Reconnectez-vous pour envoyer\u00a0: rien n’est perdu.'
            : 'Tout n’a pas pu être envoyé\u00a0: rien n’est perdu, choisissez que faire du reste.')}
      </p>
    </Modal>
  );
}
