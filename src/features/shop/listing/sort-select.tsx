// SortSelect: order of a list.
import type { ReactNode } from 'react';
import { SelectField } from '#ui/fields/fields.tsx';
import styles from './sort-select.module.css';

interface SortSelectProps {
  /** '' for no order. */
  value: string;
  choices: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
  /** Before the select: what else one can do with the list. */
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
