// TotalBar: the total of a cart or order, visible on phones while its summary is below.
import type { ReactNode } from 'react';
import { formatCents } from '#domain/money.ts';
import styles from './total-bar.module.css';

/** Hidden from screen readers, since the summary announces the total. */
export function TotalBar({ cents, children }: { cents: number; children?: ReactNode }) {
  return (
    <p className={styles.bar} aria-hidden="true">
      <span>Total{children && <span className={styles.aside}>, {children}</span>}</span>
      <strong className={styles.amount}>{formatCents(cents)}</strong>
    </p>
  );
}
