// Text fields and checkbox.
//   <TextField label="Adresse e-mail" type="email" error={errors.email?.message} {...register('email')} />
import type { ComponentProps } from 'react';
import styles from './fields.module.css';
import { type DescribedField, FieldError, FieldFrame, useDescription } from './fields.tsx';

export interface TextFieldProps extends DescribedField, Omit<ComponentProps<'input'>, 'size'> {
  /** Unit after the value: '€', 'km', 'g'. */
  unit?: string;
  /** Interpreted value, below the field. */
  reading?: string | undefined;
}

export function TextField({ label, hint, error, hideLabel, unit, reading, className, ...rest }: TextFieldProps) {
  const { id, describedBy } = useDescription(rest.id, hint, error, reading);
  const input = (
    <input
      type="text"
      {...rest}
      id={id}
      className={`${styles.input} ${className ?? ''}`}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy}
    />
  );
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} hideLabel={hideLabel}>
      {unit ? (
        <span className={styles.withUnit}>
          {input}
          <span className={styles.unit} aria-hidden="true">
            {unit}
          </span>
        </span>
      ) : (
        input
      )}
      {reading && (
        <p id={`${id}-reading`} className={styles.hint}>
          {reading}
        </p>
      )}
    </FieldFrame>
  );
}

/** An email field without autocorrection. `autoComplete="username"` for a login. */
export function EmailField(props: Omit<TextFieldProps, 'label' | 'type'>) {
  return (
    <TextField
      label="Adresse e-mail"
      type="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

export interface TextAreaProps extends DescribedField, ComponentProps<'textarea'> {}

export function TextArea({ label, hint, error, hideLabel, className, ...rest }: TextAreaProps) {
  const { id, describedBy } = useDescription(rest.id, hint, error);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} hideLabel={hideLabel}>
      <textarea
        rows={5}
        {...rest}
        id={id}
        className={`${styles.input} ${styles.area} ${className ?? ''}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
      />
    </FieldFrame>
  );
}

export interface CheckboxFieldProps extends Omit<DescribedField, 'hideLabel'>, ComponentProps<'input'> {}

export function CheckboxField({ label, hint, error, className, ...rest }: CheckboxFieldProps) {
  const { id, describedBy } = useDescription(rest.id, hint, error);
  return (
    <div className={styles.field}>
      <label className={styles.choice} htmlFor={id}>
        <input
          {...rest}
          id={id}
          type="checkbox"
          className={`${styles.box} ${className ?? ''}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
        />
        <span>
          {label}
          {hint && (
            <span id={`${id}-hint`} className={styles.hint}>
              {hint}
            </span>
          )}
        </span>
      </label>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}
