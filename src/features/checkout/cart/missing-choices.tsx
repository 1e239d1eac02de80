// MissingChoices: options that a cart line needs after the merchant changed its product.
import { useState } from 'react';
import type { Option } from '#contract/catalogue/products.ts';
import { formatCents } from '#domain/money.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError, SelectField } from '#ui/fields/fields.tsx';
import styles from './missing-choices.module.css';

interface MissingChoicesProps {
  options: readonly Option[];
  /** With a value for each option. */
  onChosen: (valueIds: string[]) => void;
}

export function MissingChoices({ options, onChosen }: MissingChoicesProps) {
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const valueIds = options.flatMap(({ id }) => chosen[id] || []);
  return (
    <div className={styles.choices}>
      <FieldError text={options.length > 1 ? 'Des choix restent à faire.' : 'Un choix reste à faire.'} />
      {options.map(({ id, name, values }) => (
        <SelectField
          key={id}
          label={name}
          value={chosen[id] ?? ''}
          onChange={({ target }) => setChosen({ ...chosen, [id]: target.value })}
        >
          <option value="">À choisir</option>
          {values.map((value) => (
            <option key={value.id} value={value.id}>
              {value.price.amount === 0 ? value.name : `${value.name} (+ ${formatCents(value.price.amount)})`}
            </option>
          ))}
        </SelectField>
      ))}
      <Button variant="secondary" disabled={valueIds.length < options.length} onClick={() => onChosen(valueIds)}>
        Choisir
      </Button>
    </div>
  );
}
