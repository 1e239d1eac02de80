// SaveBar: message, save and cancel buttons of a settings form.
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import styles from './settings.module.css';

interface SaveBarProps {
  problem: string | undefined;
  isDirty: boolean;
  isSubmitting: boolean;
  onRevert: () => void;
  label?: string;
  /** Message next to the button after everything is saved. */
  done?: string | null;
}

/** Sticky while there are unsaved changes. */
export function SaveBar({
  problem,
  isDirty,
  isSubmitting,
  onRevert,
  label = 'Enregistrer',
  done = null,
}: SaveBarProps) {
  return (
    <div className={styles.bar} data-changed={isDirty || undefined}>
      <FieldError text={problem} />
      <div className={styles.actions}>
        <Button type="submit" size="large" busy={isSubmitting}>
          {label}
        </Button>
        {isDirty && !isSubmitting && (
          <Button variant="quiet" onClick={onRevert}>
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
