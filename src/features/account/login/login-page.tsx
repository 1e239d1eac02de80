// Login page: the password, and the one-time code of an account that has a second factor.

import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '#paths';
import { useOnReconnect } from '#state/page/connectivity.ts';
import { discardDraft } from '#state/session/draft-store.ts';
import { login, useSession } from '#state/session/session.ts';
import { useDraft } from '#state/session/use-draft.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { CheckboxField, EmailField, TextField } from '#ui/fields/text-fields.tsx';
import { useLongerThan } from '#ui/loading/use-longer-than.ts';
import styles from './authentication-space.module.css';
import { CodeStep, messageOfCode } from './code-step.tsx';
import { typedByVisitor } from './typed-by-visitor.ts';

interface LoginForm {
  email: string;
  password: string;
}

/** Then a busy button shows a text, milliseconds. */
const SLOW_MS = 3000;

const wrongPair = 'Adresse e-mail ou mot de passe incorrect';
const unreachable = 'Le marché est injoignable pour le moment. Votre saisie est conservée, réessayez dans un instant.';

export function LoginPage() {
  const { search } = useLocation();
  const { user } = useSession();
  const [shown, setShown] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** Accepted, but for the code. */
  const [accepted, setAccepted] = useState<LoginForm | null>(null);
  useOnReconnect(() => setProblem((current) => (current === unreachable ? null : current)));
  const form = useForm<LoginForm>({ defaultValues: { email: '', password: '' } });
  const { register, handleSubmit, formState, setFocus, getValues, setValue } = form;
  // An expired session fills in the email address.
  const known = user?.email ?? '';
  useEffect(() => {
    if (known !== '' && getValues('email') === '') setValue('email', known);
  }, [known, getValues, setValue]);
  useDraft(typedByVisitor, form);

  const enter = handleSubmit(async (values) => {
    setProblem(null);
    const result = await login(values.email.trim(), values.password).catch(() => null);
    if (result?.outcome === 'in') return discardDraft(typedByVisitor);
    if (result?.outcome === 'code-needed') return setAccepted(values);
    setProblem(result?.outcome === 'refused' ? result.message || wrongPair : unreachable);
    if (result?.outcome === 'refused') setFocus('password', { shouldSelect: true });
  });
  const enterWithCode = async ({ email, password }: LoginForm, code: string) => {
    const result = await login(email.trim(), password, code).catch(() => null);
    if (result?.outcome !== 'in') return result?.outcome === 'refused' ? messageOfCode(result) : unreachable;
    discardDraft(typedByVisitor);
    return null;
  };

  const slow = useLongerThan(formState.isSubmitting, SLOW_MS);
  if (accepted) {
    return (
      <CodeStep
        className={styles.form}
        submit="Se connecter"
        onSubmit={(code) => enterWithCode(accepted, code)}
        onLeave={() => setAccepted(null)}
      />
    );
  }
  return (
    <>
      <form className={styles.form} onSubmit={enter} noValidate>
        <EmailField
          autoComplete="username"
          error={formState.errors.email?.message}
          {...register('email', { required: 'Champ obligatoire' })}
        />
        <TextField
          label="Mot de passe"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.password?.message}
          {...register('password', { required: 'Champ obligatoire' })}
        />
        <CheckboxField
          label="Afficher le mot de passe"
          checked={shown}
          onChange={(event) => setShown(event.target.checked)}
        />
        <FieldError text={problem} />
        {slow && (
          <p className={styles.slow} role="status">
            Le marché tarde à répondre. Nous attendons encore un peu…
          </p>
        )}
        <Button type="submit" size="large" wide busy={formState.isSubmitting}>
          Se connecter
        </Button>
      </form>
      <p className={styles.other}>
        <Link to={{ pathname: paths.forgotPassword, search }}>Mot de passe oublié ?</Link>
      </p>
      <p className={styles.other}>
        Pas encore de compte ? <Link to={{ pathname: paths.signUp, search }}>Créer un compte</Link>
      </p>
    </>
  );
}
