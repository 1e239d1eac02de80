// FilterChips: quick filters as a row of toggles that scrolls sideways. The page's number of results is a status.
import styles from './filter-chips.module.css';
import { Icon, type IconName } from './icon.tsx';

export interface FilterChip {
  label: string;
  isOn: boolean;
  icon?: IconName;
  /** Its answer is awaited. */
  busy?: boolean;
  onToggle: () => void;
}

export function FilterChips({ label, chips }: { label: string; chips: readonly FilterChip[] }) {
  return (
    <ul className={styles.row} aria-label={label}>
      {chips.map(({ label, isOn, icon, busy, onToggle }, index) => (
        // A chip stays in its place when its name changes.
        <li key={`chip-${index.toString()}`}>
          <button type="button" aria-pressed={isOn} aria-busy={busy || undefined} onClick={onToggle}>
            {isOn ? <Icon name="check" size={16} /> : icon && <Icon name={icon} size={16} />}
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}
