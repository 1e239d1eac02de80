// Field of a one-time or recovery code.
import { TextField } from '@mui/material';
import { MAX_CODE } from '#contract/limits.ts';

interface CodeFieldProps {
  label: string;
  value: string;
  onChange: (code: string) => void;
  /** Of an app only: digits. */
  isNumeric?: boolean;
}

export const CodeField = ({ label, value, onChange, isNumeric = false }: CodeFieldProps) => (
  <TextField
    label={label}
    name="code"
    autoComplete="one-time-code"
    autoFocus
    value={value}
    onChange={(event) => onChange(event.target.value)}
    slotProps={{
      htmlInput: {
        maxLength: MAX_CODE,
        autoCapitalize: 'characters',
        spellCheck: false,
        ...(isNumeric && { inputMode: 'numeric' }),
      },
    }}
  />
);
