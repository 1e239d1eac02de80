// Own data: export, and deletion of the account.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { endAccount, exportOwnData } from '#state/account/own-data.ts';
import { useOnReconnect } from '#state/page/connectivity.ts';
import { useFlash } from '#state/page/flash.ts';
import { Button } from '#ui/controls/button.tsx';
import { downloadFile } from '#ui/controls/download-file.ts';
import { Modal } from '#ui/dialogs/modal.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import styles from '../layout/account.module.css';

const needsNetwork = 'Il faut du réseau\u00a0: réessayez dès son retour.';

export function OwnData({ userId }: { userId: string }) {
  const flash = useFlash();
  const [isTaking, setTaking] = useState(false);
  const [asking, setAsking] = useState(false);

  const take = async () => {
    setTaking(true);
    try {
      const result = await exportOwnData(userId);
      if (result.outcome === 'taken')
        downloadFile({ fileName: 'mes-donnees.json', content: result.content, type: 'application/json' });
      else flash(result.outcome === 'offline' ? needsNetwork : result.message, 'error');
    } catch (failure) {
      console.error(failure);
      flash(UNEXPECTED_FAILURE, 'error');
    }
    setTaking(false);
  };

  return (
    <div className={styles.password}>
      <h3>Vos données</h3>
      <p className={styles.hint}>
        Tout ce que le marché garde sur vous, dans un fichier. Supprimer votre compte efface tout, sauf ce que la loi
        demande de garder de vos commandes, sans votre nom.
      </p>
      <div className={styles.choices}>
        <Button variant="secondary" busy={isTaking} onClick={() => void take()}>
          Télécharger mes données
        </Button>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          Supprimer mon compte
        </Button>
      </div>
      {asking && <EndOfAccount userId={userId} onClose={() => setAsking(false)} />}
    </div>
  );
}

function EndOfAccount({ userId, onClose }: { userId: string; onClose(): void }) {
  const flash = useFlash();
  const { register, handleSubmit, formState, setError, clearErrors } = useForm({ defaultValues: { password: '' } });
  useOnReconnect(() => clearErrors('root'));
  const { errors, isSubmitting } = formState;

  const end = handleSubmit(async ({ password }) => {
    const result = await endAccount(userId, password).catch((failure: unknown) => {
      console.error(failure);
      return { outcome: 'refused' as const, message: UNEXPECTED_FAILURE, violations: [] };
    });
    if (result.outcome === 'ended') return flash('Votre compte est supprimé.');
    if (result.outcome === 'offline') return setError('root', { message: needsNetwork });
    const violation = result.violations.find(({ propertyPath }) => propertyPath === 'password');
    if (violation) setError('password', { type: 'server', message: violation.message }, { shouldFocus: true });
    else setError('root', { message: result.message });
  });

  return (
    <Modal open onClose={onClose} title="Supprimer mon compte">
      <form className={styles.ending} onSubmit={end} noValidate>
        <p>
          Votre compte, votre panier et ce que vous avez écrit aux boutiques sont effacés, ici et sur le marché. Vos
          avis restent, sans votre nom, et vos factures dix ans, comme la loi le demande. C’est irréversible.
        </p>
        <TextField
          label="Mot de passe"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', { required: 'Champ obligatoire' })}
        />
        <FieldError text={errors.root?.message} />
        <div className={styles.choices}>
          <Button variant="secondary" onClick={onClose}>
            Garder mon compte
          </Button>
          <Button type="submit" busy={isSubmitting}>
            Supprimer définitivement
          </Button>
        </div>
      </form>
    </Modal>
  );
}
