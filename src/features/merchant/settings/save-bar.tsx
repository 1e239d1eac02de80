// What stands under each form of the shop: what is wrong, 'Enregistrer', and the way back to what was there.
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import styles from './settings.module.css';

interface SaveBarProps {
  problem: string | undefined;
  isDirty: boolean;
  isSubmitting: boolean;
  onRevert: () => void;
  label?: string;
  /** Said beside the button once nothing is left to save. */
  done?: string | null;
}

/** Within reach of the thumb once there is something to save. */
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
