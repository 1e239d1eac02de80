// Refused code: the reason, and what to do.
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import styles from './scanned-order.module.css';
import type { CodeRefusal } from './verdict.ts';

export function RefusedCode({ title, advice, onNext }: CodeRefusal & { onNext(): void }) {
  return (
    <section className={styles.card} data-tone="brick" aria-label="Code refusé">
      <p className={styles.verdict}>
        <Icon name="alert" size={32} />
        {title}
      </p>
      <p>{advice}</p>
      <Button icon="frame" size="large" wide onClick={onNext}>
        Scanner un autre code
      </Button>
    </section>
  );
}
