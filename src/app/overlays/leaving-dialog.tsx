import { useState } from 'react';
import { flushWrites } from '#state/pending.ts';
import { leave, stay, useLeaving } from '#state/session.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';

/** Leaving with writes that wait: the person decides what becomes of them. */
export function LeavingDialog() {
  const waiting = useLeaving();
  const [sending, setSending] = useState(false);
  const [unsent, setUnsent] = useState(false);

  const sendFirst = async () => {
    setSending(true);
    const sent = await flushWrites();
    setSending(false);
    setUnsent(!sent);
    if (sent) await leave('keep');
  };
  return (
    <Modal
      open={waiting !== null}
      onClose={stay}
      title="Des changements ne sont pas envoyés"
      actions={
        <>
          <Button busy={sending} onClick={sendFirst}>
            Envoyer maintenant
          </Button>
          <Button variant="secondary" onClick={() => leave('keep')}>
            Les garder sur cet appareil
          </Button>
          <Button variant="danger" onClick={() => leave('discard')}>
            Les supprimer
          </Button>
        </>
      }
    >
      <p>
        {waiting === 1 ? '1 modification non envoyée.' : `${waiting} modifications non envoyées.`} Gardées sur cet
        appareil, elles restent invisibles aux autres et partiront à votre prochaine connexion.
      </p>
      {unsent && <p role="alert">Le réseau ne répond pas : rien n’est perdu, choisissez ce qu’elles deviennent.</p>}
    </Modal>
  );
}
