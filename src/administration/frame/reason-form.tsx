// Decision with reasons: one text that is sent, and a button for each decision. What is typed stays until it is accepted.
import { Alert, Button, Stack, TextField } from '@mui/material';
import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { MAX_MESSAGE } from '#contract/limits.ts';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { CallError } from '../session/operator-session.ts';
import { useUnsaved } from './unsaved.tsx';

interface Decision {
  label: string;
  /** Notification once it is done. */
  done: string;
  isSerious?: boolean;
  decide: (reasons: string) => Promise<unknown>;
  /** By default the page is read again. */
  onDone?: () => void;
}

interface ReasonFormProps {
  /** Who receives the text. */
  hint: string;
  /** What the text is, if not reasons. */
  label?: string | undefined;
  decisions: readonly Decision[];
}

export function ReasonForm({ hint, label = 'Raisons', decisions }: ReasonFormProps) {
  const [reasons, setReasons] = useState('');
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isEmpty = reasons.trim() === '';
  const forget = useUnsaved(!isEmpty);
  const notify = useNotify();
  const refresh = useRefresh();

  const run = async ({ label: decision, done, decide, onDone = refresh }: Decision) => {
    if (isEmpty) return setError(label === 'Raisons' ? 'Écrivez vos raisons.' : 'Écrivez un message.');
    setBusy(decision);
    setError(null);
    try {
      await decide(reasons);
      setReasons('');
      forget();
      notify(done, { type: 'success' });
      onDone();
    } catch (failure) {
      setError(failure instanceof CallError ? failure.message : UNEXPECTED_FAILURE);
    } finally {
      setBusy(null);
    }
  };

  return (
    <Stack spacing={2} sx={{ maxWidth: '42rem' }}>
      <TextField
        label={label}
        helperText={hint}
        multiline
        minRows={3}
        value={reasons}
        error={error !== null && isEmpty}
        onChange={(event) => setReasons(event.target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_MESSAGE } }}
      />
      <div role="alert">
        {error !== null && (
          <Alert severity="error" role="presentation" variant="outlined">
            {error}
          </Alert>
        )}
      </div>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
        {decisions.map((decision) => (
          <Button
            key={decision.label}
            variant={decision.isSerious ? 'contained' : 'outlined'}
            color={decision.isSerious ? 'error' : 'primary'}
            disabled={busy !== null}
            loading={busy === decision.label}
            onClick={() => void run(decision)}
          >
            {decision.label}
          </Button>
        ))}
      </Stack>
    </Stack>
  );
}
