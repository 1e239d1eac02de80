// Search field of a list.
import { TextInput } from 'react-admin';
import { MAX_SEARCH } from '#contract/limits.ts';

interface SearchFieldProps {
  source: string;
  /** Shown from the start; read by the list. */
  alwaysOn: boolean;
  /** What is searched. */
  hint: string;
}

export const SearchField = ({ source, hint }: SearchFieldProps) => (
  <TextInput
    source={source}
    label="Chercher"
    placeholder={hint}
    helperText={false}
    resettable
    type="search"
    sx={{ minWidth: { sm: '22rem' } }}
    slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: MAX_SEARCH, autoCapitalize: 'none' } }}
  />
);
