// Second step of a login: the one-time code of the person's app, or a recovery code.
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { MAX_CODE } from '#contract/limits.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { useOnReconnect } from '#state/page/connectivity.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import styles from './authentication-space.module.css';

interface Refused {
  message: string;
  violations: readonly Violation[];
}

/** Message of a refused login: of the code, or of the whole. */
export const messageOfCode = ({ message, violations }: Refused): string =>
  violations.find(({ propertyPath }) => propertyPath === 'code')?.message ?? message;

interface CodeStepProps {
  className: string | undefined;
  /** Label of the button. */
  submit: string;
  /** @returns what is wrong; null if nothing is */
  onSubmit(code: string): Promise<string | null>;
  /** Back to the password. */
  onLeave(): void;
}

export function CodeStep(props: CodeStepProps) {
  const [kind, setKind] = useState<keyof typeof kinds>('app');
  return (
    <CodeForm key={kind} kind={kinds[kind]} onOther={() => setKind(kind === 'app' ? 'recovery' : 'app')} {...props} />
  );
}

const kinds = {
  app: {
    field: {
      label: 'Code à six chiffres',
      hint: 'Votre application d’authentification l’affiche.',
      inputMode: 'numeric',
      autoComplete: 'one-time-code',
    },
    other: 'Je n’ai pas mon téléphone',
  },
  recovery: {
    field: {
      label: 'Code de secours',
      hint: 'Un des dix codes que vous avez notés. Chacun sert une fois.',
      autoCapitalize: 'characters',
      autoComplete: 'off',
    },
    other: 'Utiliser mon application',
  },
} as const;

interface CodeFormProps extends CodeStepProps {
  kind: (typeof kinds)[keyof typeof kinds];
  onOther(): void;
}

function CodeForm({ className, submit, kind, onSubmit, onOther, onLeave }: CodeFormProps) {
  const { register, handleSubmit, formState, setError, setFocus, clearErrors } = useForm({
    defaultValues: { code: '' },
  });
  useEffect(() => setFocus('code'), [setFocus]);
  useOnReconnect(() => clearErrors('code'));
  const send = handleSubmit(async ({ code }) => {
    const message = await onSubmit(code.trim());
    if (message !== null) setError('code', { type: 'server', message }, { shouldFocus: true });
  });
  return (
    <form className={className} onSubmit={send} noValidate>
      <h2 className={styles.heading}>Encore un code</h2>
      <TextField
        {...kind.field}
        spellCheck={false}
        maxLength={MAX_CODE}
        error={formState.errors.code?.message}
        {...register('code', { required: 'Champ obligatoire' })}
      />
      <Button type="submit" size="large" wide busy={formState.isSubmitting}>
        {submit}
      </Button>
      <Button variant="quiet" wide onClick={onOther}>
        {kind.other}
      </Button>
      <Button variant="quiet" wide onClick={onLeave}>
        Revenir au mot de passe
      </Button>
    </form>
  );
}
