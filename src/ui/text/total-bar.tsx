// What a cart or an order comes to, in sight on a phone as long as its summary is below.
import type { ReactNode } from 'react';
import { formatCents } from '#domain/money.ts';
import styles from './total-bar.module.css';

/** For the eyes: the summary says it to everybody, each time it changes. */
export function TotalBar({ cents, children }: { cents: number; children?: ReactNode }) {
  return (
    <p className={styles.bar} aria-hidden="true">
      <span>Total{children && <span className={styles.aside}>, {children}</span>}</span>
      <strong className={styles.amount}>{formatCents(cents)}</strong>
    </p>
  );
}
