// Sign-up page.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import { emailInUseMessage } from '#contract/account/users.ts';
import { paths } from '#paths';
import { discardDraft } from '#state/session/draft-store.ts';
import { createAccount } from '#state/session/session.ts';
import { useDraft } from '#state/session/use-draft.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { CheckboxField, EmailField, TextField } from '#ui/fields/text-fields.tsx';
import styles from './authentication-space.module.css';
import { typedByVisitor } from './typed-by-visitor.ts';

interface SignUpForm {
  email: string;
  plainPassword: string;
  newsletterRegistered: boolean;
}

const unreachable =
  'Le marché est injoignable : votre compte n’est peut-être pas créé. Votre saisie est conservée, réessayez dans un instant.';
const isField = (name: string): name is keyof SignUpForm =>
  name === 'email' || name === 'plainPassword' || name === 'newsletterRegistered';

export function SignUpPage() {
  const { search } = useLocation();
  const [shown, setShown] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<SignUpForm>({
    defaultValues: { email: '', plainPassword: '', newsletterRegistered: false },
  });
  const { register, handleSubmit, formState, setError } = form;
  useDraft(typedByVisitor, form);

  const create = handleSubmit(async (values) => {
    setProblem(null);
    try {
      const result = await createAccount(values);
      if (result.outcome === 'in') return discardDraft(typedByVisitor);
      if (result.outcome !== 'refused') return setProblem(unreachable);
      const named = result.violations.filter(({ propertyPath }) => isField(propertyPath));
      for (const [index, { propertyPath, message }] of named.entries()) {
        if (isField(propertyPath)) setError(propertyPath, { type: 'server', message }, { shouldFocus: index === 0 });
      }
      if (named.length === 0) setProblem(result.message);
    } catch {
      setProblem(unreachable);
    }
  });

  return (
    <>
      <form className={styles.form} onSubmit={create} noValidate>
        <EmailField
          error={formState.errors.email?.message}
          {...register('email', { required: 'Veuillez saisir un email' })}
        />
        {formState.errors.email?.message === emailInUseMessage && (
          <p>
            <Link to={{ pathname: paths.login, search }}>Se connecter avec cette adresse</Link>
          </p>
        )}
        <TextField
          label="Mot de passe"
          type={shown ? 'text' : 'password'}
          autoComplete="new-password"
          autoCapitalize="none"
          spellCheck={false}
          hint="8 caractères au moins ; une phrase courte se retient mieux."
          error={formState.errors.plainPassword?.message}
          {...register('plainPassword', { required: 'Ce champ ne doit pas être vide !' })}
        />
        <CheckboxField
          label="Afficher le mot de passe"
          checked={shown}
          onChange={(event) => setShown(event.target.checked)}
        />
        <CheckboxField
          label="Recevoir les nouvelles du marché"
          hint="Une lettre de temps en temps, désinscription à tout moment."
          {...register('newsletterRegistered')}
        />
        <FieldError text={problem} />
        <Button type="submit" size="large" wide busy={formState.isSubmitting}>
          Créer mon compte
        </Button>
      </form>
      <p className={styles.other}>
        Déjà un compte ? <Link to={{ pathname: paths.login, search }}>Se connecter</Link>
      </p>
    </>
  );
}
