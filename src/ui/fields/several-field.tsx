// SeveralField: selects several items of a long list: a select adds one, each selected item can be removed.
import { Icon } from '../controls/icon.tsx';
import { SelectField } from './fields.tsx';
import styles from './several-field.module.css';

export interface Choosable {
  iri: string;
  name: string;
  /** Group name in the list. */
  group?: string;
}

/** Replaces an unavailable list. */
export const missingList = (online: boolean) => (online ? 'Chargement de la liste…' : 'Liste indisponible sans réseau');

interface SeveralFieldProps {
  label: string;
  hint?: string | undefined;
  /** Label of the select: 'Ajouter une catégorie'. */
  add: string;
  /** Undefined while loading, or without a network. */
  choices: readonly Choosable[] | undefined;
  online: boolean;
  most: number;
  /** Chosen IRIs. */
  value: readonly string[];
  error?: string | undefined;
  onChange(chosen: string[]): void;
  onBlur?(): void;
}

export function SeveralField({
  label,
  hint,
  add,
  choices,
  online,
  most,
  value,
  error,
  onChange,
  onBlur,
}: SeveralFieldProps) {
  const nameOf = (iri: string) => choices?.find((one) => one.iri === iri)?.name ?? 'Choisi';
  const remaining = choices?.filter(({ iri }) => !value.includes(iri)) ?? [];
  const isFull = value.length >= most;
  const groups = [...new Set(remaining.map(({ group }) => group))];
  const options = (group: string | undefined) =>
    remaining
      .filter((one) => one.group === group)
      .map((one) => (
        <option key={one.iri} value={one.iri}>
          {one.name}
        </option>
      ));
  return (
    <div className={styles.several}>
      <SelectField
        label={label}
        hint={hint}
        error={error}
        value=""
        disabled={remaining.length === 0 || isFull}
        onChange={({ target }) => target.value && onChange([...value, target.value])}
        onBlur={onBlur}
      >
        <option value="">{choices === undefined ? missingList(online) : isFull ? `${most} au maximum` : add}</option>
        {groups.map((group) =>
          group === undefined ? (
            options(group)
          ) : (
            <optgroup key={group} label={group}>
              {options(group)}
            </optgroup>
          ),
        )}
      </SelectField>
      {value.length > 0 && (
        <ul className={styles.chosen} aria-label={label}>
          {value.map((iri) => (
            <li key={iri}>
              <button
                type="button"
                className={styles.chip}
                onClick={() => onChange(value.filter((one) => one !== iri))}
              >
                {nameOf(iri)}
                <Icon name="close" size={18} />
                <span className="visually-hidden">Retirer</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
