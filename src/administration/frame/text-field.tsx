// Text field of a form: a line, or several, of limited length.
import { required, TextInput } from 'react-admin';

interface TextFieldProps {
  source: string;
  label: string;
  maxLength: number;
  hint?: string;
  rows?: number;
  isRequired?: boolean;
  /** Each line is an item of a list. */
  isList?: boolean;
  /** An empty text is null. */
  isNullable?: boolean;
}

const toText = (value: unknown) => (Array.isArray(value) ? value.join('\n') : String(value ?? ''));
const toLines = (text: string) => (text === '' ? [] : text.split('\n'));
const toTextOrNull = (text: string) => text || null;
const asTyped = (text: string) => text;

export const TextField = ({
  source,
  label,
  maxLength,
  hint,
  rows,
  isRequired = false,
  isList = false,
  isNullable = false,
}: TextFieldProps) => (
  <TextInput
    source={source}
    label={label}
    helperText={hint ?? false}
    {...(rows !== undefined && { multiline: true, minRows: rows, maxRows: 24 })}
    {...(isRequired && { validate: required('Champ obligatoire') })}
    format={toText}
    parse={isList ? toLines : isNullable ? toTextOrNull : asTyped}
    fullWidth
    slotProps={{ htmlInput: { maxLength } }}
  />
);
