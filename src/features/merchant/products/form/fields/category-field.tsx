// CategoryField: select for a product's main category.
import type { ComponentProps } from 'react';
import { useConnectivity } from '#state/page/connectivity.ts';
import { SelectField } from '#ui/fields/fields.tsx';
import { type Choosable, missingList } from '#ui/fields/several-field.tsx';

interface CategoryFieldProps extends Omit<ComponentProps<'select'>, 'children'> {
  choices: readonly Choosable[] | undefined;
  /** Current category, shown until the list is loaded; '' without one. */
  current: string;
  error: string | undefined;
}

export function CategoryField({ choices, current, ...field }: CategoryFieldProps) {
  const { online } = useConnectivity();
  const groups = [...new Set(choices?.map(({ group }) => group))];
  return (
    // Options may load after the value.
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
