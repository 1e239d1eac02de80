// Email form: changes the address, with the password.
import type { TokenContent } from '#contract/account/users.ts';
import { saveProfile } from '#state/account/profile.ts';
import type { OfflineFormDefinition } from '#state/forms/form-definition.ts';
import { useOfflineForm } from '#state/forms/use-offline-form.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useFlash } from '#state/page/flash.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { EmailField, TextField } from '#ui/fields/text-fields.tsx';
import styles from '../layout/account.module.css';

const failed = "Une erreur s'est produite";
const needsNetwork =
  'Il faut du réseau pour changer d’adresse\u00a0: réessayez dès son retour. Ce que vous avez saisi reste ici.';

interface EmailValues {
  email: string;
  /** Never stored with the draft. */
  password: string;
}

export const emailForm = ({ user_id, email }: TokenContent): OfflineFormDefinition<EmailValues> => ({
  draft: 'profil',
  afterSave: 'follow',
  source: { values: { email, password: '' }, version: null, waiting: [] },
  async send(typed, base) {
    if (typed.email === base.values.email) return { outcome: 'unchanged' };
    const result = await saveProfile(user_id, typed.email, typed.password);
    if (result.outcome === 'sent') return { ...result, id: '' };
    const text = result.outcome === 'offline' ? needsNetwork : result.error.message;
    return { outcome: 'refused', id: null, text, violations: result.outcome === 'offline' ? [] : result.violations };
  },
});

export function EmailForm({ user }: { user: TokenContent }) {
  const flash = useFlash();
  const { online } = useConnectivity();
  const { form, submit, isSending, messages } = useOfflineForm<EmailValues>({
    ...emailForm(user),
    onRefused: () => online && flash(failed, 'error'),
    onSaved({ outcome }) {
      form.setValue('password', '');
      flash(outcome === 'unchanged' ? 'Rien n’a changé.' : 'Modifications enregistrées');
    },
  });
  const { register, formState } = form;
  const { errors } = formState;
  // Messages about a missing network disappear on reconnect.
  const problem = messages.find((message) => !(online && message === needsNetwork));

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
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
      <FieldError text={problem} />
      {!online && !problem && (
        <p className={styles.hint}>Hors connexion&nbsp;: il faut du réseau pour changer d’adresse.</p>
      )}
      <div>
        <Button type="submit" size="large" busy={isSending}>
          Mettre à jour les informations
        </Button>
      </div>
    </form>
  );
}
