// Text form: a few fields that are sent together. What is typed stays until it is accepted; a violation is at its field.
import { Alert, Button, MenuItem, Stack, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { CallError } from '../session/operator-session.ts';

export interface TextFormField<N extends string> {
  name: N;
  label: string;
  hint?: string;
  maxLength?: number;
  type?: 'email' | 'text';
  choices?: readonly { id: string; name: string }[];
  lines?: number;
}

interface TextFormProps<N extends string> {
  /** Accessible name. */
  label: string;
  fields: readonly TextFormField<N>[];
  values: Record<N, string>;
  submit: string;
  /** Notification once it is done. */
  done: string;
  /** The fields are empty again once it is done. */
  isCleared?: boolean;
  send: (values: Record<N, string>) => Promise<unknown>;
}

export function TextForm<N extends string>({ label, fields, values, submit, done, isCleared, send }: TextFormProps<N>) {
  const [typed, setTyped] = useState(values);
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const notify = useNotify();
  const refresh = useRefresh();

  const run = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setErrors({});
    try {
      await send(typed);
      if (isCleared) setTyped(values);
      notify(done, { type: 'success' });
      refresh();
    } catch (failure) {
      setErrors(errorsOf(failure, fields));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Stack component="form" spacing={2} noValidate aria-label={label} onSubmit={run} sx={{ maxWidth: '42rem' }}>
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
