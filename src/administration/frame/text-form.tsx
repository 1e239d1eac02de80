// Text form: a few fields that are sent together. What is typed stays until it is accepted; a violation is at its field.
import { Alert, Button, MenuItem, Stack, TextField } from '@mui/material';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { CallError } from '../session/operator-session.ts';
import { useUnsaved } from './unsaved.tsx';

export interface TextFormField<N extends string> {
  name: N;
  label: string;
  hint?: string;
  maxLength?: number;
  type?: 'email' | 'text';
  choices?: readonly { id: string; name: string }[];
  lines?: number;
}

interface TextFormProps<N extends string, A> {
  /** Accessible name. */
  label: string;
  fields: readonly TextFormField<N>[];
  values: Record<N, string>;
  submit: string;
  /** Notification once it is done. */
  done: string;
  /** The fields are empty again once it is done. */
  isCleared?: boolean;
  send: (values: Record<N, string>) => Promise<A>;
  /** By default the page is read again. */
  onDone?: (answer: A) => void;
}

export function TextForm<N extends string, A>(props: TextFormProps<N, A>) {
  const { label, fields, values, submit, done, isCleared = false, send, onDone } = props;
  const [typed, setTyped] = useState(values);
  const [sent, setSent] = useState(values);
  const texts = fields.filter(({ choices }) => !choices);
  const forget = useUnsaved(texts.length === 0 ? null : texts.some(({ name }) => typed[name] !== sent[name]));
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const notify = useNotify();
  const refresh = useRefresh();

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  const run = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setErrors({});
    try {
      const answer = await send(typed);
      if (isCleared) setTyped(values);
      else setSent(typed);
      forget();
      notify(done, { type: 'success' });
      if (onDone) onDone(answer);
      else refresh();
    } catch (failure) {
      setErrors(errorsOf(failure, fields));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Stack
      ref={form}
      component="form"
      spacing={2}
      noValidate
      aria-label={label}
      onSubmit={run}
      sx={{ maxWidth: '42rem' }}
    >
      {fields.map(({ name, label: title, hint, maxLength, type = 'text', choices, lines }) => (
        <TextField
          key={name}
          select={choices !== undefined}
          type={type}
          label={title}
          helperText={errors[name] ?? hint}
          error={errors[name] !== undefined}
          multiline={lines !== undefined}
          {...(lines !== undefined && { minRows: lines })}
          value={typed[name]}
          onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          slotProps={{ htmlInput: { maxLength, ...(type === 'email' && { autoCapitalize: 'none' }) } }}
        >
          {choices?.map((choice) => (
            <MenuItem key={choice.id} value={choice.id}>
              {choice.name}
            </MenuItem>
          ))}
        </TextField>
      ))}
      <div role="alert">
        {errors.form !== undefined && (
          <Alert severity="error" role="presentation" variant="outlined">
            {errors.form}
          </Alert>
        )}
      </div>
      <Button type="submit" variant="outlined" loading={isBusy} sx={{ alignSelf: 'start' }}>
        {submit}
      </Button>
    </Stack>
  );
}

/** By field, or of the whole form. */
function errorsOf(failure: unknown, fields: readonly { name: string }[]): Record<string, string> {
  if (!(failure instanceof CallError)) return { form: UNEXPECTED_FAILURE };
  const named = failure.violations.filter(({ propertyPath }) => fields.some(({ name }) => name === propertyPath));
  if (named.length === 0) return { form: failure.message };
  return Object.fromEntries(named.map(({ propertyPath, message }) => [propertyPath, message]));
}
