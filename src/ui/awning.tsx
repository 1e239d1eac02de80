// The awning: the scalloped, striped edge in a shop's own colour that tops its card, its page, its part of the cart.
//   <Awning slug={store.slug} />            over a card or a section (its parent is `position: relative` or a grid)
//   <StallDot slug={store.slug} />          a dot of the same colour, before the shop's name
// Drawn in CSS; the colour comes through `data-stall` (never an inline style: the policy of the page forbids them).
import { storeHue } from '#domain/store.ts';
import styles from './awning.module.css';

/** 0 to 15: which of the sixteen cloths hangs over this shop. Put it in `data-stall` to use `--stall` and `--stall-light` below. */
export function stallOf(slug: string): number {
  return Math.floor(storeHue(slug) / 22.5);
}

export function Awning({ slug, size = 'normal' }: { slug: string; size?: 'small' | 'normal' | 'large' }) {
  return <div className={`${styles.awning} ${styles[size]}`} data-stall={stallOf(slug)} aria-hidden="true" />;
}

export function StallDot({ slug }: { slug: string }) {
  return <span className={styles.dot} data-stall={stallOf(slug)} aria-hidden="true" />;
}
