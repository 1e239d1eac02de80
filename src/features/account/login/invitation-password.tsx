// Password of an invited person: a new one for a new account, or the one of their account, with its one-time code.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { paths } from '#paths';
import { acceptInvitation, type Invitation, joinStore } from '#state/merchant/store-people.ts';
import { useOnReconnect } from '#state/page/connectivity.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { CheckboxField, EmailField, TextField } from '#ui/fields/text-fields.tsx';
import { offlineMessage } from '../layout/network-messages.ts';
import styles from './authentication-space.module.css';
import { CodeStep, messageOfCode } from './code-step.tsx';
import type { LinkOfMail } from './link-of-mail.ts';

interface InvitationPasswordProps {
  link: LinkOfMail;
  invitation: Invitation;
  onJoined(): void;
}

export function InvitationPassword({ link, invitation, onJoined }: InvitationPasswordProps) {
  const { email, hasAccount } = invitation;
  const [shown, setShown] = useState(false);
  /** Accepted, but for the code. */
  const [accepted, setAccepted] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, clearErrors } = useForm({ defaultValues: { password: '' } });
  useOnReconnect(() => clearErrors('root'));
  const join = handleSubmit(async ({ password }) => {
    const joining = hasAccount
      ? acceptInvitation(link, invitation, { password })
      : joinStore(link, invitation, password);
    const result = await joining.catch(() => ({ outcome: 'offline' as const }));
    if (result.outcome === 'joined') return onJoined();
    if (result.outcome === 'code-needed') return setAccepted(password);
    if (result.outcome === 'offline') return setError('root', { message: offlineMessage });
    const isOfPassword = result.violations.some(({ propertyPath }) => propertyPath === 'plainPassword');
    setError(isOfPassword ? 'password' : 'root', { message: result.message }, { shouldFocus: isOfPassword });
  });
  const joinWithCode = async (password: string, code: string) => {
    const result = await acceptInvitation(link, invitation, { password, code }).catch(() => null);
    if (result?.outcome !== 'joined') return result?.outcome === 'refused' ? messageOfCode(result) : offlineMessage;
    onJoined();
    return null;
  };
  if (accepted !== null) {
    return (
      <CodeStep
        className={styles.fields}
        submit="Me connecter et rejoindre l’équipe"
        onSubmit={(code) => joinWithCode(accepted, code)}
        onLeave={() => setAccepted(null)}
      />
    );
  }
  return (
    <form className={styles.fields} onSubmit={join} noValidate>
      <p>
        {hasAccount
          ? 'Connectez-vous avec le compte que vous avez déjà.'
          : 'Choisissez un mot de passe\u00a0: il ouvre votre compte.'}
      </p>
      {/* Read by password managers. */}
      <EmailField autoComplete="username" value={email} readOnly />
      <TextField
        label="Mot de passe"
        hint={hasAccount ? undefined : '8 caractères au moins ; une phrase courte se retient mieux.'}
        type={shown ? 'text' : 'password'}
        autoComplete={hasAccount ? 'current-password' : 'new-password'}
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.password?.message}
        {...register('password', { required: 'Ce champ ne doit pas être vide !' })}
      />
      <CheckboxField
        label="Afficher le mot de passe"
        checked={shown}
        onChange={(event) => setShown(event.target.checked)}
      />
      <FieldError text={formState.errors.root?.message} />
      <Button type="submit" size="large" wide busy={formState.isSubmitting}>
        {hasAccount ? 'Me connecter et rejoindre l’équipe' : 'Créer mon compte et rejoindre l’équipe'}
      </Button>
      {hasAccount && (
        <p className={styles.other}>
          <Link to={paths.forgotPassword}>Mot de passe oublié ?</Link> Choisissez-en un autre, puis rouvrez
          l’invitation.
        </p>
      )}
    </form>
  );
}
