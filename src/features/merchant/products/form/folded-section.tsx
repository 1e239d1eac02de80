// FoldedSection: collapsible part of the form; its heading shows a summary and a mark for mistakes.
import type { ReactNode } from 'react';
import { Icon } from '#ui/controls/icon.tsx';
import styles from './product-form.module.css';

interface FoldedSectionProps {
  title: string;
  /** Summary in a few words; '' if empty. */
  holds: string;
  open: boolean;
  wrong: boolean;
  onFold: (open: boolean) => void;
  children: ReactNode;
}

export function FoldedSection({ title, holds, open, wrong, onFold, children }: FoldedSectionProps) {
  return (
    <details className={styles.section} open={open} onToggle={(event) => onFold(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <h2 className={styles.title}>{title}</h2>
        {wrong ? (
          <span className={styles.wrong}>
            <Icon name="alert" size={18} /> à corriger
          </span>
        ) : (
          <span className={styles.holds}>{holds}</span>
        )}
        <Icon name="down" size={20} />
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}
