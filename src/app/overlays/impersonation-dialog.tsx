// The dialog that asks whether a session handed over by another page is taken over.
import { flash } from '#state/page/flash.ts';
import { acceptImpersonation, declineImpersonation, useImpersonationOffer } from '#state/session/impersonation.ts';
import { Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';

/** A session of someone else was left for this page: taken over on a click only. */
export function ImpersonationDialog() {
  const offer = useImpersonationOffer();
  const accept = async () => {
    if (await acceptImpersonation()) flash('Connexion réussie');
    else flash('Vérification JWT échouée', 'error');
  };
  return (
    <Modal
      open={offer !== null}
      onClose={declineImpersonation}
      title="Agir au nom d’une autre personne"
      actions={
        <>
          <Button variant="secondary" onClick={declineImpersonation}>
            Ne pas continuer
          </Button>
          <Button onClick={accept}>Continuer comme {offer?.username}</Button>
        </>
      }
    >
      <p>
        Connecté en tant que {offer?.username} : ce que vous ferez sera fait en son nom. Si vous n’avez rien demandé, ne
        continuez pas.
      </p>
    </Modal>
  );
}
