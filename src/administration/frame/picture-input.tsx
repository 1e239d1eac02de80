// Picture of a form: what it shows, another one, or none. It is uploaded when it is chosen, and used when the form is saved.
import { Box, Button, FormHelperText, Stack, Typography } from '@mui/material';
import { type ChangeEvent, useRef, useState } from 'react';
import { useInput } from 'react-admin';
import type { Image } from '#contract/fields/values.ts';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { call } from '../session/current.ts';
import { CallError } from '../session/operator-session.ts';

export function PictureInput({ source, label }: { source: string; label: string }) {
  const { field, fieldState } = useInput({ source });
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const shown = field.value as Image | null | undefined;
  const problem = failure ?? fieldState.error?.message;

  const upload = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    setBusy(true);
    setFailure(null);
    try {
      field.onChange(await call('administration.uploadPicture', {}, file));
    } catch (error) {
      setFailure(error instanceof CallError ? error.message : UNEXPECTED_FAILURE);
    } finally {
      setBusy(false);
      target.value = '';
    }
  };

  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, mb: 2, minWidth: 0 }}>
      <Typography component="legend" color="textSecondary" sx={{ mb: 1 }}>
        {label}
      </Typography>
      {shown && <Box component="img" src={shown['480_inset_path']} alt="" sx={{ maxWidth: '100%', maxHeight: 220 }} />}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp"
          aria-label={label}
          onChange={(event) => void upload(event)}
        />
        <Button variant="outlined" loading={isBusy} onClick={() => input.current?.click()}>
          {shown ? 'Choisir une autre image' : 'Choisir une image'}
        </Button>
        {shown && <Button onClick={() => field.onChange(null)}>Retirer l’image</Button>}
      </Stack>
      <FormHelperText error={problem !== undefined} role={problem ? 'alert' : undefined}>
        {problem ?? 'JPEG, PNG ou WebP, 5\u00a0Mo au plus.'}
      </FormHelperText>
    </Box>
  );
}
