// Awning: the scalloped, striped edge in a store's own colour, on cards, pages and parts of the cart.
//   <Awning slug={store.slug} />            over a card or a section (its parent is `position: relative` or a grid)
//   <StoreDot slug={store.slug} />          a dot in the same colour, before the store's name
// Drawn in CSS; the colour comes from `data-awning`, since the page's policy forbids inline styles.
import { awningColourOf } from '#domain/store.ts';
import styles from './awning.module.css';

export interface AwningProps {
  /** Slug of the store. */
  slug: string;
  size?: 'small' | 'normal' | 'large';
}

export function Awning({ slug, size = 'normal' }: AwningProps) {
  return <div className={`${styles.awning} ${styles[size]}`} data-awning={awningColourOf(slug)} aria-hidden="true" />;
}

/** A row of awnings in different colours, as a sign for all stores. */
export function AwningRow({ count }: { count: number }) {
  return (
    <div className={styles.row} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={`awning-${index.toString()}`} className={styles.awning} data-awning={(index * 5 + 1) % 16} />
      ))}
    </div>
  );
}

export function StoreDot({ slug }: { slug: string }) {
  return <span className={styles.dot} data-awning={awningColourOf(slug)} aria-hidden="true" />;
}
