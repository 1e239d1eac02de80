// SortSelect: order of a list.
import type { ReactNode } from 'react';
import { SelectField } from '#ui/fields/fields.tsx';
import styles from './sort-select.module.css';

interface SortSelectProps {
  /** '' for no order. */
  value: string;
  choices: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
  /** Content next to the select. */
  children?: ReactNode;
}

export function SortSelect({ value, choices, onChoose, children }: SortSelectProps) {
  return (
    <div className={styles.tools}>
      {children}
      <SelectField label="Trier par" value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">Par défaut</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
