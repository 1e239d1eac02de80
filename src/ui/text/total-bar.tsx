// TotalBar: the total of a cart or order beside the button that goes on. Sticks to the bottom of phones and tablets;
// on wider screens it is the end of the summary.
import type { ReactNode } from 'react';
import { formatCents } from '#domain/money.ts';
import styles from './total-bar.module.css';

interface Sum {
  label: string;
  cents: number;
}

interface TotalBarProps {
  total: Sum & {
    /** Before a discount, cents. */
    before?: number | undefined;
    isEstimated?: boolean;
  };
  /** Included in the total. */
  included?: Sum;
  /** A short message above the bar. */
  message?: ReactNode;
  /** What the order still lacks, above. */
  notice?: ReactNode;
  /** The button. */
  children: ReactNode;
}

/** The page leaves room for it: it is the last child of a column that is at least as high as the page's content. */
export function TotalBar({ total, included, message, notice, children }: TotalBarProps) {
  return (
    <div className={styles.bar} data-stacked={included !== undefined || undefined}>
      {message && <div className={styles.message}>{message}</div>}
      {notice && <div className={styles.notice}>{notice}</div>}
      <dl className={styles.sums} aria-live="polite">
        {included && (
          <div className={styles.included}>
            <dt>{included.label}</dt>
            <dd>{formatCents(included.cents)}</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>
            <span className={styles.label}>{total.label}</span>
            {total.isEstimated && <span className={styles.estimated}> estimé</span>}
          </dt>
          <dd>
            {total.before !== undefined && (
              <s className={styles.before}>
                <span className="visually-hidden">Total avant remise </span>
                {formatCents(total.before)}
              </s>
            )}
            <span>{formatCents(total.cents)}</span>
          </dd>
        </div>
      </dl>
      <div className={styles.action}>{children}</div>
    </div>
  );
}
