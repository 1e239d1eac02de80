// Fields: label above, hint under it, error beneath with a sign and a word; 48 px high, 16 px letters (no zoom on focus).
// They take everything the native element takes, so react-hook-form's `register('email')` spreads straight in.
// Fields that are typed into stand in text-fields.tsx: the first view has none.
//   <SelectField label="Trier par" value={sort} onChange={…}><option value="…">…</option></SelectField>
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from '../controls/icon.tsx';
import styles from './fields.module.css';

export interface Described {
  label: ReactNode;
  hint?: ReactNode;
  /** Shown beneath, announced, and marks the field. */
  error?: string | null | undefined;
  /** Keeps the label for those who listen only; use where the sight of the field says it. */
  hideLabel?: boolean;
}

/** The id of a field, and what describes it: its hint, how it is read, its error. */
export function useDescription(
  given: string | undefined,
  hint: ReactNode,
  error: string | null | undefined,
  reading?: string,
) {
  const generated = useId();
  const id = given ?? generated;
  const said = [hint ? `${id}-hint` : '', reading ? `${id}-reading` : '', error ? `${id}-error` : ''];
  const ids = said.filter(Boolean).join(' ');
  return { id, describedBy: ids || undefined };
}

export function Around({
  id,
  label,
  hint,
  error,
  hideLabel,
  children,
}: Described & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}

/** The line under a field, or under a form: announced when it appears. */
export function FieldError({ id, text }: { id?: string; text: string | null | undefined }) {
  return (
    <div aria-live="polite">
      {text && (
        <p id={id} className={styles.error}>
          <Icon name="alert" size={18} />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}

export interface SelectFieldProps extends Described, ComponentProps<'select'> {}

/** Its options are its children: `<option value="…">`. */
export function SelectField({ label, hint, error, hideLabel, className, children, ...rest }: SelectFieldProps) {
  const { id, describedBy } = useDescription(rest.id, hint, error);
  return (
    <Around id={id} label={label} hint={hint} error={error} hideLabel={hideLabel}>
      <span className={styles.selectBox}>
        <select
          {...rest}
          id={id}
          className={`${styles.input} ${styles.select} ${className ?? ''}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
        >
          {children}
        </select>
        <Icon name="down" size={18} />
      </span>
    </Around>
  );
}

export interface RadioOption {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  /** At the right edge: a price, a duration. */
  aside?: ReactNode;
  disabled?: boolean;
}

export interface RadioGroupProps extends Described, Omit<ComponentProps<'input'>, 'type' | 'value' | 'ref'> {
  name: string;
  options: readonly RadioOption[];
  /** Controlled; leave out with `register`. */
  value?: string | null;
  /** react-hook-form's. */
  ref?: React.Ref<HTMLInputElement>;
  /** 'tiles': bordered rows, the chosen one filled in green wash. 'chips': short words side by side. */
  look?: 'tiles' | 'chips';
}

export function RadioGroup({
  label,
  hint,
  error,
  hideLabel,
  options,
  value,
  look = 'tiles',
  className,
  ...rest
}: RadioGroupProps) {
  const { id, describedBy } = useDescription(rest.id, hint, error);
  return (
    <fieldset className={styles.field} aria-describedby={describedBy}>
      <legend className={hideLabel ? 'visually-hidden' : styles.label}>{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <div className={look === 'chips' ? styles.chips : styles.tiles}>
        {options.map((option) => (
          <label key={option.value} className={look === 'chips' ? styles.chip : styles.tile}>
            <input
              {...rest}
              id={undefined}
              type="radio"
              value={option.value}
              disabled={option.disabled || rest.disabled}
              className={`${styles.radio} ${className ?? ''}`}
              {...(value === undefined ? {} : { checked: value === option.value })}
              aria-invalid={error ? true : undefined}
            />
            <span className={styles.choiceText}>
              {option.label}
              {option.hint && <span className={styles.hint}>{option.hint}</span>}
            </span>
            {option.aside && <span className={styles.aside}>{option.aside}</span>}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} text={error} />
    </fieldset>
  );
}
