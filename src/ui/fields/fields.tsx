// Fields: label above, hint below, error with an icon; 48 px high, 16 px text (no zoom on focus). They accept all
// attributes of the native element, so react-hook-form's `register('email')` can be spread. Text fields are in
// text-fields.tsx, outside the first view.
//   <SelectField label="Trier par" value={sort} onChange={…}><option value="…">…</option></SelectField>
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from '../controls/icon.tsx';
import styles from './fields.module.css';

export interface DescribedField {
  label: ReactNode;
  hint?: ReactNode;
  /** Shown beneath, announced, and marks the field. */
  error?: string | null | undefined;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
}

/** Id of a field, and of its hint, interpretation and error. */
export function useDescription(
  given: string | undefined,
  hint: ReactNode,
  error: string | null | undefined,
  reading?: string,
) {
  const generated = useId();
  const id = given ?? generated;
  const parts = [hint ? `${id}-hint` : '', reading ? `${id}-reading` : '', error ? `${id}-error` : ''];
  const ids = parts.filter(Boolean).join(' ');
  return { id, describedBy: ids || undefined };
}

export function FieldFrame({
  id,
  label,
  hint,
  error,
  hideLabel,
  children,
}: DescribedField & { id: string; children: ReactNode }) {
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

/** Error of a field or a form, announced when it appears. */
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

export interface SelectFieldProps extends DescribedField, ComponentProps<'select'> {}

/** Children: `<option value="…">`. */
export function SelectField({ label, hint, error, hideLabel, className, children, ...rest }: SelectFieldProps) {
  const { id, describedBy } = useDescription(rest.id, hint, error);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} hideLabel={hideLabel}>
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
    </FieldFrame>
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

export interface RadioGroupProps extends DescribedField, Omit<ComponentProps<'input'>, 'type' | 'value' | 'ref'> {
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
