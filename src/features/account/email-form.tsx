// The form of the shopper's address, with the password that a change asks for.
import { useForm } from 'react-hook-form';
import type { TokenContent } from '#contract/users.ts';
import { useConnectivity, useOnReturn } from '#state/page/connectivity.ts';
import { useFlash } from '#state/page/flash.ts';
import { forgetDraft } from '#state/session/draft-store.ts';
import { useDraft } from '#state/session/use-draft.ts';
import { saveProfile } from '#state/writes/profile.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/controls/fields.tsx';
import { EmailField, TextField } from '#ui/controls/text-fields.tsx';
import styles from './account-space.module.css';
import { failed as unexpected } from './forgotten-password.ts';

const failed = "Une erreur s'est produite";
const needsNetwork =
  'Changer d’adresse demande le réseau\u00a0: réessayez dès son retour. Ce que vous avez saisi reste ici.';

export function EmailForm({ user }: { user: TokenContent }) {
  const flash = useFlash();
  const { online } = useConnectivity();
  const form = useForm({
    values: { email: user.email, password: '' },
    resetOptions: { keepDirtyValues: true },
  });
  const { register, handleSubmit, formState, setError, clearErrors, setValue, reset } = form;
  useOnReturn(() => clearErrors('root'));
  const { errors, isSubmitting } = formState;
  // The password is no part of it: none is ever kept.
  useDraft('profil', form);

  const save = handleSubmit(async ({ email, password }) => {
    const result = await saveProfile(user.user_id, email, password).catch((failure: unknown) => {
      console.error(failure);
      return null;
    });
    if (result?.outcome === 'sent') {
      forgetDraft('profil');
      reset({ email: result.answer.email, password: '' });
      // The new session may have filled the form anew meanwhile, with what was still typed.
      setValue('password', '');
      return flash('Modifications enregistrées');
    }
    if (result?.outcome === 'offline') return setError('root', { message: needsNetwork });
    flash(failed, 'error');
    const said = result?.violations.filter(({ propertyPath }) => ['email', 'password'].includes(propertyPath)) ?? [];
    for (const { propertyPath, message } of said)
      setError(propertyPath as 'email' | 'password', { type: 'server', message }, { shouldFocus: true });
    if (said.length === 0) setError('root', { message: result?.error.message ?? unexpected });
  });

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <EmailField
        hint="Elle sert à vous connecter et à recevoir les nouvelles de vos commandes."
        error={errors.email?.message}
        {...register('email', { required: 'Veuillez saisir un email' })}
      />
      <TextField
        label="Mot de passe actuel"
        hint="Pour être sûr que c’est bien vous."
        type="password"
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.password?.message}
        {...register('password', { required: 'Champ obligatoire' })}
      />
      <FieldError text={errors.root?.message} />
      {!online && !errors.root && (
        <p className={styles.hint}>Hors connexion&nbsp;: changer d’adresse demande le réseau.</p>
      )}
      <div>
        <Button type="submit" size="large" busy={isSubmitting}>
          Mettre à jour les informations
        </Button>
      </div>
    </form>
  );
}
