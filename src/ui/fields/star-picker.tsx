// StarPicker: a rating from 1 to 5 stars, as radio buttons.
//   <StarPicker label="Note" error={errors.rating?.message} {...register('rating')} />   value: '1' … '5', null for none
import { type ComponentProps, useId } from 'react';
import { FieldError } from './fields.tsx';
import styles from './star-picker.module.css';

export interface StarPickerProps extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  name: string;
  label: string;
  error?: string | undefined;
}

const STAR = 'M10 1.8l2.5 5.2 5.7.8-4.1 4 1 5.7L10 14.8l-5.1 2.7 1-5.7-4.1-4 5.7-.8Z';
const NOTES = [
  { value: '1', name: '1 étoile' },
  { value: '2', name: '2 étoiles' },
  { value: '3', name: '3 étoiles' },
  { value: '4', name: '4 étoiles' },
  { value: '5', name: '5 étoiles' },
];

export function StarPicker({ label, error, ...input }: StarPickerProps) {
  const errorId = useId();
  return (
    <fieldset className={styles.picker} aria-describedby={error ? errorId : undefined}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.stars}>
        {NOTES.map(({ value, name }) => (
          <label key={value} className={styles.star} title={name}>
            <input {...input} type="radio" value={value} aria-label={name} aria-invalid={error ? true : undefined} />
            <svg width="36" height="36" viewBox="0 0 20 20" aria-hidden="true">
              <path d={STAR} />
            </svg>
          </label>
        ))}
      </div>
      <FieldError id={errorId} text={error} />
    </fieldset>
  );
}
