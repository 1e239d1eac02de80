// MissingAmountsLink: the missing amounts beside the button that goes on, leading to where they can be mended.
import { Icon } from '#ui/controls/icon.tsx';
import { type MissingAmount, missingAmountsMessage, showMissing } from './missing-amounts.ts';
import styles from './missing-amounts-link.module.css';

export function MissingAmountsLink({ id, missing }: { id?: string; missing: readonly MissingAmount[] }) {
  return (
    <button type="button" id={id} className={styles.link} onClick={() => showMissing(missing)}>
      <Icon name="alert" size={18} />
      <span>{missingAmountsMessage(missing)}</span>
    </button>
  );
}
