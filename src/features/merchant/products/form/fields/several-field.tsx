// SeveralField: selects several items of a long list: a select adds one, each selected item can be removed.
import { useController, useFormContext } from 'react-hook-form';
import { MAX_PRODUCT_REFERENCES } from '#contract/limits.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { SelectField } from '#ui/fields/fields.tsx';
import styles from '../product-form.module.css';
import type { ProductValues } from '../product-values.ts';

export interface Choosable {
  iri: string;
  name: string;
  /** Group name in the list. */
  group?: string;
}

/** Replaces an unavailable list. */
export const missingList = (online: boolean) => (online ? 'Chargement de la liste…' : 'Liste indisponible sans réseau');

const FULL = `${MAX_PRODUCT_REFERENCES} au maximum`;

interface SeveralFieldProps {
  name: 'categories' | 'events' | 'associatedProducts';
  label: string;
  hint?: string;
  /** Label of the select: 'Ajouter une catégorie'. */
  add: string;
  /** Undefined while loading, or without a network. */
  choices: readonly Choosable[] | undefined;
}

export function SeveralField({ name, label, hint, add, choices }: SeveralFieldProps) {
  const { control } = useFormContext<ProductValues>();
  const { field, fieldState } = useController({ control, name });
  const chosen: string[] = field.value;
  const nameOf = (iri: string) => choices?.find((one) => one.iri === iri)?.name ?? 'Choisi';
  const { online } = useConnectivity();
  const remaining = choices?.filter(({ iri }) => !chosen.includes(iri)) ?? [];
  const isFull = chosen.length >= MAX_PRODUCT_REFERENCES;
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
        error={fieldState.error?.message}
        value=""
        disabled={remaining.length === 0 || isFull}
        onChange={({ target }) => target.value && field.onChange([...chosen, target.value])}
        onBlur={field.onBlur}
      >
        <option value="">{choices === undefined ? missingList(online) : isFull ? FULL : add}</option>
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
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label={label}>
          {chosen.map((iri) => (
            <li key={iri}>
              <button
                type="button"
                className={styles.chip}
                onClick={() => field.onChange(chosen.filter((one) => one !== iri))}
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
