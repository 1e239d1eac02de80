// Step of the login: a form that is sent once at a time, with the refusal above its button.
import { Alert, Button, Stack } from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { CallError } from '../session/operator-session.ts';

interface StepFormProps {
  submit: string;
  /** May reject with a refusal. */
  onSubmit: () => Promise<void>;
  /** Back to the password. */
  onLeave?: () => void;
  children: ReactNode;
}

export function StepForm({ submit, onSubmit, onLeave, children }: StepFormProps) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await onSubmit();
    } catch (failure) {
      setError(failure instanceof CallError ? failure.message : UNEXPECTED_FAILURE);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack spacing={2}>
        {children}
        <div role="alert">
          {error !== null && (
            <Alert severity="error" role="presentation" variant="outlined">
              {error}
            </Alert>
          )}
        </div>
        <Button type="submit" variant="contained" size="large" loading={isBusy}>
          {submit}
        </Button>
        {onLeave && (
          <Button type="button" onClick={onLeave}>
            Changer de compte
          </Button>
        )}
      </Stack>
    </form>
  );
}
