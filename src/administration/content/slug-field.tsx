// Slug field: the address of a new page or event.
import { MAX_NAME } from '#contract/limits.ts';
import { TextField } from '../frame/text-field.tsx';

/** Of a new record: its address stays. */
export const SlugField = ({ folder }: { folder: string }) => (
  <TextField
    source="slug"
    label="Adresse"
    maxLength={MAX_NAME}
    isRequired
    hint={`En minuscules sans accents, avec des tirets\u00a0: ${folder}/mon-adresse. Elle ne change plus ensuite.`}
  />
);
