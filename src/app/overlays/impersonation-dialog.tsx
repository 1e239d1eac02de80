// Impersonation dialog: asks before an administrator's session starts.
import { useState } from 'react';
import { countWithNoun } from '#domain/text/plural.ts';
import { flash } from '#state/page/flash.ts';
import { acceptImpersonation, declineImpersonation, useImpersonationOffer } from '#state/session/impersonation.ts';
import { Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';

/** Requires a click, and a second one if writes are pending. */
export function ImpersonationDialog() {
  const offer = useImpersonationOffer();
  const [waiting, setWaiting] = useState(0);
  const [isEntering, setEntering] = useState(false);
  const leave = () => {
    setWaiting(0);
    declineImpersonation();
  };
  const accept = async () => {
    setEntering(true);
    const answer = await acceptImpersonation(waiting);
    setEntering(false);
    if (typeof answer === 'object') return setWaiting(answer.waiting);
    setWaiting(0);
    if (answer === 'in') flash('Connexion réussie');
    else flash('Vérification JWT échouée', 'error');
  };
  const many = waiting > 1;
  return (
    <Modal
      key={waiting}
      open={offer !== null}
      onClose={leave}
      title={
        waiting > 0
          ? `${countWithNoun(waiting, 'modification')} non ${many ? 'envoyées' : 'envoyée'}`
          : 'Agir au nom d’une autre personne'
      }
      actions={
        <>
          <Button variant="secondary" data-first-focus onClick={leave}>
            Ne pas continuer
          </Button>
          <Button busy={isEntering} onClick={() => void accept()}>
            {waiting > 0 ? 'Continuer quand même' : `Continuer comme ${offer?.username}`}
          </Button>
        </>
      }
    >
      {waiting > 0 ? (
        <p>
          {many ? 'Elles attendent' : 'Elle attend'} sur cet appareil. {many ? 'Elles y resteront' : 'Elle y restera'},
          invisible{many && 's'} aux autres, et {many ? 'partiront' : 'partira'} à la prochaine connexion de la personne
          qui {many ? 'les a faites' : 'l’a faite'}.
        </p>
      ) : (
        <p>
          Connecté en tant que {offer?.username}&nbsp;: ce que vous ferez sera fait en son nom. Si vous n’avez rien
          demandé, ne continuez pas.
        </p>
      )}
    </Modal>
  );
}
