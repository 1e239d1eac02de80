// Invitation form: an address and a role; the mail brings the person to the store.
import { useForm } from 'react-hook-form';
import type { StorePerson } from '#contract/merchant/store-people.ts';
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { invitePerson } from '#state/merchant/store-people.ts';
import { useOnReconnect } from '#state/page/connectivity.ts';
import { toast } from '#state/page/flash.ts';
import { resetSent, useDraft } from '#state/session/use-draft.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError, RadioGroup } from '#ui/fields/fields.tsx';
import { EmailField } from '#ui/fields/text-fields.tsx';
import styles from './people-page.module.css';
import { roleOptions } from './role-choice.ts';

export const NEEDS_NETWORK = 'Il faut du réseau pour changer l’équipe\u00a0: réessayez dès son retour.';

interface Typed {
  email: string;
  role: StoreRole;
}

interface InvitationFormProps {
  storeId: string;
  onRead(people: readonly StorePerson[]): void;
}

export function InvitationForm({ storeId, onRead }: InvitationFormProps) {
  const form = useForm<Typed>({ defaultValues: { email: '', role: 'picker' } });
  const { register, handleSubmit, formState, setError, clearErrors } = form;
  useOnReconnect(() => clearErrors('root'));
  useDraft('invitation', form);
  const invite = handleSubmit(async (typed) => {
    const { email, role } = typed;
    const result = await invitePerson(storeId, { email: email.trim(), role }).catch((failure: unknown) => {
      console.error(failure);
      return { outcome: 'refused' as const, message: UNEXPECTED_FAILURE, violations: [] };
    });
    if (result.outcome === 'read') {
      resetSent(form, typed);
      onRead(result.people);
      return toast(`Invitation envoyée à ${email.trim()}.`);
    }
    if (result.outcome === 'offline') return setError('root', { message: NEEDS_NETWORK });
    const field = result.violations.some(({ propertyPath }) => propertyPath === 'email') ? 'email' : 'root';
    setError(field, { message: result.message }, { shouldFocus: field === 'email' });
  });
  return (
    <section className={styles.invitation} aria-labelledby="invite">
      <h2 id="invite">Inviter une personne</h2>
      <p className={styles.quiet}>
        Elle reçoit un lien par e-mail&nbsp;; il sert une fois, pendant sept jours. Elle y choisit son mot de passe, ou
        se connecte avec le compte qu’elle a déjà.
      </p>
      <form className={styles.form} onSubmit={invite} noValidate>
        <EmailField
          autoComplete="off"
          error={formState.errors.email?.message}
          {...register('email', { required: 'Champ obligatoire' })}
        />
        <RadioGroup label="Son rôle" options={roleOptions} {...register('role')} />
        <FieldError text={formState.errors.root?.message} />
        <Button type="submit" icon="mail" busy={formState.isSubmitting}>
          Envoyer l’invitation
        </Button>
      </form>
    </section>
  );
}
