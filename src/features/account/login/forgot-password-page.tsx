// Forgotten password page: requests a reset link.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { paths } from '#paths';
import { askForNewPassword } from '#state/account/password.ts';
import { useOnReconnect } from '#state/page/connectivity.ts';
import { useFlash } from '#state/page/flash.ts';
import { useDraft } from '#state/session/use-draft.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { EmailField } from '#ui/fields/text-fields.tsx';
import { offlineMessage } from '../layout/network-messages.ts';
import styles from './authentication-space.module.css';
import { typedByVisitor } from './typed-by-visitor.ts';

export function ForgotPasswordPage() {
  const { search } = useLocation();
  const flash = useFlash();
  const [problem, setProblem] = useState<string | null>(null);
  useOnReconnect(() => setProblem((current) => (current === offlineMessage ? null : current)));
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({ defaultValues: { email: '' } });
  const { register, handleSubmit, formState, setError } = form;
  useDraft(typedByVisitor, form);

  const ask = handleSubmit(async ({ email }) => {
    setProblem(null);
    setSentTo(null);
    const result = await askForNewPassword(email.trim()).catch(() => null);
    if (result?.outcome === 'sent') {
      setSentTo(email.trim());
      return flash('Demande de changement de mot de passe envoyée');
    }
    if (result?.outcome !== 'refused') return setProblem(offlineMessage);
    const violation = result.violations.find(({ propertyPath }) => propertyPath === 'identifier');
    if (violation) return setError('email', { type: 'server', message: violation.message }, { shouldFocus: true });
    setProblem(result.error.kind === 'refused' ? result.error.message : null);
    flash(UNEXPECTED_FAILURE, 'error');
  });

  return (
    <>
      <form className={styles.form} onSubmit={ask} noValidate>
        <h2 className={styles.heading}>Mot de passe oublié</h2>
        <p className={styles.calm}>Nous vous envoyons un lien pour en choisir un nouveau.</p>
        <EmailField
          autoComplete="username"
          error={formState.errors.email?.message}
          {...register('email', { required: 'Veuillez saisir un email' })}
        />
        <FieldError text={problem} />
        {sentTo !== null && (
          <p className={styles.sent} role="status">
            <Icon name="check" size={20} />
            <span>
              Si un compte existe à l’adresse {sentTo}, un message vient d’y partir. Son lien sert une fois, pendant une
              heure.
            </span>
          </p>
        )}
        <Button type="submit" size="large" wide busy={formState.isSubmitting}>
          Recevoir le lien
        </Button>
      </form>
      <p className={styles.other}>
        <Link to={{ pathname: paths.login, search }}>Revenir à la connexion</Link>
      </p>
    </>
  );
}
