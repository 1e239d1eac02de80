// Reset password page: sets a new password from a mail link.
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { paths } from '#paths';
import { setNewPassword } from '#state/account/password.ts';
import { useSiteName } from '#state/api/configuration.ts';
import { useConnectivity, useOnReconnect } from '#state/page/connectivity.ts';
import { useFlash } from '#state/page/flash.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { CheckboxField, TextField } from '#ui/fields/text-fields.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { offlineMessage } from '../layout/network-messages.ts';
import styles from './authentication-space.module.css';
import { useLinkOfMail } from './link-of-mail.ts';

/** Before the login is shown, milliseconds. */
const LEAVE_AFTER = 1000;

interface Passwords {
  plainPassword: string;
  plainPassword_confirm: string;
}

export function ResetPasswordPage() {
  const navigate = useNavigate();
  const flash = useFlash();
  const siteName = useSiteName();
  const { online } = useConnectivity();
  const link = useLinkOfMail();
  const [shown, setShown] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useOnReconnect(() => setProblem((current) => (current === offlineMessage ? null : current)));
  const [isOver, setOver] = useState(false);
  const [done, setDone] = useState(false);
  const { register, handleSubmit, formState, setError, getValues } = useForm<Passwords>({
    defaultValues: { plainPassword: '', plainPassword_confirm: '' },
  });

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => navigate(paths.login, { replace: true }), LEAVE_AFTER);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  const save = handleSubmit(async ({ plainPassword }) => {
    setProblem(null);
    if (link.token === '') return setOver(true);
    const result = await setNewPassword(link, plainPassword).catch(() => null);
    if (result?.outcome === 'sent') {
      flash('Le mot de passe a bien été mis à jour !');
      return setDone(true);
    }
    if (result?.outcome !== 'refused') return setProblem(offlineMessage);
    const violation = result.violations.find(({ propertyPath }) => propertyPath === 'plainPassword');
    if (violation)
      return setError('plainPassword', { type: 'server', message: violation.message }, { shouldFocus: true });
    setOver(result.error.status === 404);
    if (result.error.status !== 404) setProblem(result.error.message);
    flash(UNEXPECTED_FAILURE, 'error');
  });

  const type = shown ? 'text' : 'password';
  const secret = { type, autoComplete: 'new-password', autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <div className={`wrap ${styles.page}`}>
      <PageMeta title="Réinitialiser mot de passe" siteName={siteName} noIndex />
      <div className={styles.sign}>
        <h1 className={styles.title}>Nouveau mot de passe</h1>
        {!online && (
          <p className={styles.offline} role="status">
            <Icon name="offline" size={20} />
            <span>
              Hors connexion&nbsp;: il faut du réseau pour changer de mot de passe. Ce que vous saisissez reste ici.
            </span>
          </p>
        )}
        <form className={styles.form} onSubmit={save} noValidate>
          <TextField
            label="Nouveau mot de passe"
            hint="8 caractères au moins ; une phrase courte se retient mieux."
            error={formState.errors.plainPassword?.message}
            {...secret}
            {...register('plainPassword', { required: 'Ce champ ne doit pas être vide !' })}
          />
          <TextField
            label="Le même, encore une fois"
            error={formState.errors.plainPassword_confirm?.message}
            {...secret}
            {...register('plainPassword_confirm', {
              validate: (again) => again === getValues('plainPassword') || 'Les mots de passe ne correspondent pas',
            })}
          />
          <CheckboxField
            label="Afficher le mot de passe"
            checked={shown}
            onChange={(event) => setShown(event.target.checked)}
          />
          <FieldError text={problem} />
          {isOver && (
            <p className={styles.over} role="alert">
              Ce lien ne sert plus&nbsp;: il n’est valable qu’une fois, pendant une heure.{' '}
              <Link to={paths.forgotPassword}>En demander un nouveau</Link>
            </p>
          )}
          <Button type="submit" size="large" wide busy={formState.isSubmitting || done}>
            Réinitialiser mot de passe
          </Button>
        </form>
      </div>
    </div>
  );
}
