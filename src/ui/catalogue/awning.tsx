// The awning: the scalloped, striped edge in a shop's own colour that tops its card, its page, its part of the cart.
//   <Awning slug={store.slug} />            over a card or a section (its parent is `position: relative` or a grid)
//   <StallDot slug={store.slug} />          a dot of the same colour, before the shop's name
// Drawn in CSS; the colour comes through `data-stall` (never an inline style: the policy of the page forbids them).
import { stallOf } from '#domain/store.ts';
import styles from './awning.module.css';

export interface AwningProps {
  /** Of the shop whose cloth it is. */
  slug: string;
  size?: 'small' | 'normal' | 'large';
}

export function Awning({ slug, size = 'normal' }: AwningProps) {
  return <div className={`${styles.awning} ${styles[size]}`} data-stall={stallOf(slug)} aria-hidden="true" />;
}

/** A row of stalls, each under its own cloth: for what speaks of all shops at once. */
export function AwningRow({ count }: { count: number }) {
  return (
    <div className={styles.row} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={`stall-${index.toString()}`} className={styles.awning} data-stall={(index * 5 + 1) % 16} />
      ))}
    </div>
  );
}

export function StallDot({ slug }: { slug: string }) {
  return <span className={styles.dot} data-stall={stallOf(slug)} aria-hidden="true" />;
}
