// The select of a product's own category: those without subcategories, each under the way that leads to it.
import type { ComponentProps } from 'react';
import { useConnectivity } from '#state/page/connectivity.ts';
import { SelectField } from '#ui/fields/fields.tsx';
import { type Choosable, missingList } from './several-field.tsx';

interface CategoryFieldProps extends Omit<ComponentProps<'select'>, 'children'> {
  choices: readonly Choosable[] | undefined;
  /** What it is in, for as long as the list is not there; '' for nothing. */
  current: string;
  error: string | undefined;
}

export function CategoryField({ choices, current, ...field }: CategoryFieldProps) {
  const { online } = useConnectivity();
  const groups = [...new Set(choices?.map(({ group }) => group))];
  return (
    // Its options come later than its value.
    <SelectField label="Catégorie" {...field} key={choices ? 'known' : 'unknown'}>
      <option value="">{choices ? 'Choisir une catégorie' : missingList(online)}</option>
      {!choices && current !== '' && <option value={current}>Catégorie actuelle</option>}
      {groups.map((group) => (
        <optgroup key={group} label={group ?? ''}>
          {choices
            ?.filter((one) => one.group === group)
            .map((one) => (
              <option key={one.iri} value={one.iri}>
                {one.name}
              </option>
            ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
