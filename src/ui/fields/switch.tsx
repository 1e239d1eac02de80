// Switch: an on/off setting with its label.
import type { ReactNode } from 'react';
import styles from './switch.module.css';

export function Switch({
  on,
  onChange,
  children,
}: {
  on: boolean;
  onChange: (on: boolean) => void;
  children: ReactNode;
}) {
  return (
    <label className={styles.switch}>
      <input type="checkbox" role="switch" checked={on} onChange={(event) => onChange(event.target.checked)} />
      <span>{children}</span>
    </label>
  );
}
