// The dialog before a logout with writes that wait.
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { counted } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { useConnectivity } from '#state/page/connectivity.ts';
import type { Leaving } from '#state/page/engine-port.ts';
import { flushWrites, useNeedsLogin } from '#state/pending/pending-actions.ts';
import { useWaitingOrders } from '#state/pending/pending-writes.ts';
import { hasRole, leave, stay, useLeaving, useSession } from '#state/session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import styles from './logout-dialog.module.css';

/** Leaving with writes that wait, or came out otherwise: the person decides what becomes of them. */
export function LeavingDialog() {
  const leaving = useLeaving();
  if (leaving === null) return null;
  return leaving.waiting === 0 ? <LeavingUntold untold={leaving.untold} /> : <LeavingWaiting {...leaving} />;
}

/** What is forgotten with the person. */
function forgotten(untold: number): string {
  const many = untold > 1;
  const what = `${counted(untold, 'changement')} à revoir`;
  return `${what}, ${many ? 'refusés ou faits' : 'refusé ou fait'} autrement, ${many ? 'seront oubliés' : 'sera oublié'} sur cet appareil.`;
}

function LeavingUntold({ untold }: { untold: number }) {
  const navigate = useNavigate();
  const look = () => {
    stay();
    navigate(paths.waiting);
  };
  return (
    <Modal
      open
      onClose={stay}
      title={`${counted(untold, 'changement')} à revoir`}
      actions={
        <div className={styles.ways}>
          <Button wide data-first-focus onClick={look}>
            {untold > 1 ? 'Les revoir' : 'Le revoir'}
          </Button>
          <Button wide variant="secondary" onClick={() => void leave('keep')}>
            Se déconnecter
          </Button>
        </div>
      }
    >
      <p>En vous déconnectant&nbsp;: {forgotten(untold)}</p>
    </Modal>
  );
}

/** Said of one order that waits, or of several; nothing without any. */
function OrdersAmongThem({ words: [one, many] }: { words: [string, string] }) {
  const { length } = useWaitingOrders();
  return length > 0 && <p>{length > 1 ? many : one}</p>;
}

function LeavingWaiting({ waiting, untold }: Leaving) {
  const session = useSession();
  const { online } = useConnectivity();
  const needsLogin = useNeedsLogin('/') !== null;
  const [sending, setSending] = useState(false);
  const [unsent, setUnsent] = useState(false);
  const [deleting, setDeleting] = useState(false);
  // A merchant's device stays in the shop: what was done on it is kept for them. A shopper's is sent while it can be.
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
    if (sent) await leave('keep');
  };
  const title = `${counted(waiting, 'modification')} non ${many ? 'envoyées' : 'envoyée'}`;
  if (deleting) {
    return (
      <Modal
        key="delete"
        open
        onClose={stay}
        title={many ? 'Supprimer ces modifications' : 'Supprimer cette modification'}
        actions={
          <>
            <Button variant="secondary" data-first-focus onClick={() => setDeleting(false)}>
              Ne pas supprimer
            </Button>
            <Button variant="danger" onClick={() => void leave('discard')}>
              Supprimer {counted(waiting, 'modification')}
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
      onClose={stay}
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
            onClick={() => void leave('keep')}
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
      {untold > 0 && <p>En vous déconnectant&nbsp;: {forgotten(untold)}</p>}
      <p role="alert" className={styles.unsent}>
        {unsent &&
          (needsLogin
            ? 'Reconnectez-vous pour envoyer\u00a0: rien n’est perdu.'
            : `Tout n’a pas pu partir\u00a0: rien n’est perdu, choisissez ce qu’${many ? 'elles deviennent' : 'elle devient'}.`)}
      </p>
    </Modal>
  );
}
