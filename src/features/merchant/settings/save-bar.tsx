// What stands under each form of the shop: what is wrong, 'Enregistrer', and the way back to what was there.
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/controls/fields.tsx';
import styles from './settings.module.css';

interface SaveBarProps<V extends FieldValues> {
  form: UseFormReturn<V>;
  values: V;
  label?: string;
  /** Said beside the button once nothing is left to save. */
  done?: string | null;
}

/** Within reach of the thumb once there is something to save. */
export function SaveBar<V extends FieldValues>({ form, values, label = 'Enregistrer', done = null }: SaveBarProps<V>) {
  const { isDirty, isSubmitting, errors } = form.formState;
  return (
    <div className={styles.bar} data-changed={isDirty || undefined}>
      <FieldError text={errors.root?.message} />
      <div className={styles.actions}>
        <Button type="submit" size="large" busy={isSubmitting}>
          {label}
        </Button>
        {isDirty && !isSubmitting && (
          <Button variant="quiet" onClick={() => form.reset(values)}>
            Annuler
          </Button>
        )}
        <span role="status" className={styles.done}>
          {!isDirty && done}
        </span>
      </div>
    </div>
  );
}
